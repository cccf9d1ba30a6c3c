import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { DAY_MS, MINUTE_MS, minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import {
  type Delay,
  delay,
  ETA_CONFIDENCE,
  type Eta,
  type EtaReport,
  eta,
  etaBases,
} from '@quickfleet/shared/delivery/eta/eta';
import { etaAt } from '@quickfleet/shared/delivery/eta/eta-words';
import { findPlaces } from '../../company/places/places.queries.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { iso } from '../../db/sql.ts';
import { type AppContext, now } from '../../http/context.ts';
import { dayIn } from '../../process/clock.ts';
import { isOpen, planned } from '../orders/orders.filters.ts';
import { type EtaModel, type KeptPromise, type MadeStop, MODEL_SHAPE, type WallClock, widthOf } from './eta.model.ts';

const range = (from: string, to: string, basis: string, stopsBefore: string, updatedAt: string) =>
  `json_build_object('from', ${iso(from)}, 'to', ${iso(to)}, 'confidence', ${ETA_CONFIDENCE}, 'basis', ${basis}, 'stopsBefore', ${stopsBefore}, 'updatedAt', ${iso(updatedAt)})`;
const ofItsDay = `e.order_id = o.id and e.driver_id = o.driver_id and e.planned_for = ${planned}`;
/** What a driver says is of that day: a delivery that is planned for another one is not late. */
const saidOf = `y.order_id = o.id and y.driver_id is not distinct from o.driver_id and coalesce(${planned} < y.until, true)`;
const ofDay = `coalesce(
     (select ${range('e.from_at', 'e.to_at', 'e.basis', 'e.stops_before', 'e.updated_at')} from etas e
       where ${ofItsDay} and e.basis <> 'window'),
     case when o.delivery_from is not null then ${range('o.delivery_from', 'o.delivery_to', `'window'`, `(select e.stops_before from etas e where ${ofItsDay})`, 'o.updated_at')} end)`;
/** What the driver says to run late by moves the range; one that was computed or planned since counts where it is later. */
const ofDelay = `(select ${range(
  'greatest(y.from_at, coalesce(e.from_at, o.delivery_from))',
  'greatest(y.to_at, coalesce(e.to_at, o.delivery_to))',
  `coalesce(e.basis, 'window')`,
  'e.stops_before',
  'greatest(y.said_at, coalesce(e.updated_at, y.said_at))',
)} from order_delays y left join etas e on ${ofItsDay} where ${saidOf} and y.from_at is not null)`;
const whileOpen = (sql: string) => c.json(eta, `case when ${isOpen} and o.outcome is null then ${sql} end`);
/**
 * When an order `o` is expected: the range of its driver's day, else the promised window, later by what the driver says,
 * while it can still happen.
 */
export const etaColumn = whileOpen(`coalesce(${ofDelay}, ${ofDay})`);
/** The same without what the driver says. */
export const plannedEtaColumn = whileOpen(ofDay);

/** The range that a customer or recipient reads at this moment. */
export const etaForReader = (ctx: Pick<AppContext, 'services'>, range: Eta | null): Eta | null =>
  etaAt(range, now(ctx).getTime(), ctx.services.config.BUSINESS_TIMEZONE);

const said = `'reason', y.reason, 'words', y.words, 'at', ${iso('y.said_at')}`;
/** Why an order `o` runs late, as the driver says who has it now. */
export const delayColumn = c.json(
  delay,
  `(select case when y.minutes is null then json_build_object(${said}) else json_build_object(${said}, 'minutes', y.minutes) end from order_delays y
     where ${saidOf} and ${isOpen} and o.outcome is null)`,
);
interface Delayed {
  eta: Eta | null;
  deliveryWindow: { from: string; to: string } | null;
  delay: Delay | null;
}
/**
 * The delay that a customer sees: one that makes no difference to this delivery is left out, because its range ends
 * within the promised window, or that window has not begun and nothing says more.
 */
export function delayForCustomer({ eta: range, deliveryWindow, delay: said }: Delayed, at: Date): Delay | null {
  if (!deliveryWindow || !said) return said;
  const isConcerned =
    range && (range.basis !== 'window' || typeof said.minutes === 'number')
      ? Date.parse(range.to) > Date.parse(deliveryWindow.to)
      : Date.parse(deliveryWindow.from) <= at.getTime();
  return isConcerned ? said : null;
}

/** Finished stops that the model learns from, the newest; about three months of thirty drivers. */
const STOPS_MAX = 40_000;
const made = select({
  driverId: c.int('o.driver_id'),
  at: c.date('m.at'),
  address: c.text(`case m.stop when 'pickup' then o.pickup_address else o.delivery_address end`),
});
/**
 * The stops that drivers finished between two moments, by the phone's clock where that can be right. What the office did
 * for a driver, or took back later, says nothing about the way.
 */
export async function readMadeStops({ em }: Pick<AppContext, 'em'>, from: Date, to: Date) {
  const rows = await readRows(
    em,
    made,
    `with m as (
       select h.subject_id as order_id, case h.to_status when 'picked_up' then 'pickup' else 'delivery' end as stop,
         case when h.occurred_at between h.at - interval '12 hours' and h.at then h.occurred_at else h.at end as at,
         case when h.actor_kind = 'user' then h.actor_id end as user_id
       from history h where h.subject = 'order' and h.to_status in ('picked_up', 'delivered') and h.actor_kind in ('user', 'code')
         and h.at >= ? and h.at < ?
       union all
       select a.order_id, a.stop, coalesce(a.taken_at, a.received_at), null from attempts a
       where a.outcome = 'failed' and a.number is not null and a.corrected_at is null and a.stop <> 'return' and a.override_reason is null
         and a.received_at >= ? and a.received_at < ?)
     select $columns from m join orders o on o.id = m.order_id
     where o.driver_id is not null and o.corrected_at is null and coalesce(m.user_id, o.driver_id) = o.driver_id
     order by m.at desc limit ${STOPS_MAX}`,
    [from, to, from, to],
  );
  return rows.reverse();
}

const POSTCODE = /^(?=.*\d)[a-z0-9]{3,8}$/i;
/** The last part of a British postcode; the one before it is the neighbourhood. */
const INWARD = /^\d[a-z]{2}$/i;
/**
 * The neighbourhood of an address, as far as its last parts say: the beginning of a postcode, else the town; null for
 * an address of one part.
 */
export function areaOf(address: string): string | null {
  const [, ...parts] = address.split(/[\n,]+/).map((part) => part.trim());
  const last = parts.slice(-2).flatMap((part) => part.split(/\s+/));
  const code = last.findLast((word) => POSTCODE.test(word) && !INWARD.test(word));
  if (code) return code.slice(0, 3).toUpperCase();
  const town = parts.find((part) => part.length >= 3 && !/\d/.test(part));
  return town ? town.toLowerCase() : null;
}

/** Stops in the order of time, with the ways between those whose places are known; the latest are looked up. */
export async function withWays<Stop extends { driverId: number; at: Date; address: string }>(
  ctx: Pick<AppContext, 'em'>,
  stops: readonly Stop[],
  isSameDay: (one: Stop, other: Stop) => boolean,
): Promise<(Stop & { made: MadeStop })[]> {
  const places = await findPlaces(ctx, [...new Set(stops.slice(-PLACED_MAX).map(({ address }) => address))]);
  const last = new Map<number, Stop>();
  return stops.map((stop) => {
    const before = last.get(stop.driverId);
    last.set(stop.driverId, stop);
    const [from, to] = [before && isSameDay(before, stop) && places.get(before.address), places.get(stop.address)];
    const kilometres = from && to ? estimatedKilometres(from, to) : null;
    return { ...stop, made: { at: stop.at.getTime(), area: areaOf(stop.address), kilometres } };
  });
}
const PLACED_MAX = 5000;
/** Streets are longer than the way of a crow by this. */
const DETOUR = 1.3;
/** How long a way is without a routing service. */
export const estimatedKilometres = (one: Place, other: Place): number => DETOUR * kilometresBetween(one, other);

const QUARTER_MS = 15 * MINUTE_MS;
/** The company's clock. A zone is asked once for each quarter of an hour, which is as short as offsets change. */
export function wallClock(zone: string): WallClock {
  const offsets = new Map<number, number>();
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const date = new Date(quarter * QUARTER_MS);
      const midnight = Date.parse(`${dayIn(zone, date)}T00:00:00Z`);
      offset = midnight + minutesAt(date, zone) * MINUTE_MS - date.getTime();
      offsets.set(quarter, offset);
    }
    return offset;
  };
  return (at) => {
    const shown = at + offsetAt(at);
    const minute = Math.floor((((shown % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
    return { hour: Math.floor(minute / 60), weekday: new Date(shown).getUTCDay(), minute };
  };
}

/** A model, and how wide its ranges are made (`widthOf`). */
export interface Learned extends EtaModel {
  width: number;
}
const learned = select({
  model: c.stored<Learned | null>('model'),
  learnedAt: c.date('learned_at'),
});
/** What was learned last, by the shape that this program understands. */
export const readLearned = ({ em }: Pick<AppContext, 'em'>) =>
  readRow(
    em,
    learned,
    `select $columns from eta_learned where id = 1 and coalesce((model ->> 'shape')::int, ${MODEL_SHAPE}) = ${MODEL_SHAPE}`,
  );

/** How long a promise is kept, and counts for the width of the next ones. */
export const PROMISE_DAYS = 30;
const reached = select({
  from: c.date('from_at'),
  to: c.date('to_at'),
  at: c.date('reached_at'),
  width: c.float('width'),
  basis: c.oneOf(etaBases, 'basis'),
  stopsBefore: c.int('stops_before'),
});
const readReached = (ctx: AppContext) =>
  readRows(ctx.em, reached, 'select $columns from eta_promises where reached_at >= ? order by reached_at, id', [
    new Date(now(ctx).getTime() - PROMISE_DAYS * DAY_MS),
  ]);
const isHeld = ({ from, to, at }: { from: Date; to: Date; at: Date }) => at >= from && at <= to;
const keptPromise = ({ from, to, at, width }: { from: Date; to: Date; at: Date; width: number }): KeptPromise => ({
  from: from.getTime(),
  to: to.getTime(),
  at: at.getTime(),
  width,
});
export const readWidth = async (ctx: AppContext): Promise<number> => widthOf((await readReached(ctx)).map(keptPromise));

const medianMinutes = (promises: readonly { from: Date; to: Date }[]): number | null => {
  const minutes = promises.map(({ from, to }) => (to.getTime() - from.getTime()) / MINUTE_MS).sort((a, b) => a - b);
  const middle = minutes[Math.floor(minutes.length / 2)];
  return middle === undefined ? null : Math.round(middle);
};
const countHeld = (promises: readonly { from: Date; to: Date; at: Date }[]) => ({
  promises: promises.length,
  held: promises.filter(isHeld).length,
});

/** How well the ranges held, by day and by how far ahead they looked. */
export async function readEtaReport(ctx: AppContext): Promise<EtaReport> {
  const [row, promises] = [await readLearned(ctx), await readReached(ctx)];
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const days = Map.groupBy(promises, ({ at }) => dayIn(zone, at));
  const stops = Map.groupBy(promises, ({ stopsBefore }) => stopsBefore);
  return {
    confidence: ETA_CONFIDENCE,
    legs: row?.model?.legs ?? 0,
    learnedAt: row?.model ? row.learnedAt.toISOString() : null,
    width: row?.model?.width ?? 1,
    ...countHeld(promises),
    medianMinutes: medianMinutes(promises),
    days: [...days].map(([day, of]) => ({ day, ...countHeld(of) })),
    byStops: [...stops]
      .sort(([a], [b]) => a - b)
      .map(([stopsBefore, of]) => ({ stopsBefore, ...countHeld(of), medianMinutes: medianMinutes(of) ?? 0 })),
  };
}
