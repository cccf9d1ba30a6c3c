import { toCsv } from '@quickfleet/shared/base/csv';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { ordersTable } from '@quickfleet/shared/delivery/orders/orders-table';
import { downloadText } from '../../../../lib/files/download-text.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { todayInZone } from '../../../../lib/words/format.ts';

/** The orders as a file for a spreadsheet; never an access code. */
export function exportOrders(orders: readonly OrderRow[]): void {
  const columns = ordersTable(brand.timeZone);
  const rows = orders.map((order) => columns.map(({ of }) => of(order)));
  downloadText(
    `orders-${todayInZone()}.csv`,
    toCsv(
      columns.map(({ name }) => name),
      rows,
    ),
  );
}
