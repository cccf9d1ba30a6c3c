import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { ordersTable } from '@quickfleet/shared/delivery/orders/orders-table';
import { downloadText } from '../../../../lib/files/download-text.ts';
import { tableText } from '../../../../lib/files/table-text.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { todayInZone } from '../../../../lib/words/format.ts';

/** The orders as a file for a spreadsheet; never an access code. */
export function exportOrders(orders: readonly OrderRow[]): void {
  downloadText(`orders-${todayInZone()}.csv`, tableText(ordersTable(brand.timeZone), orders));
}
