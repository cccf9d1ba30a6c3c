import { normaliseReference } from '@quickfleet/shared/base/pasted';
import { orderNumberIn } from '@quickfleet/shared/base/scan/parcel-number';
import { scannedKeys } from '@quickfleet/shared/base/scan/partner-code';
import { findsTerm } from '@quickfleet/shared/base/search-words';
import { endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { openOrderStatuses, orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import type { ListOrders } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { keyset } from '../../db/keyset.ts';
import { c } from '../../db/rows.ts';
import { quoted, rowNumberIn, type Searcher, searchIn, Where } from '../../db/sql.ts';
import { onlyOwn } from '../../http/caller/merchant.ts';
import { invalid } from '../../http/errors.ts';
import { dayIn } from '../../process/clock.ts';
import { isUnpaid } from './orders.money.ts';

const windowOf = (kind: string) =>
  c.objectIf(`o.${kind}_from is not null`, { from: c.time(`o.${kind}_from`), to: c.time(`o.${kind}_to`) });
/** An order's windows in the wire form. */
export const windowColumns = { pickupWindow: windowOf('pickup'), deliveryWindow: windowOf('delivery') };

/**
 * When an order is to be done, as far as it was said: the delivery window's beginning, else the planned day at noon,
 * else the pickup window. This and the two below are the words of their indexes (order.entity.ts).
 */
export const planned = 'coalesce(o.delivery_from, o.delivery_date, o.pickup_from)';
/** When its pickup is to be made: by its window, else with the delivery. */
export const plannedPickup = `coalesce(o.pickup_from, ${planned})`;
const due = 'coalesce(o.delivery_to, o.delivery_date, o.pickup_to)';
export const isOpen = `o.status in (${quoted(openOrderStatuses)})`;
export const isBeforePickup = `o.status in (${quoted(orderStatusesThat('isBeforePickup'))})`;
/** An open stop is planned for a time before the given one; each half is an index of open orders. */
const isCarriedOver = `(${isOpen} and ${planned} < ?) or (${isBeforePickup} and o.pickup_from < ?)`;

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

/** An order with another's tracking number in its address or contact; written as in its index. */
const namesAnother = `o.words like '%qf%qf%'`;
const REFERENCE = /^(?:[0-9A-Z]{3}-[0-9A-Z]{3}|[A-Z]-\d{4}-\d{4,})$/;

/** A driver, and what they are found by. */
export interface NamedDriver {
  id: number;
  words: string;
}
function search(where: Where, q: string, by: Searcher, drivers: readonly NamedDriver[]): void {
  const id = rowNumberIn(q);
  const whole = orderNumberIn(q);
  const reference = normaliseReference(q);
  const also = (term: string) => {
    const ids = drivers.filter(({ words }) => findsTerm(words, term)).map((driver) => driver.id);
    return ids.length > 0 ? { sql: 'o.driver_id = any(?)', params: [ids] } : undefined;
  };
  if (id !== undefined) where.andSelective('o.id = ?', id);
  else if (whole) {
    // Thousands of numbers share any three digits: the number itself finds it sooner than its trigrams.
    const named = searchIn('o', whole, by);
    where.andSelective(`o.tracking_number = ? or (${namesAnother} and (${named.sql}))`, whole, ...named.params);
  } else {
    const exact = scannedKeys(q).map((key) => searchIn('o', key, by));
    if (REFERENCE.test(reference))
      exact.push({
        sql: 'o.quote_id = any(array(select id from quotes where reference = ? union all select quote_id from papers where number = ?))',
        params: [reference, reference],
      });
    const found = searchIn('o', q, by, { exact, also });
    where.andSelective(found.sql, ...found.params);
  }
}

// An array is looked up by the key, however many orders there are.
const hasProposedCharge = `o.id = any(array(select order_id from charges where state = 'proposed'))`;

/** Who asks for a list of orders, and for a search the drivers. */
export interface OrderSearcher {
  merchant?: number | undefined;
  isOwn?: boolean;
  drivers?: readonly NamedDriver[];
}
const searcherOf = ({ merchant, isOwn = false }: OrderSearcher): Searcher => {
  if (merchant !== undefined) return { merchant };
  return isOwn ? 'own' : 'office';
};

/** The first moment of a day, and the first one after it. */
export const boundsOf = (day: string, zone: string): [Date, Date] => [startOfDay(day, zone), endOfDay(day, zone)];

/** Whether an order was delivered in a span of moments. */
export const deliveredIn = (from: string, to: string): string => `o.delivered_at >= ${from} and o.delivered_at < ${to}`;
/** Of an order that was delivered on a day: whether that was after its window, or after its planned day. */
export const isLateOn = (day: string): string =>
  `coalesce(case when o.delivery_to is not null then o.delivered_at > o.delivery_to else o.planned_day < ${day} end, false)`;
/** Whether an attempt at it failed in a span of moments, and was not taken back as a mistake. */
export const failedIn = (from: string, to: string): string =>
  `o.id in (select a.order_id from attempts a where a.outcome = 'failed' and a.number is not null and a.corrected_at is null
     and a.received_at >= ${from} and a.received_at < ${to})`;

/** What a list of orders is asked for; days are those of the zone, and overdue is what is at `now`. */
export function filterOrders(
  zone: string,
  now: Date,
  input: Omit<ListOrders, 'page' | 'limit' | 'sort' | 'cursor'> & OrderSearcher,
  until = 'infinity',
): Where {
  const where = new Where();
  onlyOwn(where, 'o', input.merchant);
  if (input.q) search(where, input.q, searcherOf(input), input.drivers ?? []);
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
      `(${planned} >= ? and ${planned} < ?) or (o.pickup_from >= ? and o.pickup_from < ?)`,
      ...boundsOf(input.plannedOn, zone),
      ...boundsOf(input.plannedOn, zone),
    );
  if (input.unplanned) where.and(`${isOpen} and ${planned} is null`);
  if (input.carriedOver) {
    const today = startOfDay(dayIn(zone, now), zone);
    where.andSelective(isCarriedOver, today, today);
  }
  if (input.deliveredOn) where.andSelective(deliveredIn('?', '?'), ...boundsOf(input.deliveredOn, zone));
  if (input.onTime !== undefined) {
    if (!input.deliveredOn) throw invalid('onTime', t('Ask with deliveredOn: a day is what an order is in time for'));
    where.andSelective(`${isLateOn('?::date')} = ?`, input.deliveredOn, !input.onTime);
  }
  if (input.failedOn) where.andSelective(failedIn('?', '?'), ...boundsOf(input.failedOn, zone));
  if (input.failed) where.and('o.failed_at is not null');
  // A key of one customer reads approved charges alone, and so does not learn of others by a filter.
  if (input.chargesProposed) where.and(input.merchant === undefined && !input.isOwn ? hasProposedCharge : 'false');
  // Who pays is none of a driver's business.
  if (input.payment && input.isOwn) where.and('false');
  else if (input.payment === 'open') where.and(isUnpaid);
  else if (input.payment) where.and('o.payment = ?', input.payment);
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
