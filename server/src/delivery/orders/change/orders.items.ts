import { isDeepStrictEqual } from 'node:util';
import { roundAmount } from '@quickfleet/shared/base/money/money';
import { isBeforePickup } from '@quickfleet/shared/delivery/orders/order-status';
import type { ChangedOrderItem } from '@quickfleet/shared/delivery/orders/orders';
import { QUANTITY_DEFAULT } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type Side, sideOf } from '../../../company/history/change-words.ts';
import type { Said } from '../../../company/history/detail-words.ts';
import type { AppContext } from '../../../http/context.ts';
import { badRequest, conflict } from '../../../http/errors.ts';
import type { Order, OrderItem } from '../order.entity.ts';
import { addItem, keepValue } from '../orders.create.ts';
import { photosOf, releaseUnshown } from './orders.photos.ts';

const named = ({ name, quantity }: Pick<OrderItem, 'name' | 'quantity'>) => `${quantity} × ${name}`;

/** Fields of an item as its history stores them: the same for what means the same. */
const valuesOf = (item: OrderItem, currency: string): Record<'name' | 'description' | 'quantity' | 'value', Side> => ({
  name: item.name,
  description: item.description ?? '',
  quantity: String(item.quantity),
  value: item.value ? { is: 'money', amount: roundAmount(item.value, currency), currency } : null,
});

function refuseUnknown(position: number): never {
  throw badRequest('UNKNOWN_ITEM', t('One of the items is not part of this order'), [
    { path: `items.${position}.id`, message: t('Unknown item') },
  ]);
}
function refusePickedUp(name: string): never {
  throw conflict('ITEM_PICKED_UP', t('{name} is picked up already and cannot be changed any more', { name }));
}

/** Applies what is given to an item, and answers a line for the history of each field that differs. */
function changeItem(item: OrderItem, given: ChangedOrderItem, currency: string, position: number): Said[] {
  const before = valuesOf(item, currency);
  const { name } = item;
  const isGone = item.isPickedUp;
  item.name = given.name;
  if (given.description !== undefined) item.description = given.description;
  if (given.quantity !== undefined) item.quantity = given.quantity;
  if (given.value !== undefined) item.value = keepValue(given.value, currency, position) ?? null;
  const after = valuesOf(item, currency);
  const lines = (['name', 'description', 'quantity', 'value'] as const)
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => {
      const sides = { from: sideOf(before[field]), to: sideOf(after[field]) };
      return { is: 'item_changed' as const, item: name, field, ...sides };
    });
  if (isGone && lines.length > 0) refusePickedUp(name);
  return lines;
}

/**
 * Makes the items of a locked order those that are given: items with an id are changed, those without are new, those not
 * named are removed with their photos. What is picked up already only the driver can correct.
 *
 * @returns lines for the history; none when nothing differs
 * @throws 400 UNKNOWN_ITEM, 409 ITEM_PICKED_UP
 */
export async function changeItems(
  ctx: AppContext,
  order: Order,
  items: readonly ChangedOrderItem[],
  currency: string,
): Promise<Said[]> {
  if (items.some(({ value }) => value != null)) order.currency ??= currency;
  const present = new Map(order.items.getItems().map((item) => [item.id, item]));
  const lines: Said[] = [];
  for (const [position, given] of items.entries()) {
    if (given.id === undefined) {
      if (!isBeforePickup(order.status))
        throw conflict('ITEM_PICKED_UP', t('This order is picked up already and cannot be changed any more'));
      const item = { ...given, quantity: given.quantity ?? QUANTITY_DEFAULT, imageUrls: [] };
      lines.push({ is: 'item_added', item: named(addItem(ctx, order, item, position, currency)) });
      continue;
    }
    // An item that is named twice is not present the second time.
    const item = present.get(given.id) ?? refuseUnknown(position);
    present.delete(given.id);
    lines.push(...changeItem(item, given, currency, position));
    item.position = position;
  }
  for (const item of present.values()) {
    if (item.isPickedUp) refusePickedUp(item.name);
    lines.push({ is: 'item_removed', item: named(item) });
    order.items.remove(item);
  }
  await releaseUnshown(ctx, order, photosOf([...present.values()]));
  return lines;
}
