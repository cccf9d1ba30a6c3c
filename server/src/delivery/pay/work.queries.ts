import { kilometresBetween } from '@quickfleet/shared/base/distance';
import { stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { dayAt, endOfDay, MINUTE_MS, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { findPlaces } from '../../company/places/places.queries.ts';
import { c, type Row, readRows, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { amountSql } from '../../http/money.ts';
import { amountColumns, orderCurrency } from '../orders/orders.money.ts';
import type { WorkDay } from './earnings.ts';

/** How much later a phone may hand in what it did. */
const LATE_DAYS = 31;
const AT = 'coalesce(a.taken_at, a.received_at)';
/** Who had order `o` at a moment: whoever lost it next after that, else who has it now. */
const driverAt = (moment: string) => `coalesce((select e.driver_id from ended_rights e
    where e.order_id = x.order_id and e.driver_id is not null and e.ended_at > ${moment} order by e.ended_at limit 1),
  o.driver_id)`;
const trackingNumber = c.text(`coalesce(o.tracking_number, d.tracking_number, '')`);

const stopColumns = select({
  driverId: c.int('w.driver_id'),
  orderId: c.int('a.order_id'),
  stop: c.oneOf(stopKinds, 'a.stop'),
  at: c.date(AT),
  since: c.date('a.received_at'),
  trackingNumber,
  address: c.text(`coalesce(case a.stop when 'pickup' then o.pickup_address else o.delivery_address end, '')`),
  // By its last stop: a part of it and the rest are one delivery.
  isDelivered: c.bool(
    `a.stop = 'delivery' and coalesce(o.status in (${quoted(orderStatusesThat('isDelivered'))}), false)
      and not exists (select 1 from attempts b where b.order_id = a.order_id and b.stop = 'delivery' and b.id > a.id
        and b.outcome <> 'failed' and b.number is not null and b.corrected_at is null)`,
  ),
  net: amountColumns.netTotal,
  currency: c.text(orderCurrency),
});
const chargeColumns = select({
  driverId: c.int('w.driver_id'),
  orderId: c.int('g.order_id'),
  at: c.date('g.decided_at'),
  trackingNumber: c.text('o.tracking_number'),
  label: c.text('g.label'),
  net: c.digits(amountSql('(g.amount - g.tax_total)', orderCurrency)),
  currency: c.text(orderCurrency),
});
const shiftColumns = select({
  driverId: c.int('s.driver_id'),
  day: c.day('s.day'),
  startedAt: c.date('s.started_at'),
  endedAt: c.date('s.ended_at'),
});

type Stop = Row<typeof stopColumns>;

/** Metres from stop to stop, as far as it is known where they are. */
function metresOf(stops: readonly Stop[], places: Awaited<ReturnType<typeof findPlaces>>): number {
  const known = stops.flatMap(({ address }) => places.get(address) ?? []);
  const ways = known.slice(1).map((place, at) => {
    const before = known[at];
    return before ? kilometresBetween(before, place) : 0;
  });
  return Math.round(ways.reduce((sum, km) => sum + km, 0) * 1000);
}

/**
 * What each of these drivers did, by day; who did nothing, and a day on which nothing happened, is not there. The way from
 * stop to stop is measured where `hasWay`: it asks where every address is.
 */
export async function readWork(
  ctx: AppContext,
  driverIds: readonly number[],
  { from, to, currency, hasWay }: { from: string; to: string; currency: string; hasWay: boolean },
): Promise<Map<number, WorkDay[]>> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const [since, until] = [startOfDay(from, zone), endOfDay(to, zone)];
  const stops = await readRows(
    ctx.em,
    stopColumns,
    `select $columns from attempts a cross join lateral (select a.order_id) x
       left join orders o on o.id = a.order_id left join deleted_orders d on d.id = a.order_id
       cross join lateral (select ${driverAt('a.received_at')} as driver_id) w
      where a.stop <> 'return' and a.outcome <> 'failed' and a.number is not null and a.corrected_at is null
        and a.received_at >= ? and a.received_at < ?::timestamptz + interval '${LATE_DAYS} days'
        and ${AT} >= ? and ${AT} < ? and w.driver_id = any(?)
      order by ${AT}, a.id`,
    [since, until, since, until, [...driverIds]],
  );
  const charges = await readRows(
    ctx.em,
    chargeColumns,
    `select $columns from charges g cross join lateral (select g.order_id) x join orders o on o.id = g.order_id
      cross join lateral (select ${driverAt('g.taken_at')} as driver_id) w
      where g.state = 'approved' and g.decided_at >= ? and g.decided_at < ? and w.driver_id = any(?)
      order by g.decided_at, g.id`,
    [since, until, [...driverIds]],
  );
  const shifts = await readRows(
    ctx.em,
    shiftColumns,
    `select $columns from driver_days s where s.driver_id = any(?) and s.day >= ?::date and s.day <= ?::date
       and s.started_at is not null and s.ended_at is not null`,
    [[...driverIds], from, to],
  );
  const addresses = hasWay ? stops.map(({ address }) => address) : [];
  const places = addresses.length === 0 ? new Map() : await findPlaces(ctx, [...new Set(addresses)]);
  const turnOf = (driverId: number, day: string) => `${driverId} ${day}`;
  const turnAt = ({ driverId, at }: { driverId: number; at: Date }) => turnOf(driverId, dayAt(at, zone));
  const stopsOf = Map.groupBy(stops, turnAt);
  const chargesOf = Map.groupBy(charges, turnAt);
  const shiftOf = new Map(shifts.map((shift) => [turnOf(shift.driverId, shift.day), shift]));
  const inCurrency = <T extends { currency: string; net: string | null }>(all: readonly T[]) =>
    all.flatMap(({ net, ...row }) => (net === null || row.currency !== currency ? [] : [{ ...row, net }]));
  const work = new Map<number, WorkDay[]>();
  for (const turn of [...new Set([...stopsOf.keys(), ...chargesOf.keys(), ...shiftOf.keys()])].toSorted()) {
    const [driver = '', day = ''] = turn.split(' ');
    const done = stopsOf.get(turn) ?? [];
    const shift = shiftOf.get(turn);
    const days = work.get(Number(driver)) ?? [];
    work.set(Number(driver), days);
    days.push({
      day,
      stops: done.map(({ orderId, trackingNumber: number, stop, since: at }) => ({
        ...{ orderId, trackingNumber: number, stop, since: at },
      })),
      minutes: shift ? Math.round((shift.endedAt.getTime() - shift.startedAt.getTime()) / MINUTE_MS) : null,
      endedAt: shift?.endedAt ?? null,
      metres: metresOf(done, places),
      delivered: inCurrency(done.filter(({ isDelivered }) => isDelivered)).map(
        ({ orderId, trackingNumber: number, net, since: at }) => ({ orderId, trackingNumber: number, net, since: at }),
      ),
      charges: inCurrency(chargesOf.get(turn) ?? []).map(({ orderId, trackingNumber: number, label, net, at }) => ({
        ...{ orderId, trackingNumber: number, label, net, since: at },
      })),
    });
  }
  return work;
}

const doneColumns = select({ driverId: c.int('w.driver_id'), at: c.date('w.at') });
/** Which driver did a stop of an order, and when. */
export const readDriversOf = (ctx: AppContext, orderId: number): Promise<Row<typeof doneColumns>[]> =>
  readRows(
    ctx.em,
    doneColumns,
    `select $columns from (
       select ${driverAt('a.received_at')} as driver_id, ${AT} as at
         from attempts a cross join lateral (select a.order_id) x left join orders o on o.id = a.order_id
        where a.order_id = ? and a.stop <> 'return' and a.outcome <> 'failed' and a.number is not null and a.corrected_at is null
       union all
       select ${driverAt('g.taken_at')}, g.decided_at
         from charges g cross join lateral (select g.order_id) x join orders o on o.id = g.order_id
        where g.order_id = ? and g.state = 'approved') w
      where w.driver_id is not null order by w.at`,
    [orderId, orderId],
  );
