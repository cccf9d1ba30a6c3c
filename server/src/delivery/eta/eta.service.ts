import { addDays, DAY_MS, MINUTE_MS, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { doorsOf } from '@quickfleet/shared/delivery/drivers/doors';
import { type EtaBasis, etaBases } from '@quickfleet/shared/delivery/eta/eta';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { findPlaces } from '../../company/places/places.queries.ts';
import { c, type Row, readRows, run, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now, type Services, systemContext, todayOf } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { dayIn } from '../../process/clock.ts';
import { pushLate } from '../notices/delivery-push.queue.ts';
import { mailLate } from '../notices/late-mails.ts';
import { isOpen, planned } from '../orders/orders.filters.ts';
import { readBoard } from '../planning/planning.queries.ts';
import { SHORT_PATIENCE_MS, travelTimes } from '../travel/travel-times.ts';
import { endDelays } from './delays.service.ts';
import {
  type EtaModel,
  learn,
  type MadeStop,
  type OpenStop,
  type Range,
  rangeAhead,
  rangeUnderWay,
  type WallClock,
  type WorkedDay,
} from './eta.model.ts';
import {
  areaOf,
  type Learned,
  PROMISE_DAYS,
  readLearned,
  readMadeStops,
  readWidth,
  wallClock,
  withWays,
} from './eta.queries.ts';

const LEARN_DAYS = 90;
const LEARN_AFTER_MS = 20 * 60 * MINUTE_MS;
/** A range that moved less is still the same to its readers. */
const MOVED_MS = 5 * MINUTE_MS;
/** Promises that are kept for the report: with so many stops before the delivery, and the first of each basis. */
const COUNTED_AT = new Set([10, 5, 2, 1, 0]);

/** The days of all drivers, in the order of time. */
async function readWorkedDays(ctx: AppContext): Promise<WorkedDay[]> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const until = startOfDay(todayOf(ctx), zone);
  const days = new Map<string, WorkedDay & { stops: MadeStop[] }>();
  const dayOf = ({ at }: { at: Date }) => dayIn(zone, at);
  const stops = await readMadeStops(ctx, new Date(until.getTime() - LEARN_DAYS * DAY_MS), until);
  for (const stop of await withWays(ctx, stops, (one, other) => dayOf(one) === dayOf(other))) {
    const day = dayOf(stop);
    const key = `${day} ${stop.driverId}`;
    const worked = days.get(key) ?? { driverId: stop.driverId, day, startedAt: null, stops: [] };
    worked.stops.push(stop.made);
    days.set(key, worked);
  }
  return [...days.values()];
}

/** What was learned; once a day it is learned again, from the days before today. */
async function learnedOf(ctx: AppContext, clock: WallClock): Promise<Learned | null> {
  const row = await readLearned(ctx);
  if (row && now(ctx).getTime() - row.learnedAt.getTime() < LEARN_AFTER_MS) return row.model;
  const found = learn(await readWorkedDays(ctx), clock);
  const model = found ? { ...found, width: await readWidth(ctx) } : null;
  await run(
    ctx.em,
    `insert into eta_learned (id, model, learned_at) values (1, ?::jsonb, ?)
       on conflict (id) do update set model = excluded.model, learned_at = excluded.learned_at`,
    [model && JSON.stringify(model), now(ctx)],
  );
  return model;
}

interface Expected extends Range {
  orderId: number;
  driverId: number;
  basis: EtaBasis;
  stopsBefore: number;
}

type Column = DayBoard['drivers'][number];
/** The doors that a driver still has to reach, in the board's order. */
function openStopsOf(board: DayBoard, column: Column) {
  const orders = new Map(board.orders.map((order) => [order.id, order]));
  return doorsOf(column.stops, orders).flatMap((door) => {
    const stops = door.flatMap(({ orderId, stop, isDone }) => {
      const order = orders.get(orderId);
      if (isDone || !order) return [];
      const [address, window] =
        stop === 'pickup' ? [order.pickupAddress, order.pickupWindow] : [order.deliveryAddress, order.deliveryWindow];
      return [{ orderId, stop, address, window }];
    });
    const [first] = stops;
    if (!first) return [];
    const begins = stops.flatMap(({ window }) => (window ? Date.parse(window.from) : []));
    const place: OpenStop = { area: areaOf(first.address), notBefore: begins.length > 0 ? Math.max(...begins) : null };
    return [{ stops, place, address: first.address }];
  });
}

