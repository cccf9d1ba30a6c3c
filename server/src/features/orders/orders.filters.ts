import { TRACKING_DIGITS, TRACKING_PREFIX } from '@quickfleet/shared/limits';
import { openOrderStatuses } from '@quickfleet/shared/order-status';
import type { ListOrders } from '@quickfleet/shared/orders';
import { dayIn } from '../../lib/clock.ts';
import { contains, iso, likePattern, searchFor, Where } from '../../lib/sql.ts';

const windowOf = (kind: string) =>
  `case when o.${kind}_from is null then null else json_build_object('from', ${iso(`o.${kind}_from`)}, 'to', ${iso(`o.${kind}_to`)}) end as "${kind}Window"`;
/** An order's windows in the wire form. */
export const windowColumns = `${windowOf('pickup')}, ${windowOf('delivery')}`;

/**
 * When an order is to be done, as far as it was said: the delivery window's beginning, else the planned day at noon,
 * else the pickup window. This and the two below are the words of their indexes (order.entity.ts).
 */
export const planned = 'coalesce(o.delivery_from, o.delivery_date, o.pickup_from)';
const due = 'coalesce(o.delivery_to, o.delivery_date, o.pickup_to)';
const isOpen = `o.status in (${openOrderStatuses.map((status) => `'${status}'`).join(', ')})`;

export const orderSorting = {
  newest: 'o.created_at desc, o.id desc',
  oldest: 'o.created_at, o.id',
  total: 'o.quote_price desc nulls last, o.id desc',
  updated: 'o.updated_at desc, o.id desc',
  planned: `${planned}, o.id`,
};

/** A tracking number may be searched as people read it out, in groups. */
const SPACED_NUMBER = /^[qQ]?[fF]?[\d\s-]*$/;
const WHOLE_NUMBER = new RegExp(`^${TRACKING_PREFIX}\\d{${TRACKING_DIGITS}}$`, 'i');
/** An order whose address or name has the beginning of a number too; the words of its index. */
const maybeNamesAnother = `o.search like '%qf%qf%'`;

function search(where: Where, q: string): void {
  const number = q.replaceAll(/[\s-]/g, '');
  // Each three digits of a number stand in thousands of others: the number itself finds it sooner than its trigrams.
  if (WHOLE_NUMBER.test(number))
    where.andSelective(
      `o.tracking_number = upper(?) or (${maybeNamesAnother} and ${contains('o')})`,
      number,
      likePattern(q),
    );
  else if (number !== q && number !== '' && SPACED_NUMBER.test(q))
    where.andSelective(
      `${contains('o')} or (${contains('o')} and o.tracking_number ilike ?)`,
      likePattern(q),
      likePattern(number),
      likePattern(number),
    );
  else where.andSelective(...searchFor('o', q));
}

/** What a list of orders is asked for; days are those of the zone, and overdue is what is at `now`. */
export function filterOrders(zone: string, now: Date, input: Omit<ListOrders, 'page' | 'limit' | 'sort'>): Where {
  const where = new Where();
  if (input.q) search(where, input.q);
  where.andStates('o.status', input.status);
  if (input.from) where.andSelective('o.created_at >= (?::date)::timestamp at time zone ?', input.from, zone);
  if (input.to) where.andSelective('o.created_at < (?::date + 1)::timestamp at time zone ?', input.to, zone);
  if (input.deliveredFrom)
    where.andSelective('o.delivery_date >= (?::date)::timestamp at time zone ?', input.deliveredFrom, zone);
  if (input.customerId) where.and('o.customer_id = ?', input.customerId);
  if (input.driverId) where.and('o.driver_id = ?', input.driverId);
  if (input.unassigned) where.and(`o.driver_id is null and ${isOpen}`);
  if (input.plannedOn)
    where.andSelective(
      `${planned} >= (?::date)::timestamp at time zone ? and ${planned} < (?::date + 1)::timestamp at time zone ?`,
      input.plannedOn,
      zone,
      input.plannedOn,
      zone,
    );
  if (input.failed) where.and('o.failed_at is not null');
  // A day that was planned without a time is not over before its end.
  if (input.overdue)
    where.andSelective(
      `${isOpen} and ${due} < ? and (o.delivery_to is not null or o.delivery_date is null or o.delivery_date < (?::date)::timestamp at time zone ?)`,
      now,
      dayIn(zone, now),
      zone,
    );
  return where;
}
