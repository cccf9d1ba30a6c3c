import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';
import { MINUTE_MS, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { spansOf } from '@quickfleet/shared/company/business-hours';
import { addressOf as doorOf } from '@quickfleet/shared/delivery/drivers/doors';
import { isOpenOrder, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type {
  DayCourse,
  DayOrder,
  DriverDay,
  StopSuggestion,
  SuggestedStop,
  SuggestionOf,
} from '@quickfleet/shared/delivery/planning/planning';
import {
  type Course,
  type DayStart,
  type OrderableStop,
  orderStops,
  type Visit,
} from '@quickfleet/shared/delivery/planning/stop-order';
import { SUGGEST_STOPS_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type AppContext, now, todayOf } from '../../../http/context.ts';
import { travelTimes } from '../../travel/travel-times.ts';
import { readDriverDay, readPace } from '../planning.queries.ts';
import { findPlacesNear, findUndecided } from './suggestion.queries.ts';

/** Less is not worth another order. */
const MINUTES_WORTH = 3;
/** 8 AM, on days on which the company is closed. */
const USUAL_MORNING = 8 * 60;
type Fault = NonNullable<StopSuggestion['code']>;

/**
 * A better order of a driver's stops of a day, with what it changes and why. It changes nothing: PUT /drivers/{id}/day
 * does. What the driver has begun stays where it is.
 */
export async function suggestStops(ctx: AppContext, { id, day = todayOf(ctx) }: SuggestionOf): Promise<StopSuggestion> {
  const driverDay = await readDriverDay(ctx, { id, day });
  const stops = await asOrderable(ctx, driverDay);
  const open = stops.filter(({ isDone }) => !isDone);
  const doors = Map.groupBy(open, ({ door }) => door);
  const known = [...doors.values()].filter((of) => of.some(({ place }) => place)).length;
  const about = { day, driverId: id, version: driverDay.version, addresses: doors.size, knownAddresses: known };
  const refuse = (code: Fault, message: string, before: DayCourse | null = null): StopSuggestion => ({
    ...{ ...about, code, message, before, after: null, stops: [] },
  });
  if (day < todayOf(ctx)) return refuse('DAY_IS_OVER', t('This day is over'));
  if (open.filter(({ isKept }) => !isKept).length < 2)
    return refuse('TOO_FEW_STOPS', t('Fewer than two stops can change places'));
  if (open.length > SUGGEST_STOPS_MAX)
    return refuse(
      'TOO_MANY_STOPS',
      t('An order is suggested for at most {count} open stops', { count: SUGGEST_STOPS_MAX }),
    );
  const begun = startOf(ctx, driverDay, stops, (await readPace(ctx)).minutesPerStop);
  const start = { ...begun, wayBetween: await waysBetween(ctx, open, begun) };
  const { before, after } = orderStops(stops, start);
  const present = courseOf(before, stops);
  const isMoreOnTime =
    after.missed.length < before.missed.length || before.lateMinutes - after.lateMinutes >= MINUTES_WORTH;
  if (!isMoreOnTime && known * 2 < doors.size)
    return refuse(
      'TOO_LITTLE_KNOWN',
      t(
        'Positions are known for {known} of {size} addresses, which is too few. They are learned from your drivers’ photos and signatures',
        { known, size: doors.size },
      ),
      present,
    );
  if (!isMoreOnTime && before.minutes - after.minutes < MINUTES_WORTH)
    return refuse('NOTHING_BETTER', t('No better order was found'), present);
  return {
    ...about,
    code: null,
    message: null,
    before: present,
    after: courseOf(after, stops),
    stops: explain(before, after),
  };
}

async function asOrderable(ctx: AppContext, { stops, orders }: DriverDay): Promise<OrderableStop[]> {
  const all = new Map(orders.map((order) => [order.id, order]));
  const addressOf = (order: DayOrder, { stop }: { stop: 'pickup' | 'delivery' }) =>
    stop === 'pickup' ? order.pickupAddress : order.deliveryAddress;
  const named = stops.flatMap((stop) => {
    const order = all.get(stop.orderId);
    return order ? [{ ...stop, order, address: addressOf(order, stop) }] : [];
  });
  const places = await findPlacesNear(ctx, [...new Set(named.map(({ address }) => address))]);
  const undecided = await findUndecided(ctx, [...all.keys()]);
  return named.map(({ orderId, stop, isDone, order, address }) => {
    const window = stop === 'pickup' ? order.pickupWindow : order.deliveryWindow;
    const isUnderWay = orderFacts[order.status].hasLeft;
    return {
      orderId,
      stop,
      door: doorOf(order, stop),
      place: places.get(address) ?? null,
      window: window && { from: Date.parse(window.from), to: Date.parse(window.to) },
      isDone,
      isKept: isDone || isUnderWay || undecided.has(orderId) || !isOpenOrder(order.status),
    };
  });
}

/** The ways between the places of a day, at the time at which it begins. */
async function waysBetween(
  ctx: AppContext,
  open: readonly OrderableStop[],
  { from, startsAt, minutesPerStop }: DayStart,
): Promise<NonNullable<DayStart['wayBetween']>> {
  const nameOf = ({ lat, lng }: Place) => `${lat} ${lng}`;
  const places = new Map([...open.map(({ place }) => place), from].flatMap((one) => (one ? [[nameOf(one), one]] : [])));
  const ways = await travelTimes(ctx, [...places.values()], {
    unknownMinutes: minutesPerStop / 2,
    at: new Date(startsAt),
  });
  const rows = new Map([...places.keys()].map((name, at) => [name, at]));
  return (one, other) => {
    const cell = (rows.get(nameOf(one)) ?? 0) * places.size + (rows.get(nameOf(other)) ?? 0);
    return { minutes: ways.minutes[cell] ?? 0, kilometres: ways.kilometres[cell] ?? 0 };
  };
}

/** When and where the driver begins: now at the last stop that is done, else in the morning, in time for its first window. */
function startOf(
  ctx: AppContext,
  { day, startedAt }: DriverDay,
  stops: readonly OrderableStop[],
  minutesPerStop: number,
): DayStart {
  const { hours, BUSINESS_TIMEZONE: zone } = ctx.services.config;
  const [span] = spansOf(day, hours);
  const opens = momentOf(day, span?.from ?? USUAL_MORNING, zone).getTime();
  const first = Math.min(...stops.flatMap(({ window, isDone }) => (window && !isDone ? window.from : [])));
  const morning = startedAt ? Date.parse(startedAt) : Math.min(opens, first - minutesPerStop * MINUTE_MS);
  const startsAt = day === todayOf(ctx) ? Math.max(now(ctx).getTime(), morning) : morning;
  return { startsAt, from: stops.findLast(({ isDone }) => isDone)?.place ?? null, minutesPerStop };
}

const oneDecimal = (length: number): number => Math.round(length * 10) / 10;
const courseOf = (course: Course, stops: readonly OrderableStop[]): DayCourse => ({
  kilometres: stops.filter(({ place, isDone }) => place && !isDone).length > 1 ? oneDecimal(course.kilometres) : null,
  minutes: Math.round(course.minutes),
  endsAt: new Date(course.endsAt).toISOString(),
  missedWindows: course.missed.length,
  lateMinutes: Math.round(course.lateMinutes),
});

function explain(before: Course, after: Course): SuggestedStop[] {
  const wasLate = new Map(before.visits.map(({ stop, lateMinutes }) => [stop, lateMinutes]));
  return after.visits.map((visit, at): SuggestedStop => {
    const { stop, was, at: reached, lateMinutes, kilometres } = visit;
    return {
      orderId: stop.orderId,
      stop: stop.stop,
      place: was + 1,
      expectedAt: reached === null ? null : new Date(reached).toISOString(),
      lateMinutes: Math.round(lateMinutes),
      kilometres: kilometres === null ? null : oneDecimal(kilometres),
      reason: reasonOf(visit, after.visits[at - 1], wasLate.get(stop) ?? 0),
    };
  });
}

/** Of neighbours: at most so far apart. */
const NEAR_KM = 3;
function reasonOf(
  { stop, lateMinutes, was }: Visit,
  previous: Visit | undefined,
  wasLate: number,
): SuggestedStop['reason'] {
  if (stop.isKept) return 'kept';
  if (wasLate - lateMinutes >= 1) return 'window';
  if (previous && previous.stop.door === stop.door) return 'same_address';
  const isNew = previous === undefined || previous.was + 1 !== was;
  return isNew && isNear(previous?.stop.place, stop.place) ? 'near' : 'follows';
}
const isNear = (one: Place | null | undefined, other: Place | null): boolean =>
  Boolean(one && other && kilometresBetween(one, other) <= NEAR_KM);