/**
 * The length of the way to each open door of a driver, from the one before; null where one of the two is not known. Within
 * the transaction nobody is asked: `askForWays` has done so before.
 */
async function waysOf(
  ctx: AppContext,
  board: DayBoard,
  column: Column,
  last: string | undefined,
  patience = 0,
): Promise<(number | null)[]> {
  const addresses = openStopsOf(board, column).map(({ address }) => address);
  const known = await findPlaces(ctx, [...new Set([...addresses, ...(last === undefined ? [] : [last])])]);
  const places = [last, ...addresses].map((address) => (address === undefined ? null : (known.get(address) ?? null)));
  const { kilometres } = await travelTimes(ctx, places, { unknownMinutes: 0, patience });
  return addresses.map((_, at) =>
    places[at] && places[at + 1] ? (kilometres[at * places.length + at + 1] ?? null) : null,
  );
}
/** Has the routing service say the ways of today's and tomorrow's open stops that are not kept yet. */
async function askForWays(ctx: AppContext): Promise<void> {
  for (const day of [todayOf(ctx), addDays(todayOf(ctx), 1)]) {
    const board = await readBoard(ctx, { day });
    for (const column of board.drivers) await waysOf(ctx, board, column, undefined, SHORT_PATIENCE_MS);
  }
}

/** With too little history: the promised window stays, and the board says how many stops come before. */
const windowsOf = (board: DayBoard, column: Column): Expected[] =>
  openStopsOf(board, column).flatMap(({ stops }, stopsBefore) =>
    stops.flatMap(({ orderId, stop, window }): Expected[] => {
      if (stop !== 'delivery' || !window) return [];
      const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
      return [{ from, to, orderId, driverId: column.driver.id, stopsBefore, basis: 'window' }];
    }),
  );

/** The ranges of the open deliveries on a driver's day. */
function expectOf(
  { model, clock, width, at }: { model: EtaModel; clock: WallClock; width: number; at: Date },
  board: DayBoard,
  column: Column,
  made: readonly MadeStop[],
  ofDay: number,
  ways: readonly (number | null)[],
): Expected[] {
  const driverId = column.driver.id;
  const open = openStopsOf(board, column);
  const startedAt = column.startedAt ? Date.parse(column.startedAt) : made[0]?.at;
  return open.flatMap(({ stops }, stopsBefore) => {
    if (stops[0]?.stop !== 'delivery') return [];
    const asked = {
      driverId,
      now: at.getTime(),
      width,
      stops: open.slice(0, stopsBefore + 1).map(({ place }, at) => ({ ...place, kilometres: ways[at] ?? null })),
    };
    const range =
      startedAt === undefined
        ? rangeAhead(model, clock, { ...asked, ofDay })
        : rangeUnderWay(model, clock, { ...asked, startedAt, made });
    if (!range) return [];
    const basis: EtaBasis = startedAt === undefined ? 'learned' : 'under_way';
    return stops.map(({ orderId }) => ({ ...range, orderId, driverId, stopsBefore, basis }));
  });
}

const shown = select({
  orderId: c.int('e.order_id'),
  from: c.date('e.from_at'),
  to: c.date('e.to_at'),
  basis: c.oneOf(etaBases, 'e.basis'),
  stopsBefore: c.int('e.stops_before'),
});
const readShown = ({ em }: AppContext) =>
  readRows(
    em,
    shown,
    `select $columns from etas e join orders o on o.id = e.order_id where e.driver_id = o.driver_id and e.planned_for = ${planned}`,
  );

const moved = (a: number, b: Date) => Math.abs(a - b.getTime()) >= MOVED_MS;
const isChanged = (next: Expected, present: Row<typeof shown> | undefined): boolean =>
  !present ||
  present.basis !== next.basis ||
  present.stopsBefore !== next.stopsBefore ||
  moved(next.from, present.from) ||
  moved(next.to, present.to);

