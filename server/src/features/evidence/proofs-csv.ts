import type { Order } from '@quickfleet/shared/orders';

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

/** A cell as every spreadsheet reads it, and none as a formula (docs/security.md, T-24). */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

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
export function csvOf(orders: readonly Order[]): string {
  const rows = orders.map((order) => [
    order.id,
    order.trackingNumber,
    order.status,
    order.customerName,
    order.customerCompany,
    order.pickupAddress,
    order.deliveryAddress,
    order.deliveredAt,
    order.deliverySignature?.signerName ?? null,
    photosOf(order),
    `proof-${order.trackingNumber}.pdf`,
  ]);
  return `\ufeff${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
