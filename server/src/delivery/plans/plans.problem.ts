import type { Place } from '@quickfleet/shared/base/distance';
import { type StopKind, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { MINUTE_MS, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { isBeforePickup, isOpenOrder, isStopDone, orderFacts } from '@quickfleet/shared/delivery/orders/order-status';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import type { CreatePlan, TravelBasis } from '@quickfleet/shared/delivery/planning/plans';
import { readCompany } from '../../company/settings/company.service.ts';
import type { AppContext } from '../../http/context.ts';
import { readBoard } from '../planning/planning.queries.ts';
import { findPlacesNear, findUndecided } from '../planning/suggestion/suggestion.queries.ts';
import { HURRY_MS, LONG_PATIENCE_MS, travelTimes } from '../travel/travel-times.ts';
import type { PlanDriver, PlanJob, PlanProblem, PlanStop } from './engine/problem.ts';
import type { FormerDay } from './plan.entity.ts';
import { readWork, shiftOf } from './plans.drivers.ts';
import { type Seen, seenDayOf } from './plans.seen.ts';

/** Later than any day: nothing is promised. It goes along between processes, as Infinity does. */
const NEVER = 1e6;
const UNBOUNDED = 1e9;

/** A day as the planner takes it, with what leads back to its orders and drivers. */
export interface DayToPlan {
  day: string;
  problem: PlanProblem;
  /** What its minutes and kilometres come from. */
  travel: TravelBasis;
  /** The orders of its jobs, and the drivers of its drivers. */
  orderIds: number[];
  driverIds: number[];
  /** Orders that nobody has and of which an address is not known. */
  withoutPlace: number[];
  seen: Seen;
  former: FormerDay[];
  /** Where addresses are, and which orders are about them. */
  places: { orderId: number; stop: StopKind; lat: number; lng: number }[];
  /** Stops of which nobody knows where they are. */
  unknownPlaces: { orderId: number; stop: StopKind }[];
  /** Minute 0, in milliseconds. */
  begins: number;
}
type Scope = Pick<CreatePlan, 'day' | 'driverIds' | 'orderIds' | 'keep' | 'aim'>;

/** An order that is planned: its open stops of the day. */
interface Open {
  order: PlannedOrder;
  stops: StopKind[];
}
/** What a plan depends on. */
export type PlannedOrder = Pick<
  DayOrder,
  | 'id'
  | 'status'
  | 'driverId'
  | 'pickupAddress'
  | 'deliveryAddress'
  | 'pickupWindow'
  | 'deliveryWindow'
  | 'parcels'
  | 'weightKg'
  | 'needs'
  | 'fixedStops'
  | 'version'
>;
/** An order that does not exist yet, with the places that come with it. */
export interface NewOrder extends Open {
  places: ReadonlyMap<string, Place>;
}

/** Reads a day with everything that its plan depends on. `more`: one more order, the last of its jobs. */
export async function readDayToPlan(ctx: AppContext, scope: Scope, more?: NewOrder): Promise<DayToPlan> {
  const board = await readBoard(ctx, { day: scope.day });
  const orders = new Map(board.orders.map((order) => [order.id, order]));
  const columns = board.drivers.filter(({ driver }) => scope.driverIds?.includes(driver.id) ?? true);
  const left = board.unassigned.orderIds.filter((id) => scope.orderIds?.includes(id) ?? true);
  const undecided = await findUndecided(
    ctx,
    board.orders.map(({ id }) => id),
  );
  const isPlanned = ({ orderId, isDone }: { orderId: number; isDone: boolean }) => {
    const order = orders.get(orderId);
    return Boolean(order && !isDone && isOpenOrder(order.status) && !undecided.has(orderId));
  };
  const open = new Map<number, Open>();
  for (const column of columns)
    for (const stop of column.stops) {
      const order = orders.get(stop.orderId);
      if (!order || !isPlanned(stop)) continue;
      const known = open.get(order.id) ?? { order, stops: [] };
      known.stops.push(stop.stop);
      open.set(order.id, known);
    }
  for (const id of left) {
    const order = orders.get(id);
    if (order && !undecided.has(id)) open.set(id, { order, stops: stopsOn(order, scope.day) });
  }
  if (more) open.set(more.order.id, more);
  const all = [...open.values()].filter(({ stops }) => stops.length > 0);
  const addressOf = (order: PlannedOrder, stop: StopKind) =>
    stop === 'pickup' ? order.pickupAddress : order.deliveryAddress;
  const lastDone = columns.map(({ stops }) => {
    const done = stops.findLast(({ isDone }) => isDone);
    const order = done && orders.get(done.orderId);
    return order && done ? addressOf(order, done.stop) : null;
  });
  const { depot } = (await readCompany(ctx.em)).planning;
  const work = await readWork(ctx, columns, depot);
  const addresses = [
    ...new Set([
      ...all.flatMap(({ order, stops }) => stops.map((stop) => addressOf(order, stop))),
      ...[...lastDone, ...work.flatMap(({ start, end }) => [start, end])].filter((address) => address !== null),
    ]),
  ];
  const places = new Map<string, Place>([...(await findPlacesNear(ctx, addresses)), ...(more?.places ?? [])]);
  const isLost = ({ order, stops }: Open) =>
    order.driverId === null && stops.some((stop) => !places.has(addressOf(order, stop)));
  const withoutPlace = all.filter(isLost).map(({ order }) => order.id);
  const planned = all.filter((one) => !isLost(one));

  const { minutesPerStop } = board.pace;
  const atDoor = minutesPerStop / 2;
  const { basis, ...ways } = await travelTimes(
    ctx,
    [null, ...addresses.map((address) => places.get(address) ?? null)],
    {
      unknownMinutes: atDoor,
      // Somebody waits on the telephone for whether one more order fits.
      ...(more ? { patience: HURRY_MS, asksOn: true } : { patience: LONG_PATIENCE_MS }),
    },
  );
  const numberOf = new Map(addresses.map((address, at) => [address, at + 1]));
  const visits = new Map<string, number>();
  for (const { order, stops } of planned)
    for (const stop of stops) {
      const door = `${stop} ${addressOf(order, stop)}`;
      visits.set(door, (visits.get(door) ?? 0) + 1);
    }
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const begins = startOfDay(scope.day, zone).getTime();
  const minuteOf = (at: string | Date) => (new Date(at).getTime() - begins) / MINUTE_MS;
  const stopOf = (order: PlannedOrder, stop: StopKind): PlanStop => {
    const window = stop === 'pickup' ? order.pickupWindow : order.deliveryWindow;
    const address = addressOf(order, stop);
    return {
      place: numberOf.get(address) ?? 0,
      from: window ? minuteOf(window.from) : 0,
      to: window ? minuteOf(window.to) : NEVER,
      // What is picked up or delivered at one door is handed over together.
      service: Math.max(1, atDoor / (visits.get(`${stop} ${address}`) ?? 1)),
    };
  };
  const place = new Map(columns.map(({ driver }, at) => [driver.id, at]));
  const hasBegun = new Set(columns.filter(({ startedAt }) => startedAt !== null).map(({ driver }) => driver.id));
  const skills = numbering();
  const jobs = planned.map(({ order, stops }): PlanJob => {
    const isBound =
      scope.keep === 'assigned' ||
      !isBeforePickup(order.status) ||
      (scope.keep === 'started' && order.driverId !== null && hasBegun.has(order.driverId));
    return {
      pickup: stops.includes('pickup') ? stopOf(order, 'pickup') : null,
      delivery: stops.includes('delivery') ? stopOf(order, 'delivery') : null,
      parcels: order.parcels,
      kilos: order.weightKg ?? 0,
      needs: order.needs.map(skills),
      driver: isBound && order.driverId !== null ? (place.get(order.driverId) ?? null) : null,
    };
  });
  const jobOf = new Map(planned.map(({ order }, at) => [order.id, at]));
  // An address that nobody knows says nothing of the way.
  const knownAt = (address: string | null) =>
    address !== null && places.has(address) ? (numberOf.get(address) ?? null) : null;
  const drivers = columns.map(({ stops }, at): PlanDriver => {
    const given = stops.flatMap((stop) => {
      const job = jobOf.get(stop.orderId);
      return job !== undefined && isPlanned(stop) ? [{ job, stop: stop.stop }] : [];
    });
    const isUnderWay = ({ job }: { job: number }) => {
      const status = planned[job]?.order.status;
      return status !== undefined && orderFacts[status].hasLeft;
    };
    const free = given.findIndex((stop) => !isUnderWay(stop));
    const pinned = given.findLastIndex(({ job, stop }) => planned[job]?.order.fixedStops?.includes(stop));
    const own = work[at];
    const done = lastDone[at] ?? null;
    return {
      ...shiftOf(ctx, scope.day, own, begins),
      start: done === null ? knownAt(own?.start ?? null) : (numberOf.get(done) ?? 0),
      end: knownAt(own?.end ?? null),
      parcelsMax: own?.vehicle?.parcelsMax ?? UNBOUNDED,
      kilosMax: own?.vehicle?.kilosMax ?? UNBOUNDED,
      skills: (own?.skills ?? []).map(skills),
      given,
      // What is pinned keeps its place, and so does what comes before it.
      fixed: Math.max(free < 0 ? given.length : free, pinned + 1),
    };
  });
  return {
    day: scope.day,
    travel: basis,
    problem: { ...ways, places: addresses.length + 1, jobs, drivers, aim: scope.aim },
    orderIds: planned.map(({ order }) => order.id),
    driverIds: columns.map(({ driver }) => driver.id),
    withoutPlace,
    seen: {
      days: Object.fromEntries(work.map((one) => [one.column.driver.id, seenDayOf(ctx, scope, one)])),
      orders: Object.fromEntries(planned.map(({ order }) => [order.id, order.version])),
    },
    former: columns.map(({ driver, stops }) => ({
      driverId: driver.id,
      stops: stops.map(({ orderId, stop, isDone }) => ({ orderId, stop, isDone })),
    })),
    places: all.flatMap(({ order, stops }) =>
      stops.flatMap((stop) => {
        const found = places.get(addressOf(order, stop));
        return found ? [{ orderId: order.id, stop, lat: found.lat, lng: found.lng }] : [];
      }),
    ),
    unknownPlaces: all.flatMap(({ order, stops }) =>
      stops.filter((stop) => !places.has(addressOf(order, stop))).map((stop) => ({ orderId: order.id, stop })),
    ),
    begins,
  };
}

/** The stops of an order that are still to be made on a day. */
export const stopsOn = (order: DayOrder, day: string): StopKind[] =>
  stopKinds.filter(
    (stop) => (stop === 'pickup' ? order.pickupDay : order.deliveryDay) === day && !isStopDone(order.status, stop),
  );

/** Gives each word a number, the same one for the same word. */
function numbering(): (word: string) => number {
  const known = new Map<string, number>();
  return (word) => {
    const number = known.get(word) ?? known.size;
    known.set(word, number);
    return number;
  };
}
