import { contactColumns, metadataCell, momentCell, type TableColumn } from '../../base/table.ts';
import { dayAt } from '../../base/time/zoned-time.ts';
import { approvedSum } from '../charges/charge-rates.ts';
import { displayOrderStatus } from './order-status.ts';
import type { OrderRow } from './orders.ts';

/** Orders for a spreadsheet, with the times of a zone; never an access code, and nothing that the office alone reads. */
export const ordersTable = (zone: string): readonly TableColumn<OrderRow>[] => [
  { name: 'Tracking number', of: (order) => order.trackingNumber },
  { name: 'Order ID', of: (order) => order.id, isNumber: true },
  { name: 'Status', of: (order) => displayOrderStatus(order.status, order.driverId !== null) },
  { name: 'Customer', of: (order) => order.customerName },
  { name: 'E-mail', of: (order) => order.customerEmail },
  { name: 'Phone', of: (order) => order.customerPhone },
  { name: 'Company', of: (order) => order.customerCompany },
  { name: 'Pickup address', of: (order) => order.pickupAddress },
  { name: 'Delivery address', of: (order) => order.deliveryAddress },
  {
    name: 'Driver',
    of: ({ driver }) => (driver ? [driver.firstName, driver.lastName].filter(Boolean).join(' ') : null),
  },
  { name: 'Total', of: (order) => order.quotePrice, isNumber: true },
  { name: 'Charges', of: (order) => approvedSum(order.charges, order.currency), isNumber: true },
  { name: 'Items', of: (order) => order.items.reduce((sum, item) => sum + item.quantity, 0), isNumber: true },
  { name: 'Planned for', of: (order) => (order.deliveryDate ? dayAt(new Date(order.deliveryDate), zone) : null) },
  { name: 'Pickup from', of: (order) => momentCell(order.pickupWindow?.from, zone) },
  { name: 'Pickup until', of: (order) => momentCell(order.pickupWindow?.to, zone) },
  { name: 'Delivery from', of: (order) => momentCell(order.deliveryWindow?.from, zone) },
  { name: 'Delivery until', of: (order) => momentCell(order.deliveryWindow?.to, zone) },
  { name: 'Parcels', of: (order) => order.parcels, isNumber: true },
  { name: 'On account', of: (order) => (order.onAccount ? 'yes' : 'no') },
  { name: 'Created', of: (order) => momentCell(order.createdAt, zone) },
  { name: 'Delivered', of: (order) => momentCell(order.deliveredAt, zone) },
  ...contactColumns<OrderRow>(),
  { name: 'External ID', of: (order) => order.externalId },
  { name: 'Metadata', of: metadataCell },
];
