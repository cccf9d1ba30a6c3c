import { API_BASE } from '@quickfleet/shared/paths';
import type { Scope } from '@quickfleet/shared/permissions';

/** What each scope lets a program do, and a call to try it with. */
export const scopeWords: Record<Scope, string> = {
  'customers:read': 'Read customers',
  'customers:write': 'Create and change customers',
  'quotes:read': 'Read quotes',
  'quotes:write': 'Create, price and change quotes',
  'quotes:manage': 'Mark quotes paid, send and convert them',
  'orders:read': 'Read orders (never an access code)',
  'orders:write': 'Create and correct orders',
  'orders:manage': 'Assign drivers and move orders',
  'uploads:write': 'Upload photos',
};
const triers: readonly [scope: Scope, path: string][] = [
  ['orders:read', '/orders?limit=5'],
  ['quotes:read', '/quotes?limit=5'],
  ['customers:read', '/customers?limit=5'],
];

/** A line for a terminal that answers 200 with this key; a key that reads nothing sends what it may. */
export function curlLine(origin: string, key: string, scopes: readonly Scope[]): string {
  const reads = triers.find(([scope]) => scopes.includes(scope));
  if (reads) return `curl -H 'Authorization: Bearer ${key}' '${origin}${API_BASE}${reads[1]}'`;
  if (scopes.includes('uploads:write')) return `curl -H 'Authorization: Bearer ${key}' -F 'file=@photo.jpg' '${origin}${API_BASE}/upload'`;
  return `curl -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d @body.json '${origin}${API_BASE}/${scopes[0]?.split(':')[0] ?? 'quotes'}'`;
}
