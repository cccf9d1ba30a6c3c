import { displayOrderStatus } from '@quickfleet/shared/order-status';
import type { OrderRow } from '@quickfleet/shared/orders';
import { downloadText, toCsv } from '../../lib/csv.ts';
import { todayInZone } from '../../lib/format.ts';
import { driverName } from './driver-cell.tsx';

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
];

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
    order.pickupWindow?.from ?? null,
    order.pickupWindow?.to ?? null,
    order.deliveryWindow?.from ?? null,
    order.deliveryWindow?.to ?? null,
    order.parcels,
    order.onAccount ? 'yes' : 'no',
    order.createdAt,
    order.deliveredAt,
  ]);
  downloadText(`orders-${todayInZone()}.csv`, toCsv(header, rows));
}
