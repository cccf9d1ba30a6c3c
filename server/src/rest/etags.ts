import { etagOf } from '../lib/fresh.ts';

/** Calls whose answer is one row with a version: they carry its ETag. */
const kinds: Readonly<Record<string, string>> = {
  'auth.login': 'user',
  'auth.me': 'user',
  'auth.register': 'user',
  'customers.create': 'customer',
  'customers.get': 'customer',
  'customers.update': 'customer',
  'orders.assign': 'order',
  'orders.create': 'order',
  'orders.get': 'order',
  'orders.rotateCode': 'order',
  'orders.setStatus': 'order',
  'orders.update': 'order',
  'quotes.convertToOrder': 'order',
  'quotes.create': 'quote',
  'quotes.get': 'quote',
  'quotes.restore': 'quote',
  'quotes.update': 'quote',
  'templates.create': 'template',
  'templates.get': 'template',
  'templates.restore': 'template',
  'templates.update': 'template',
  'users.create': 'user',
  'users.get': 'user',
  'users.me': 'user',
  'users.update': 'user',
};
export const hasEtag = (procedure: string): boolean => Object.hasOwn(kinds, procedure);

/** Calls that ask `requireFresh` before they change a row, so that If-Match counts. */
export const heedsIfMatch: ReadonlySet<string> = new Set([
  'customers.delete',
  'customers.update',
  'orders.assign',
  'orders.delete',
  'orders.rotateCode',
  'orders.setStatus',
  'orders.update',
  'quotes.convertToOrder',
  'quotes.delete',
  'quotes.sendEmail',
  'quotes.update',
  'templates.delete',
  'templates.restore',
  'templates.update',
  'users.delete',
  'users.update',
]);

const isVersioned = (data: unknown): data is { id: number; version: number } =>
  typeof data === 'object' &&
  data !== null &&
  'id' in data &&
  'version' in data &&
  typeof data.id === 'number' &&
  typeof data.version === 'number';

export function etagHeader(procedure: string, answer: unknown): Record<string, string> {
  const kind = hasEtag(procedure) ? kinds[procedure] : undefined;
  return kind && isVersioned(answer) ? { ETag: etagOf(kind, answer.id, answer.version) } : {};
}
