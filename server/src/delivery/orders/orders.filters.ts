import { trackingNumberOf } from '@quickfleet/shared/base/pasted';
import { endOfDay, startOfDay } from '@quickfleet/shared/base/zoned-time';
import { openOrderStatuses, orderStatusesThat } from '@quickfleet/shared/delivery/order-status';
import type { ListOrders } from '@quickfleet/shared/delivery/orders';
import { keyset } from '../../db/keyset.ts';
import { c } from '../../db/rows.ts';
import { contains, likePattern, quoted, searchWithContacts, Where } from '../../db/sql.ts';
import { onlyOwn } from '../../http/merchant.ts';
import { dayIn } from '../../process/clock.ts';

const windowOf = (kind: string) =>
  c.objectIf(`o.${kind}_from is not null`, { from: c.time(`o.${kind}_from`), to: c.time(`o.${kind}_to`) });
/** An order's windows in the wire form. */
export const windowColumns = { pickupWindow: windowOf('pickup'), deliveryWindow: windowOf('delivery') };

/**
 * When an order is to be done, as far as it was said: the delivery window's beginning, else the planned day at noon,
 * else the pickup window. This and the two below are the words of their indexes (order.entity.ts).
 */
export const planned = 'coalesce(o.delivery_from, o.delivery_date, o.pickup_from)';
const due = 'coalesce(o.delivery_to, o.delivery_date, o.pickup_to)';
const isOpen = `o.status in (${quoted(openOrderStatuses)})`;
const isBeforePickup = `o.status in (${quoted(orderStatusesThat('isBeforePickup'))})`;

const down = { turn: 'desc', idTurn: 'desc' } as const;
export const orderSorting = {
  newest: keyset('o', 'newest', { by: 'o.created_at', as: 'timestamptz', ...down }),
  oldest: keyset('o', 'oldest', { by: 'o.created_at', as: 'timestamptz' }),
  total: keyset('o', 'total', { by: 'o.quote_price', as: 'numeric', ...down, isNullable: true }),
  updated: keyset('o', 'updated', { by: 'o.updated_at', as: 'timestamptz', ...down }),
  planned: keyset('o', 'planned', { by: planned, as: 'timestamptz', isNullable: true }),
};
const byId = keyset('o', 'id', { by: 'o.id', as: 'int' });
const byChange = keyset('o', 'change', { by: 'o.updated_at', as: 'timestamptz' });
export function orderingOf({ afterId, updatedSince, sort }: Pick<ListOrders, 'afterId' | 'updatedSince' | 'sort'>) {
  const order = afterId !== undefined ? byId : updatedSince ? byChange : orderSorting[sort];
  return { order: order.order, keyset: order };
}

/** Numbers of other programs, as far as they are the caller's. */
const ownNumbers = (merchant: number | undefined): string =>
  merchant === undefined
    ? 'o.external_search like lower(?)'
    : `o.external_scope = ${merchant} and o.external_search like lower(?)`;

/** The people at the stops. */
const ofContacts = 'o.contact_search like lower(?)';

/** A tracking number may be searched as people read it out, in groups. */
const SPACED_NUMBER = /^[qQ]?[fF]?[\d\s-]*$/;
/** An order with a tracking number's prefix in its address or name too; written as in its index. */
const maybeNamesAnother = `o.search like '%qf%qf%'`;

function search(where: Where, q: string, merchant: number | undefined): void {
  const whole = trackingNumberOf(q);
  const number = q.replaceAll(/[\s-]/g, '');
  // Thousands of numbers share any three digits: the number itself finds it sooner than its trigrams.
  if (whole)
    where.andSelective(
      `o.tracking_number = ? or (${maybeNamesAnother} and ${contains('o')}) or (${ownNumbers(merchant)})`,
      whole,
      likePattern(q),
      likePattern(q),
    );
  else if (number !== q && number !== '' && SPACED_NUMBER.test(q))
    where.andSelective(
      `${contains('o')} or ${ofContacts} or (${ownNumbers(merchant)}) or (${contains('o')} and o.tracking_number ilike ?)`,
      likePattern(q),
      likePattern(q),
      likePattern(q),
      likePattern(number),
      likePattern(number),
    );
  else where.andSelective(...searchWithContacts('o', q, merchant));
}

/** What a list of orders is asked for; days are those of the zone, and overdue is what is at `now`. */
export function filterOrders(
  zone: string,
  now: Date,
  input: Omit<ListOrders, 'page' | 'limit' | 'sort' | 'cursor'> & { merchant?: number | undefined },
  until = 'infinity',
): Where {
  const where = new Where();
  onlyOwn(where, 'o', input.merchant);
  if (input.q) search(where, input.q, input.merchant);
  where.andStates('o.status', input.status);
  if (input.from) where.andSelective('o.created_at >= ?', startOfDay(input.from, zone));
  if (input.to) where.andSelective('o.created_at < ?', endOfDay(input.to, zone));
  if (input.deliveredFrom) where.andSelective('o.delivery_date >= ?', startOfDay(input.deliveredFrom, zone));
  if (input.afterId !== undefined) where.and('o.id > ?', input.afterId);
  if (input.customerId) where.and('o.customer_id = ?', input.customerId);
  if (input.externalId) where.and('o.external_id = ?', input.externalId);
  if (input.externalId && input.merchant !== undefined) where.and('o.external_scope = ?', input.merchant);
  if (input.ids) where.and('o.id = any(?)', input.ids);
  if (input.updatedSince)
    where.andSelective('o.updated_at >= ? and o.updated_at < ?', new Date(input.updatedSince), until);
  if (input.driverId) where.and('o.driver_id = ?', input.driverId);
  if (input.unassigned) where.and(`o.driver_id is null and ${isOpen}`);
  if (input.plannedOn)
    where.andSelective(
      `${planned} >= ? and ${planned} < ?`,
      startOfDay(input.plannedOn, zone),
      endOfDay(input.plannedOn, zone),
    );
  if (input.failed) where.and('o.failed_at is not null');
  // As overdue.ts says it: the delivery, for which a day without a time is not over before its end, or the pickup.
  if (input.overdue)
    where.andSelective(
      `(${isOpen} and ${due} < ? and (o.delivery_to is not null or o.delivery_date is null or o.delivery_date < ?)) or (${isBeforePickup} and o.pickup_to < ?)`,
      now,
      startOfDay(dayIn(zone, now), zone),
      now,
    );
  return where;
}
