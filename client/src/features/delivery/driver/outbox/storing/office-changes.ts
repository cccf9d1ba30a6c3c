// What the office changed about an order while this phone had it: shown until the driver has read it.

import type { FieldsThat } from '@quickfleet/shared/base/fields';
import type { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';

export type ChangedField = FieldsThat<typeof orderFields, { toldDriver: true }>;
/** What a driver reads of a change. Only types come from the table: its schemas are not loaded on the phone. */
export const changedWords: Record<ChangedField, string> = {
  pickupAddress: t('The office changed the pickup address'),
  deliveryAddress: t('The office changed the delivery address'),
  pickupWindow: t('The office changed the pickup time'),
  deliveryWindow: t('The office changed the delivery time'),
  notes: t('The office changed the special instructions'),
  driverNotes: t('The office changed the note to you'),
  customerName: t('The office changed the customer’s name'),
  customerPhone: t('The office changed the customer’s phone number'),
  items: t('The office changed the items'),
  collect: t('The office changed what is to be collected'),
};
const fields = Object.keys(changedWords) as ChangedField[];
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
  if (field === 'collect') return order.collect ? `${order.collect.amount} ${order.collect.currency}` : null;
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
