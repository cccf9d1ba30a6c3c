import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning';

// These checks only tell our server's answers from those of a captive portal, which answers 200 to everything. The
// shared schemas would add zod to the first load.

const isObject = (json: unknown): json is object => typeof json === 'object' && json !== null;
const isOrder = (json: unknown): json is Order =>
  isObject(json) &&
  'trackingNumber' in json &&
  'version' in json &&
  'signatures' in json &&
  'items' in json &&
  Array.isArray(json.items);
const isRow = (json: unknown): json is OrderRow =>
  isObject(json) && 'trackingNumber' in json && 'items' in json && Array.isArray(json.items);

const isDay = (json: unknown): json is DriverDay =>
  isObject(json) &&
  'day' in json &&
  'stops' in json &&
  Array.isArray(json.stops) &&
  'orders' in json &&
  Array.isArray(json.orders);

const notOurs = () => new Error('This answer did not come from the server');
const fieldOf = (json: unknown, name: string): unknown => (isObject(json) ? Reflect.get(json, name) : undefined);

export function parseOrder(json: unknown): Order {
  if (!isOrder(json)) throw notOurs();
  return json;
}
/** Calls on an item answer with the item and its order. */
export const parseOrderIn = (json: unknown): Order => parseOrder(fieldOf(json, 'order'));
export const parseOrderOrNull = (json: unknown): Order | null =>
  isObject(json) && fieldOf(json, 'order') === null ? null : parseOrderIn(json);

export function parseId(json: unknown): number {
  const id = fieldOf(json, 'id');
  if (typeof id !== 'number') throw notOurs();
  return id;
}

export function parseRows(json: unknown): OrderRow[] {
  const rows = fieldOf(json, 'data');
  if (!Array.isArray(rows) || !rows.every(isRow)) throw notOurs();
  return rows;
}

export function parseDay(json: unknown): DriverDay {
  if (!isDay(json)) throw notOurs();
  return json;
}

export function parseSuccess(json: unknown): void {
  if (fieldOf(json, 'success') !== true) throw notOurs();
}

export function parsePushKey(json: unknown): string {
  const key = fieldOf(json, 'publicKey');
  if (typeof key !== 'string') throw notOurs();
  return key;
}

// Only the type is imported: the shared list comes with a schema, which would add zod.
export const lateReasons: readonly LateReason[] = [
  'cancelled',
  'delivered',
  'moved_on',
  'reassigned',
  'code_replaced',
  'deleted',
  'unassigned',
  'refused',
];

/** Evidence that came after the order had ended for this phone; the answer often has no order. */
export function parseLate(json: unknown): { after: LateReason | undefined } | undefined {
  if (fieldOf(json, 'late') !== true) return undefined;
  return { after: lateReasons.find((reason) => reason === fieldOf(json, 'after')) };
}
/** The order, where there is one in the answer itself or in its field. */
export function findOrder(json: unknown): Order | undefined {
  if (isOrder(json)) return json;
  const inside = fieldOf(json, 'order');
  return isOrder(inside) ? inside : undefined;
}
