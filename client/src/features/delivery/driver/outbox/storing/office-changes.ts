// What the office changed about an order while this phone had it: shown until the driver has read it.

import type { Order } from '@quickfleet/shared/delivery/orders/orders';

const fields = [
  'pickupAddress',
  'deliveryAddress',
  'pickupWindow',
  'deliveryWindow',
  'notes',
  'driverNotes',
  'customerName',
  'customerPhone',
  'items',
] as const;
export type ChangedField = (typeof fields)[number];
type Value = string | NonNullable<Order['pickupWindow']> | null;

/** One field as it was when the driver last saw it, and as it is. */
export interface OfficeChange {
  field: ChangedField;
  before: Value;
  after: Value;
}

const itemsOf = ({ items }: Order): string => items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n');
const fieldOf = (order: Order, field: ChangedField): Value => {
  if (field === 'items') return itemsOf(order);
  const value = order[field] ?? null;
  return value === '' ? null : value;
};
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The changes that are still to be read, with those between two readings; a field that went back is none. */
export function withChanges(
  known: readonly OfficeChange[],
  before: Order,
  after: Order,
  { hasOwnItems }: { hasOwnItems: boolean },
): OfficeChange[] {
  return fields.flatMap((field): OfficeChange[] => {
    const earlier = known.find((change) => change.field === field);
    // What this phone did to the items itself is no news.
    if (field === 'items' && hasOwnItems) return earlier ? [earlier] : [];
    const first = earlier ? earlier.before : fieldOf(before, field);
    const last = fieldOf(after, field);
    return isSame(first, last) ? [] : [{ field, before: first, after: last }];
  });
}
