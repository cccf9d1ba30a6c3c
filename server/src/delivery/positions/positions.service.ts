import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverPositions, SharePositions, Whereabouts } from '@quickfleet/shared/delivery/drivers/positions';
import { isOpenOrder, orderFacts, orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { nextStopOf } from '@quickfleet/shared/delivery/planning/next-stop';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { POSITION_FRESH_MINUTES, POSITION_HOURS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { findPlaces } from '../../company/places/places.queries.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRow, readRows, run, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { type AppContext, now } from '../../http/context.ts';
import { unauthorized } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { readBoard, readDriverDay } from '../planning/planning.queries.ts';

/** The day that a driver has begun and not ended; a forgotten one is over with its points. Takes the present. */
const isRunning = `dd.ended_at is null and dd.started_at > ?::timestamptz - interval '${POSITION_HOURS} hours'`;
const allows = (name: 'isOn' | 'customersSee') =>
  `coalesce((select settings #>> '{positions,${name}}' = 'true' from company), false)`;

/** Order `o` is in the driver's hands. */
const isBetweenStops = `o.status in (${quoted(orderStatusesThat('isPickedUp').filter(isOpenOrder))})`;

const shift = select({
  startedAt: c.date('dd.started_at'),
  /** Whether a fresh point is there already. */
  isSeen: c.bool(
    `exists (select 1 from driver_positions p where p.driver_id = dd.driver_id and p.at > ?::timestamptz - interval '${POSITION_FRESH_MINUTES} minutes')`,
  ),
});
/**
 * Keeps where a driver was. Only what belongs to a day that runs is kept; a clock that is ahead is taken back, so that
 * its newest point is now. The same point again is kept once.
 */
export async function sharePositions(ctx: AppContext, { points }: SharePositions) {
  const driver = ctx.caller.user;
  if (!driver) throw unauthorized('SIGN_IN_REQUIRED', t('Please sign in'));
  const at = now(ctx);
  const row = await readRow(
    ctx.em,
    shift,
    `select $columns from driver_days dd where dd.driver_id = ? and ${isRunning} and ${allows('isOn')} order by dd.day desc limit 1`,
    [at, driver.id, at],
  );
  if (!row) return { isOn: false, kept: 0 };
  const { startedAt } = row;
  const moments = points.map((point) => Date.parse(point.at));
  const ahead = Math.max(0, Math.max(...moments) - at.getTime());
  const oldest = Math.max(startedAt.getTime(), at.getTime() - POSITION_HOURS * 60 * MINUTE_MS);
  const taken = points.map((point) => ({ ...point, at: new Date(Date.parse(point.at) - ahead) }));
  const kept = await run(
    ctx.em,
    `insert into driver_positions (driver_id, at, lat, lng, accuracy)
     select ?, p.at, p.lat, p.lng, p.accuracy
     from jsonb_to_recordset(?::jsonb) as p(at timestamptz(3), lat float8, lng float8, accuracy int)
     on conflict do nothing returning driver_id`,
    [driver.id, JSON.stringify(taken.filter((point) => point.at.getTime() >= oldest))],
  );
  if (kept > 0 && !row.isSeen) await showFrom(ctx, driver.id);
  return { isOn: true, kept };
}

const waiting = select({ id: c.int('o.id'), trackingNumber: c.text('o.tracking_number') });
/** Pages that are open begin to show it; from then on they ask for themselves. */
async function showFrom(ctx: AppContext, driverId: number): Promise<void> {
  const orders = await readRows(
    ctx.em,
    waiting,
    `select $columns from orders o where o.driver_id = ? and ${isBetweenStops} and ${allows('customersSee')} order by o.id`,
    [driverId],
  );
  for (const order of orders) await publish(ctx.em, { topic: 'order', ...order });
}

const latest = {
  lat: c.float('p.lat'),
  lng: c.float('p.lng'),
  accuracy: c.int('p.accuracy').nullable(),
  at: c.date('p.at'),
};
/** The newest point `p` of a driver on a day that runs, while it is fresh. Takes the present twice. */
const latestOf = (driver: string) => `lateral (
    select p.* from driver_days dd join driver_positions p on p.driver_id = dd.driver_id and p.at >= dd.started_at
    where dd.driver_id = ${driver} and ${isRunning} and p.at > ?::timestamptz - interval '${POSITION_FRESH_MINUTES} minutes'
    order by p.at desc limit 1
  ) p`;

const onTheRoad = select({ driverId: c.int('p.driver_id'), ...latest });
const openStops = ({ stops }: Pick<DriverDay, 'stops'>) => stops.filter(({ isDone }) => !isDone);
/** Kilometres with one decimal; null where no proof says where an address is. */
const kilometresTo = (from: Place, to: Place | undefined): string | null =>
  to ? kilometresBetween(from, to).toFixed(1) : null;

/** Where every driver is who shares it now, by name. */
export async function readPositions(ctx: AppContext): Promise<DriverPositions> {
  const [at, { isOn }] = [now(ctx), (await readCompany(ctx.em)).positions];
  const found = await readRows(
    ctx.em,
    onTheRoad,
    `select $columns from users u cross join ${latestOf('u.id')} where u.role = 'driver' and u.is_active and ${allows('isOn')}
     order by lower(coalesce(u.first_name, u.username)), u.id`,
    [at, at],
  );
  if (found.length === 0) return { isOn, data: [] };
  const board = await readBoard(ctx, {});
  const orders = new Map(board.orders.map((order) => [order.id, order]));
  const shown = found.flatMap(({ driverId, ...point }) => {
    const column = board.drivers.find(({ driver }) => driver.id === driverId);
    if (!column) return [];
    const open = openStops(column);
    const next = nextStopOf(open, orders);
    const order = orders.get(next?.orderId ?? 0);
    const address = next?.stop === 'pickup' ? order?.pickupAddress : order?.deliveryAddress;
    return [{ driver: column.driver, point, stopsLeft: open.length, order, address }];
  });
  const places = await findPlaces(ctx, [...new Set(shown.flatMap(({ address }) => address ?? []))]);
  const data = shown.map(({ driver, point, stopsLeft, order, address }) => ({
    driver,
    ...point,
    at: point.at.toISOString(),
    stopsLeft,
    next: order && address !== undefined ? { trackingNumber: order.trackingNumber, address } : null,
    kilometres: address === undefined ? null : kilometresTo(point, places.get(address)),
  }));
  return { isOn, data };
}

const ofOrder = select({ id: c.int('o.id'), driverId: c.int('o.driver_id'), ...latest });
/** Three decimals are about a hundred metres: the street, not the door of another customer. */
const DECIMALS = 1000;
const RADIUS = 150;
const coarse = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;
const LAST_HUNDREDS = 0.1;

/**
 * How far away the driver of an order is, for everybody who may track it. null unless the company shows it, the order is
 * between its pickup and its delivery, and its driver shares the position. Where exactly stays with the office: while
 * another stop comes first, only how many there are is said.
 */
export async function findWhereabouts(
  ctx: AppContext,
  { trackingNumber, status, deliveryAddress }: Pick<TrackedOrder, 'trackingNumber' | 'status' | 'deliveryAddress'>,
): Promise<Whereabouts | null> {
  if (!isOpenOrder(status) || !orderFacts[status].isPickedUp) return null;
  const at = now(ctx);
  const row = await readRow(
    ctx.em,
    ofOrder,
    `select $columns from orders o cross join ${latestOf('o.driver_id')} where o.tracking_number = ? and ${isBetweenStops}
       and o.outcome is null and ${allows('isOn')} and ${allows('customersSee')}`,
    [at, at, trackingNumber],
  );
  if (!row) return null;
  const open = openStops(await readDriverDay({ ...ctx, grant: 'yes' }, { id: row.driverId }));
  const stopsBefore = open.findIndex(({ orderId, stop }) => orderId === row.id && stop === 'delivery');
  if (stopsBefore < 0) return null;
  const place = { lat: coarse(row.lat), lng: coarse(row.lng) };
  const isNext = stopsBefore === 0;
  const away = isNext ? kilometresTo(place, (await findPlaces(ctx, [deliveryAddress])).get(deliveryAddress)) : null;
  return {
    stopsBefore,
    place: isNext ? { ...place, radius: RADIUS } : null,
    kilometres: away === null ? null : Math.max(LAST_HUNDREDS, Number(away)).toFixed(1),
    at: new Date(Math.floor(row.at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString(),
  };
}