const written = select({ id: c.int('id'), trackingNumber: c.text('tracking_number') });
/** Shows these ranges from now on, keeps those that count as promises, and has open pages read them. */
async function show(ctx: AppContext, ranges: readonly (Expected & { isCounted: boolean })[], width: number) {
  const rows = JSON.stringify(
    ranges.map(({ from, to, ...range }) => ({ ...range, from: new Date(from), to: new Date(to) })),
  );
  const orders = await readRows(
    ctx.em,
    written,
    `with given as (
       select * from json_to_recordset(?::json) as r("orderId" int, "driverId" int, "from" timestamptz, "to" timestamptz, basis text, "stopsBefore" int, "isCounted" bool)
     ), now_shown as (
       insert into etas (order_id, driver_id, planned_for, from_at, to_at, basis, stops_before, updated_at)
       select o.id, o.driver_id, ${planned}, r."from", r."to", r.basis, r."stopsBefore", ?
         from given r join orders o on o.id = r."orderId" and o.driver_id = r."driverId" where ${planned} is not null and ${isOpen}
       on conflict (order_id) do update set driver_id = excluded.driver_id, planned_for = excluded.planned_for, from_at = excluded.from_at,
         to_at = excluded.to_at, basis = excluded.basis, stops_before = excluded.stops_before, updated_at = excluded.updated_at
       returning order_id
     ), promised as (
       insert into eta_promises (order_id, promised_at, from_at, to_at, basis, stops_before, width)
       select r."orderId", ?, r."from", r."to", r.basis, r."stopsBefore", ? from given r where r."isCounted" and r."orderId" in (select order_id from now_shown)
     )
     select $columns from orders where id in (select order_id from now_shown) order by id`,
    [rows, now(ctx), now(ctx), width],
  );
  for (const order of orders) await publish(ctx.em, { topic: 'order', ...order });
}

/**
 * Once a minute: learns where it is time, notes which promises were kept, and computes when today's and tomorrow's
 * deliveries are expected. With too little history the promised window stays, with the stops before it by the board.
 */
export async function tendEtas(services: Services): Promise<void> {
  const ctx = systemContext(services);
  if (services.config.ROUTING_URL) await askForWays({ ...ctx, em: services.orm.em.fork(), grant: 'yes' });
  await runInTransaction(ctx, 'eta.tend', {}, async (em) => {
    const inner: AppContext = { ...ctx, em, grant: 'yes' };
    await endDelays(inner);
    await pushLate(inner);
    await mailLate(inner);
    await run(
      em,
      `update eta_promises p set reached_at = o.delivered_at from orders o
        where o.id = p.order_id and p.reached_at is null and o.delivered_at is not null`,
    );
    const zone = services.config.BUSINESS_TIMEZONE;
    const clock = wallClock(zone);
    const model = await learnedOf(inner, clock);
    const width = model?.width ?? 1;
    const present = new Map((await readShown(inner)).map((row) => [row.orderId, row]));
    const today = todayOf(inner);
    const begin = startOfDay(today, zone);
    const done = await withWays(inner, await readMadeStops(inner, begin, now(inner)), () => true);
    const doneToday = Map.groupBy(done, ({ driverId }) => driverId);
    const ranges: Expected[] = [];
    for (const day of [today, addDays(today, 1)]) {
      const board = await readBoard(inner, { day });
      const noon = startOfDay(day, zone).getTime() + 12 * 60 * MINUTE_MS;
      for (const column of board.drivers) {
        const own = day === today ? (doneToday.get(column.driver.id) ?? []) : [];
        const made = own.map((stop) => stop.made);
        ranges.push(
          ...(model
            ? expectOf(
                { model, clock, width, at: now(inner) },
                board,
                column,
                made,
                noon,
                await waysOf(inner, board, column, own.at(-1)?.address),
              )
            : windowsOf(board, column)),
        );
      }
    }
    const changed = ranges.filter((range) => isChanged(range, present.get(range.orderId)));
    if (changed.length === 0) return;
    const isCounted = ({ orderId, basis, stopsBefore }: Expected) => {
      // What was promised is no range of ours.
      if (basis === 'window') return false;
      const before = present.get(orderId);
      return before?.basis !== basis || (before.stopsBefore !== stopsBefore && COUNTED_AT.has(stopsBefore));
    };
    await show(
      inner,
      changed.map((range) => ({ ...range, isCounted: isCounted(range) })),
      width,
    );
  });
}

/** Promises that count no longer, and ranges of orders that are over. */
export async function forgetEtas({ em }: Pick<AppContext, 'em'>, at: Date): Promise<void> {
  await run(em, 'delete from eta_promises where promised_at < ?', [new Date(at.getTime() - 2 * PROMISE_DAYS * DAY_MS)]);
  await run(em, `delete from order_delays y using orders o where o.id = y.order_id and not (${isOpen})`);
  await run(em, `delete from etas e using orders o where o.id = e.order_id and not (${isOpen})`);
}
