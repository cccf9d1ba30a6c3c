import { toCsv } from '@quickfleet/shared/base/csv';
import { isoIn } from '@quickfleet/shared/base/zoned-time';
import { displayOrderStatus } from '@quickfleet/shared/delivery/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { downloadText } from '../../../../lib/files/download-text.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { metadataCell } from '../../../../lib/words/own-numbers.ts';
import { driverName } from '../cells/driver-cell.tsx';

/** On the company's clocks, with their offset. */
const at = (moment: string | null | undefined): string | null =>
  moment ? isoIn(new Date(moment), brand.timeZone) : null;

const columns: readonly [name: string, value: (order: OrderRow) => string | number | null][] = [
  ['Tracking number', (order) => order.trackingNumber],
  ['Order ID', (order) => order.id],
  ['Status', (order) => displayOrderStatus(order.status, order.driverId !== null)],
  ['Customer', (order) => order.customerName],
  ['E-mail', (order) => order.customerEmail],
  ['Phone', (order) => order.customerPhone],
  ['Company', (order) => order.customerCompany],
  ['Pickup address', (order) => order.pickupAddress],
  ['Delivery address', (order) => order.deliveryAddress],
  ['Driver', (order) => (order.driver ? driverName(order.driver) : null)],
  ['Total', (order) => order.quotePrice],
  ['Items', (order) => order.items.reduce((sum, item) => sum + item.quantity, 0)],
  ['Planned for', (order) => (order.deliveryDate ? todayInZone(new Date(order.deliveryDate)) : null)],
  ['Pickup from', (order) => at(order.pickupWindow?.from)],
  ['Pickup until', (order) => at(order.pickupWindow?.to)],
  ['Delivery from', (order) => at(order.deliveryWindow?.from)],
  ['Delivery until', (order) => at(order.deliveryWindow?.to)],
  ['Parcels', (order) => order.parcels],
  ['On account', (order) => (order.onAccount ? 'yes' : 'no')],
  ['Created', (order) => at(order.createdAt)],
  ['Delivered', (order) => at(order.deliveredAt)],
  ['External ID', (order) => order.externalId],
  ['Metadata', (order) => metadataCell(order)],
];

/** The orders as a file for a spreadsheet; never an access code. */
export function exportOrders(orders: readonly OrderRow[]): void {
  const rows = orders.map((order) => columns.map(([, value]) => value(order)));
  downloadText(
    `orders-${todayInZone()}.csv`,
    toCsv(
      columns.map(([name]) => name),
      rows,
    ),
  );
}
