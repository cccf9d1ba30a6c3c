import { API_BASE } from '@quickfleet/shared/paths';
import type { Scope } from '@quickfleet/shared/permissions';

/** What each scope lets a program do, and a call to try it with. */
export const scopeWords: Record<Scope, string> = {
  'customers:read': 'Read customers',
  'customers:write': 'Create and change customers',
  'quotes:read': 'Read quotes',
  'quotes:write': 'Create, price and change quotes',
  'quotes:manage': 'Mark quotes paid, send and convert them',
  'orders:read': 'Read orders (never an access code or internal notes)',
  'orders:write': 'Create and correct orders',
  'orders:manage': 'Assign drivers and move orders',
  'evidence:read': 'Read proof and evidence: signatures, packs, late evidence',
  'stats:read': 'Read statistics, including revenue',
  'uploads:write': 'Upload photos',
};
const reads: readonly [scope: Scope, path: string][] = [
  ['orders:read', '/orders?limit=5'],
  ['quotes:read', '/quotes?limit=5'],
  ['customers:read', '/customers?limit=5'],
  ['stats:read', '/stats'],
  ['evidence:read', '/orders/1/proof.pdf'],
];
const delivery = {
  pickupAddress: '1 Pickup Street',
  deliveryAddress: '2 Delivery Road',
  items: [{ name: 'Box of books', quantity: 2 }],
};
const writes: readonly [scope: Scope, path: string, body: object][] = [
  ['quotes:write', '/quotes', { customer: { name: 'Ada Sender', email: 'ada@example.com' }, ...delivery }],
  ['orders:write', '/orders', { customerName: 'Ada Sender', customerEmail: 'ada@example.com', ...delivery }],
  ['customers:write', '/customers', { name: 'Grace Customer', email: 'grace@example.com' }],
];

/**
 * A line for a terminal to try this key with: one that changes nothing where the key may read. What may only move
 * things along needs an id of theirs.
 */
export function curlLine(origin: string, key: string, scopes: readonly Scope[]): string {
  const line = (path: string, more = '') =>
    `curl -H 'Authorization: Bearer ${key}' ${more}'${origin}${API_BASE}${path}'`;
  const [, read] = reads.find(([scope]) => scopes.includes(scope)) ?? [];
  if (read) return line(read);
  const [, write, body] = writes.find(([scope]) => scopes.includes(scope)) ?? [];
  if (write) return line(write, `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}' `);
  if (scopes.includes('uploads:write')) return line('/upload', "-F 'file=@photo.jpg' ");
  if (scopes.includes('orders:manage'))
    return line('/orders/1/status', `-X PUT -H 'Content-Type: application/json' -d '{"status":"in_transit"}' `);
  return line('/quotes/1/send-email', '-X POST ');
}
