import { toCsv } from '@quickfleet/shared/base/csv';
import { isoIn } from '@quickfleet/shared/base/zoned-time';
import { displayOrderStatus } from '@quickfleet/shared/delivery/order-status';
import type { OrderRow } from '@quickfleet/shared/delivery/orders';
import { downloadText } from '../../../../lib/files/download-text.ts';
import { brand } from '../../../../lib/words/brand.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import { metadataCell } from '../../../../lib/words/own-numbers.ts';
import { driverName } from '../cells/driver-cell.tsx';

const header = [
  'Tracking number',
  'Order ID',
  'Status',
  'Customer',
  'E-mail',
  'Phone',
  'Company',
  'Pickup address',
  'Delivery address',
  'Driver',
  'Total',
  'Items',
  'Planned for',
  'Pickup from',
  'Pickup until',
  'Delivery from',
  'Delivery until',
  'Parcels',
  'On account',
  'Created',
  'Delivered',
  'External ID',
  'Metadata',
];

/** On the company's clocks, with their offset. */
const at = (moment: string | null | undefined): string | null =>
  moment ? isoIn(new Date(moment), brand.timeZone) : null;

/** The orders as a file for a spreadsheet; never an access code. */
export function exportOrders(orders: readonly OrderRow[]): void {
  const rows = orders.map((order) => [
    order.trackingNumber,
    order.id,
    displayOrderStatus(order.status, order.driverId !== null),
    order.customerName,
    order.customerEmail,
    order.customerPhone,
    order.customerCompany,
    order.pickupAddress,
    order.deliveryAddress,
    order.driver ? driverName(order.driver) : null,
    order.quotePrice,
    order.items.reduce((sum, item) => sum + item.quantity, 0),
    order.deliveryDate ? todayInZone(new Date(order.deliveryDate)) : null,
    at(order.pickupWindow?.from),
    at(order.pickupWindow?.to),
    at(order.deliveryWindow?.from),
    at(order.deliveryWindow?.to),
    order.parcels,
    order.onAccount ? 'yes' : 'no',
    at(order.createdAt),
    at(order.deliveredAt),
    order.externalId,
    metadataCell(order),
  ]);
  downloadText(`orders-${todayInZone()}.csv`, toCsv(header, rows));
}
