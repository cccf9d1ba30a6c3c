import { demandsOut } from '@quickfleet/shared/base/demands';
import { type StopKind, stopKey, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { orderOutcomes } from '@quickfleet/shared/company/proof/failure-words';
import { totalsOfLoose, totalsOfStops } from '@quickfleet/shared/delivery/drivers/doors';
import { PACE_STOPS_MIN, STOP_MINUTES_DEFAULT } from '@quickfleet/shared/delivery/drivers/driver-load';
import {
  isOpenOrder,
  isStopDone,
  orderStatuses,
  orderStatusesThat,
} from '@quickfleet/shared/delivery/orders/order-status';
import type {
  CarriedStop,
  DayBoard,
  DayOrder,
  DriverDay,
  SendNotices,
} from '@quickfleet/shared/delivery/planning/planning';
import { BOARD_LEFT_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { c, type Row, readOne, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { contactColumns } from '../../people/customers/stop-contacts.ts';
import { dayIn } from '../../process/clock.ts';
import { boundsOf, isBeforePickup, isOpen, planned, plannedPickup, windowColumns } from '../orders/orders.filters.ts';
import { parcels } from '../orders/orders.queries.ts';

type Scope = 'one driver' | 'the board';
const dayOrder = {
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  status: c.oneOf(orderStatuses, 'o.status'),
  driverId: c.int('o.driver_id').nullable(),
  customerName: c.text('o.customer_name'),
  customerCompany: c.text('o.customer_company').nullable(),
  customerPhone: c.text('o.customer_phone').nullable(),
  pickupAddress: c.text('o.pickup_address'),
  deliveryAddress: c.text('o.delivery_address'),
  ...contactColumns('o'),
  notes: c.text('o.notes').nullable(),
  driverNotes: c.text('o.driver_notes').nullable(),
  parcels: c.int(parcels),
  weightKg: c.float('o.weight_kg').nullable(),
  needs: c.json(demandsOut.needs, 'o.needs'),
  fixedStops: c.json(z.array(z.enum(stopKinds)), 'o.fixed_stops'),
  outcome: c.oneOf(orderOutcomes, 'o.outcome').nullable(),
  version: c.int('o.version'),
  ...windowColumns,
  pickupAt: c.time(plannedPickup).nullable(),
  deliveryAt: c.time(planned).nullable(),
  items: c.list(
    { name: c.text('i.name'), quantity: c.int('i.quantity') },
    'from order_items i where i.order_id = o.id',
    'i.position, i.id',
  ),
};
const dayStop = c.object({
  orderId: c.int('id'),
  stop: c.oneOf(stopKinds, 'stop'),
  isDone: c.bool('done'),
  isPlaced: c.bool('position is not null'),
});
const ofDriver = {
  driver: c.object({
    id: c.int('u.id'),
    firstName: c.text('coalesce(u.first_name, u.username)'),
    lastName: c.text('u.last_name').nullable(),
    phone: c.text('u.phone').nullable(),
  }),
  version: c.int('coalesce(dd.version, 1)'),
  startedAt: c.time('dd.started_at').nullable(),
  endedAt: c.time('dd.ended_at').nullable(),
  plannedFrom: c.time('dd.planned_from').nullable(),
  plannedTo: c.time('dd.planned_to').nullable(),
  breaks: c.json(z.array(z.object({ from: z.string(), to: z.string() })), `coalesce(dd.breaks, '[]')`),
  stops: c.json(z.array(dayStop.schema), `coalesce(s.stops, '[]')`),
};
const drivers = (scope: Scope) =>
  c.list(
    ofDriver,
    `from users u left join driver_days dd on dd.driver_id = u.id and dd.day = ?::date left join stops_of s on s.driver_id = u.id
      where u.role = 'driver' and ${scope === 'one driver' ? 'u.id = ?' : 'u.is_active'}`,
    'lower(coalesce(u.first_name, u.username)), u.id',
  );

const counts = `o.status in (${quoted(orderStatusesThat('counts'))})`;
const isOn = (moment: string) => `${moment} >= ? and ${moment} < ?`;
/**
 * The orders with a stop on a day, and each driver's stops of it in order. First stops that are picked up and were
 * never placed, then placed ones, then the rest by window; a delivery never comes before its pickup.
 */
const daySql = (scope: Scope) => {
  const ofScope = scope === 'one driver' ? 'o.driver_id = ? and' : '';
  return `with found as (
    select o.id from orders o where ${ofScope} ${counts} and ${isOn(planned)}
    union select o.id from orders o where ${ofScope} ${counts} and ${isOn('o.pickup_from')}
  ), of_day as materialized (
    select id, status, driver_id, ready, due, picks, delivers, case when delivers then planned else ready end as at
    from (select o.id, o.status, o.driver_id, ${planned} as planned, ${plannedPickup} as ready, greatest(o.pickup_from, ${planned}) as due,
        ${isOn(plannedPickup)} as picks, ${isOn(planned)} as delivers
      from orders o where o.id in (select id from found)) o
  ), stop as (
    select p.id, p.driver_id, k.stop, k.rank, s.position, case k.rank when 0 then p.ready else p.due end as at,
      p.status in (${quoted(orderStatusesThat('isDelivered'))}) or (k.rank = 0 and p.status in (${quoted(orderStatusesThat('isPickedUp'))})) as done
    from of_day p join (values ('pickup', 0), ('delivery', 1)) as k(stop, rank) on case k.rank when 0 then p.picks else p.delivers end
    left join driver_days dd on dd.driver_id = p.driver_id and dd.day = ?::date
    left join driver_day_stops s on s.driver_day_id = dd.id and s.order_id = p.id and s.stop = k.stop
    where p.driver_id is not null
  ), stops_of as (
    select driver_id, json_agg(${dayStop.sql}
      order by case when position is not null then 1 when done then 0 else 2 end, position, at, id, rank) as stops
    from stop group by driver_id
  )`;
};
const ofOneDriver = select({
  orders: c.list(dayOrder, 'from of_day p join orders o on o.id = p.id', 'p.at, p.id'),
  drivers: drivers('one driver'),
  canSharePosition: c.bool(`coalesce((select settings #>> '{positions,isOn}' = 'true' from company), false)`),
});

/** The pace is that of the last stops; a longer break is no way to the next one. */
const [PACE_OF_LAST, PACE_GAP_MAX] = [1000, 60];
const LEFT = BOARD_LEFT_MAX + 1;
/** The minutes between the last stops that were made, by their drivers. */
const madeSql = `made as (
    select o.driver_id, a.at from (
      select order_id, coalesce(taken_at, received_at) as at from attempts
      where outcome = 'done' and corrected_at is null order by id desc limit ${PACE_OF_LAST}
    ) a join orders o on o.id = a.order_id where o.driver_id is not null
  ), gap as (
    select extract(epoch from at - lag(at) over (partition by driver_id order by at)) / 60 as minutes from made
  )`;
/** Open orders without a day, those with an open stop of an earlier day, what is held, and the time between stops. */
const leftSql = `, unplanned as materialized (
    select o.id from orders o where ${isOpen} and ${planned} is null order by o.id limit ${LEFT}
  ), late as materialized (
    select id, max(at) as at from (
      (select o.id, ${planned} as at from orders o where ${isOpen} and ${planned} < ? order by ${planned} desc, o.id desc limit ${LEFT})
      union all
      (select o.id, o.pickup_from as at from orders o where ${isBeforePickup} and o.pickup_from < ? order by o.pickup_from desc, o.id desc limit ${LEFT})
    ) l group by id order by at desc, id desc limit ${LEFT}
  ), shown as (
    select id, at from of_day union all
    select id, null from (select id from unplanned union select id from late) l where id not in (select id from of_day)
  ), held as (
    select send_at from emails where status = 'held' and held_for in (
      select held_for from held_notices where order_id in (select id from of_day))
  ), ${madeSql}`;
const isGap = `minutes between 1 and ${PACE_GAP_MAX}`;
const ids = (rows: string, order: string) =>
  c.json(z.array(z.int()), `(select coalesce(json_agg(id order by ${order}), '[]') from ${rows})`);
const pace = c.object({
  minutes: c
    .int(`(select round(percentile_cont(0.5) within group (order by minutes))::int from gap where ${isGap})`)
    .nullable(),
  stops: c.int(`(select count(*)::int from gap where ${isGap})`),
});
const board = select({
  orders: c.list(dayOrder, 'from shown p join orders o on o.id = p.id', 'p.at, p.id'),
  drivers: drivers('the board'),
  unplanned: ids('unplanned', 'id'),
  late: ids('late', 'at desc, id desc'),
  notices: c.object({
    mails: c.int('(select count(*)::int from held)'),
    sendAt: c.time('(select min(send_at) from held)').nullable(),
  }),
  pace,
});
const oneDriverSql = `${daySql('one driver')} select $columns`;
const boardSql = `${daySql('the board')}${leftSql} select $columns`;

const dayStops = select({
  id: c.int('u.id'),
  username: c.text('u.username'),
  firstName: c.text('u.first_name').nullable(),
  lastName: c.text('u.last_name').nullable(),
  stops: c.json(z.array(dayStop.schema), 's.stops'),
  orders: c.list(
    {
      id: c.int('o.id'),
      customerName: dayOrder.customerName,
      customerPhone: dayOrder.customerPhone,
      pickupAddress: dayOrder.pickupAddress,
      deliveryAddress: dayOrder.deliveryAddress,
      ...contactColumns('o'),
      ...windowColumns,
    },
    'from of_day p join orders o on o.id = p.id where p.driver_id = u.id',
    'o.id',
  ),
});
/** How many stops each active driver has on a day, and has made, as the board shows them; drivers without one are left out. */
export async function countDayStops(ctx: AppContext, day: string) {
  const bounds = boundsOf(day, ctx.services.config.BUSINESS_TIMEZONE);
  const rows = await readRows(
    ctx.em,
    dayStops,
    `${daySql('the board')} select $columns from users u join stops_of s on s.driver_id = u.id
      where u.role = 'driver' and u.is_active order by lower(coalesce(u.first_name, u.username)), u.id`,
    [...bounds, ...bounds, ...bounds, ...bounds, day],
  );
  return rows.map(({ stops, orders, ...driver }) => {
    const named = new Map(orders.map((order) => [order.id, { ...order, parcels: 0 }]));
    const totals = totalsOfStops(stops, named);
    return { ...driver, stops: totals.stops, stopsDone: totals.stopsDone };
  });
}

type OrderRow = Row<typeof ofOneDriver>['orders'][number];
/** A day's orders on the wire: their stops' days are those of the company's clock. */
function ordersOn(ctx: AppContext, day: string, rows: readonly OrderRow[]): DayOrder[] {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const [from, to] = boundsOf(day, zone).map((at) => at.getTime());
  const dayOf = (moment: string | null): string | null => {
    if (moment === null) return null;
    const at = new Date(moment);
    // Most are of this day, and asking a clock costs more than two comparisons.
    return at.getTime() >= (from ?? 0) && at.getTime() < (to ?? 0) ? day : dayIn(zone, at);
  };
  return rows.map(({ pickupAt, deliveryAt, ...order }) => ({
    ...order,
    pickupDay: dayOf(pickupAt),
    deliveryDay: dayOf(deliveryAt),
  }));
}

const byId = (orders: readonly DayOrder[]) => new Map(orders.map((order) => [order.id, order]));

/** A driver's stops of a day in their order; a signed-in driver reads their own. */
export async function readDriverDay(
  ctx: AppContext,
  input: { id: number; day?: string | undefined },
): Promise<DriverDay> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.id) throw forbidden(t('You can only see your own day'));
  const day = input.day ?? todayOf(ctx);
  const { id } = input;
  const bounds = boundsOf(day, ctx.services.config.BUSINESS_TIMEZONE);
  const params = [id, ...bounds, id, ...bounds, ...bounds, ...bounds, day, day, id];
  const row = await readOne(ctx.em, ofOneDriver, oneDriverSql, params);
  const [column] = row.drivers;
  if (!column) throw notFound('Driver');
  const orders = ordersOn(ctx, day, row.orders);
  const { canSharePosition } = row;
  return { day, ...column, canSharePosition, totals: totalsOfStops(column.stops, byId(orders)), orders };
}

/** The stops of some orders, for their totals. */
const totalsOf = (orders: readonly DayOrder[], isStop: (order: DayOrder, stop: StopKind) => boolean) =>
  totalsOfLoose(
    orders.flatMap((order) =>
      stopKinds
        .filter((stop) => isStop(order, stop))
        .map((stop) => ({ orderId: order.id, stop, isDone: isStopDone(order.status, stop) })),
    ),
    byId(orders),
  );
const dayOfStop = (order: DayOrder, stop: StopKind) => (stop === 'pickup' ? order.pickupDay : order.deliveryDay);

/** The open stops of days before today, as the list of orders finds them. */
const carriedOf = (orders: readonly DayOrder[], today: string): CarriedStop[] =>
  orders.flatMap((order) =>
    stopKinds.flatMap((stop) => {
      const day = dayOfStop(order, stop);
      return day !== null && day < today && !isStopDone(order.status, stop) ? [{ orderId: order.id, stop, day }] : [];
    }),
  );

/** The minutes from stop to stop, as the company makes them; too few say nothing. */
const paceOf = ({ minutes, stops }: { minutes: number | null; stops: number }): DayBoard['pace'] =>
  minutes === null || stops < PACE_STOPS_MIN
    ? { minutesPerStop: STOP_MINUTES_DEFAULT, stops: 0 }
    : { minutesPerStop: minutes, stops };

const paceAlone = select({ pace });
export async function readPace({ em }: AppContext): Promise<DayBoard['pace']> {
  const row = await readOne(em, paceAlone, `with ${madeSql} select $columns`);
  return paceOf(row.pace);
}

/** Every active driver's day, the day's open orders that nobody has, and what no day or an earlier one has. */
export async function readBoard(ctx: AppContext, input: { day?: string | undefined }): Promise<DayBoard> {
  const [today, zone] = [todayOf(ctx), ctx.services.config.BUSINESS_TIMEZONE];
  const day = input.day ?? today;
  const bounds = boundsOf(day, zone);
  const before = startOfDay(today, zone);
  const params = [...bounds, ...bounds, ...bounds, ...bounds, day, before, before, day];
  const row = await readOne(ctx.em, board, boardSql, params);
  const orders = ordersOn(ctx, day, row.orders);
  const all = byId(orders);
  const named = (ids: readonly number[]) => ids.slice(0, BOARD_LEFT_MAX).flatMap((id) => all.get(id) ?? []);
  const isOfDay = (order: DayOrder) => order.pickupDay === day || order.deliveryDay === day;
  const left = orders.filter((order) => isOfDay(order) && order.driverId === null && isOpenOrder(order.status));
  const [unplanned, late] = [named(row.unplanned), named(row.late)];
  const carried = carriedOf(late, today);
  const isCarried = new Set(carried.map(stopKey));
  const shown = new Set([
    ...[...left, ...unplanned, ...late].map(({ id }) => id),
    ...row.drivers.flatMap(({ stops }) => stops.map((stop) => stop.orderId)),
  ]);
  return {
    day,
    drivers: row.drivers.map((column) => ({ ...column, totals: totalsOfStops(column.stops, all) })),
    unassigned: {
      totals: totalsOf(left, (order, stop) => dayOfStop(order, stop) === day),
      orderIds: left.map(({ id }) => id),
    },
    unplanned: {
      totals: totalsOf(unplanned, () => true),
      orderIds: unplanned.map(({ id }) => id),
      hasMore: row.unplanned.length > BOARD_LEFT_MAX,
    },
    carriedOver: {
      totals: totalsOf(late, ({ id }, stop) => isCarried.has(stopKey({ orderId: id, stop }))),
      stops: carried,
      hasMore: row.late.length > BOARD_LEFT_MAX,
    },
    notices: row.notices,
    pace: paceOf(row.pace),
    orders: orders.filter(({ id }) => shown.has(id)),
  };
}

const readers = select({ heldFor: c.text('n.held_for') });
/** Whose notices are about orders with a stop on a day; with a driver, theirs and those of their orders' customers. */
export async function readersOfDay(ctx: AppContext, { day, driverId }: SendNotices): Promise<string[]> {
  const bounds = boundsOf(day, ctx.services.config.BUSINESS_TIMEZONE);
  const own = driverId === undefined ? '' : `and (n.driver_id = ? or (n.kind = 'customer' and o.driver_id = ?))`;
  const rows = await readRows(
    ctx.em,
    readers,
    `select distinct $columns from held_notices n join orders o on o.id = n.order_id
      where ((${isOn(planned)}) or (${isOn('o.pickup_from')})) ${own} order by n.held_for`,
    [...bounds, ...bounds, ...(driverId === undefined ? [] : [driverId, driverId])],
  );
  return rows.map(({ heldFor }) => heldFor);
}
