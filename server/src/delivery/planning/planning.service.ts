import { type DayStop, type StopKind, stopKey, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { isBeforePickup, orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DriverDay, SetDriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { ErrorCode } from '@quickfleet/shared/error-codes';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { c, type Row, readRows, run, select } from '../../db/rows.ts';
import { type AppContext, withoutIfMatch } from '../../http/context.ts';
import { badRequest, conflict, type Issue, notFound } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import type { User } from '../../people/users/user.entity.ts';
import { dayIn } from '../../process/clock.ts';
import { assignDriver } from '../order-rights/orders.driver.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { planned, plannedPickup } from '../orders/orders.filters.ts';
import { readDriverDay } from './planning.queries.ts';

/** An order as it stands while this change holds it. */
const cardColumns = select({
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  status: c.oneOf(orderStatuses, 'o.status'),
  driverId: c.int('o.driver_id').nullable(),
  driverName: c
    .text(
      `(select concat_ws(' ', coalesce(u.first_name, u.username), u.last_name) from users u where u.id = o.driver_id)`,
    )
    .nullable(),
  pickupAt: c.date(plannedPickup).nullable(),
  deliveryAt: c.date(planned).nullable(),
});
type Card = Omit<Row<typeof cardColumns>, 'pickupAt' | 'deliveryAt'> & Record<StopKind, string | null>;
type DayRow = Row<typeof dayColumns>;
const dayColumns = select({ id: c.int('id'), driverId: c.int('driver_id'), version: c.int('version') });

/**
 * Sets the order of a driver's day as listed, in one transaction with every assignment this needs. The driver's other
 * stops follow, by window. A listed stop whose order's other stop alone is on this day keeps its place on its own day.
 *
 * @throws 400 for a delivery without its pickup before it, 409 STALE_VERSION when the day has changed, 409 CARD_MOVED
 * when an order is elsewhere than the caller saw; both say in `issues` where the orders are now
 */
export async function setDriverDay(ctx: AppContext, input: SetDriverDay): Promise<DriverDay> {
  const driver = await requireDriver(ctx, input.id);
  const cards = await lockCards(ctx, [...new Set(input.stops.map(({ orderId }) => orderId))]);
  const from = new Map(input.reassign?.map(({ orderId, fromDriverId }) => [orderId, fromDriverId]));
  const taken = [...cards.values()].flatMap(({ id, driverId }) => (from.get(id) === driverId ? (driverId ?? []) : []));
  const present = (await lockDays(ctx, input.day, [driver.id, ...taken])).get(driver.id);
  if (!present) throw notFound('Driver');
  requireSeen(driver, present, input.version, whereTheyAre(input, cards));
  for (const [at, { orderId }] of input.stops.entries()) requireHere(input, cards.get(orderId), from.get(orderId), at);
  requirePickups(input, cards);
  // An If-Match of this call would mean the day, not an order.
  const inner = withoutIfMatch(ctx);
  for (const { id, driverId } of cards.values())
    if (driverId !== driver.id) await assignDriver(inner, { id, driverId: driver.id, reassign: true });
  await ctx.em.flush();
  const isHere = ({ orderId, stop }: DayStop) => cards.get(orderId)?.[stop] === input.day;
  await writeStops(ctx, present.id, input.stops.filter(isHere));
  await publish(ctx.em, { topic: 'day', id: driver.id });
  return readDriverDay(ctx, input);
}

/** Locks the orders in the order of their ids, so that two dispatchers wait for each other and not in a circle. */
async function lockCards(ctx: AppContext, ids: readonly number[]): Promise<Map<number, Card>> {
  const rows = await readRows(
    ctx.em,
    cardColumns,
    'select $columns from orders o where o.id = any(?) order by o.id for update of o',
    [ids],
  );
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  return new Map(
    rows.map(({ pickupAt, deliveryAt, ...card }) => [
      card.id,
      { ...card, pickup: pickupAt && dayIn(zone, pickupAt), delivery: deliveryAt && dayIn(zone, deliveryAt) },
    ]),
  );
}

/** Locks the drivers' rows of the day; a day that has none begins with version 1. */
export async function lockDays(ctx: AppContext, day: string, drivers: readonly number[]): Promise<Map<number, DayRow>> {
  const all = [...new Set(drivers)];
  await run(
    ctx.em,
    `insert into driver_days (driver_id, day) select id, ?::date from users where id = any(?) and role = 'driver' order by id
     on conflict (driver_id, day) do nothing`,
    [day, all],
  );
  const rows = await readRows(
    ctx.em,
    dayColumns,
    'select $columns from driver_days where day = ?::date and driver_id = any(?) order by driver_id for update',
    [day, all],
  );
  return new Map(rows.map((row) => [row.driverId, row]));
}

/** Refuses a list that was made on an older picture of the day. */
export function requireSeen(driver: User, present: DayRow, version: number | undefined, issues: Issue[] = []): void {
  if (version === undefined || version === present.version) return;
  throw conflict(
    'STALE_VERSION',
    t('Someone else has changed the day of {name}. Reload it to see the current version ({version}).', {
      name: displayName(driver),
      version: present.version,
    }),
    issues,
  );
}

const isOnDay = (card: Card, day: string): boolean => stopKinds.some((stop) => card[stop] === day);
const number = (card: Card): string => formatTracking(card.trackingNumber);
const placeOf = (card: Card, day: string): string => {
  const about = { number: number(card) };
  if (card.status === 'cancelled') return t('{number} was cancelled', about);
  if (!isOnDay(card, day))
    return card.delivery === null
      ? t('{number} has no day', about)
      : t('{number} is planned for {day}', { ...about, day: card.delivery });
  return card.driverId === null
    ? t('Nobody has {number}', about)
    : t('{name} has {number}', { ...about, name: card.driverName ?? '' });
};
/** The named orders that are not in this driver's day. */
const whereTheyAre = ({ id, day, stops }: SetDriverDay, cards: ReadonlyMap<number, Card>): Issue[] =>
  [...cards.values()]
    .filter((card) => card.driverId !== id || !isOnDay(card, day) || card.status === 'cancelled')
    .map((card) => ({
      path: `stops.${stops.findIndex(({ orderId }) => orderId === card.id)}`,
      message: placeOf(card, day),
    }));

/** Refuses an order that is over, on another day, or with another driver than the caller saw. */
function requireHere(input: SetDriverDay, card: Card | undefined, from: number | undefined, at: number): void {
  if (!card) throw notFound('Order');
  const issues = [{ path: `stops.${at}`, message: placeOf(card, input.day) }];
  const refuse = (reason: ErrorCode, message: string): never => {
    throw conflict(reason, message, issues);
  };
  if (card.status === 'cancelled')
    refuse('ORDER_CLOSED', t('{number} was cancelled and has left the day', { number: number(card) }));
  if (!isOnDay(card, input.day))
    refuse('ORDER_ON_OTHER_DAY', t('{place}, not for {day}', { place: placeOf(card, input.day), day: input.day }));
  const isMoved = card.driverId !== input.id && (card.driverId ?? undefined) !== from;
  if (isMoved) refuse('CARD_MOVED', t('Someone else moved it: {place} now', { place: placeOf(card, input.day) }));
  if (card.status === 'delivered' && card.driverId !== input.id)
    refuse('ORDER_CLOSED', t('{number} is delivered and takes no driver any more', { number: number(card) }));
}

/** A delivery has a place only behind its pickup, unless that is done or on another day. */
function requirePickups({ day, stops }: SetDriverDay, cards: ReadonlyMap<number, Card>): void {
  const named = new Set(stops.map(stopKey));
  for (const [at, { orderId, stop }] of stops.entries()) {
    const card = cards.get(orderId);
    if (!card || stop === 'pickup' || named.has(stopKey({ orderId, stop: 'pickup' }))) continue;
    if (!isBeforePickup(card.status) || card.pickup !== day) continue;
    const message = t('Say where {number} is picked up before where it is delivered', { number: number(card) });
    throw badRequest('PICKUP_MISSING', message, [{ path: `stops.${at}.stop`, message }]);
  }
}

async function writeStops(ctx: AppContext, dayId: number, stops: readonly DayStop[]): Promise<void> {
  const [orderIds, kinds] = [stops.map(({ orderId }) => orderId), stops.map(({ stop }) => stop)];
  await run(
    ctx.em,
    `delete from driver_day_stops
     where driver_day_id = ? or (order_id, stop) in (select * from unnest(?::int[], ?::text[]))`,
    [dayId, orderIds, kinds],
  );
  await run(
    ctx.em,
    `insert into driver_day_stops (driver_day_id, order_id, stop, position)
     select ?, s.order_id, s.stop, s.position from unnest(?::int[], ?::text[]) with ordinality as s(order_id, stop, position)`,
    [dayId, orderIds, kinds],
  );
  await run(ctx.em, 'update driver_days set version = version + 1 where id = ?', [dayId]);
}
