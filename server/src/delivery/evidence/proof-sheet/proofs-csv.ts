import { toCsv } from '@quickfleet/shared/base/csv';
import { isoIn } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';

const HEAD = [
  'order',
  'tracking_number',
  'status',
  'customer',
  'company',
  'pickup_address',
  'delivery_address',
  'delivered_at',
  'signed_by',
  'photos',
  'file',
];

const photosOf = ({ items }: Order): number =>
  items.reduce(
    (sum, item) =>
      sum +
      item.imageUrls.length +
      item.pickupImageUrls.length +
      item.transitImageUrls.length +
      item.deliveryImageUrls.length,
    0,
  );

/** A table of orders and their proofs (RFC 4180, UTF-8 with a mark, so that Excel knows it). */
export function csvOf(orders: readonly Order[], zone: string): string {
  const rows = orders.map((order) => [
    order.id,
    order.trackingNumber,
    order.status,
    order.customerName,
    order.customerCompany,
    order.pickupAddress,
    order.deliveryAddress,
    order.deliveredAt && isoIn(new Date(order.deliveredAt), zone),
    order.deliverySignature?.signerName ?? null,
    photosOf(order),
    `proof-${order.trackingNumber}.pdf`,
  ]);
  return toCsv(HEAD, rows);
}
