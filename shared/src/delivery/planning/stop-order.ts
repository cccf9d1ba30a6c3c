import { kilometresBetween, type Place } from '../../base/distance.ts';
import { type DayStop, stopKey } from '../../base/time/day-rules.ts';
import { MINUTE_MS } from '../../base/time/zoned-time.ts';

/**
 * A better order of a driver's stops: promised windows first, then what is near to each other. It knows no streets: a
 * leg takes the company's pace, half of it at the door and half on the way, and the way grows with the distance.
 * Pure: moments are milliseconds, lengths are minutes.
 */
export interface OrderableStop extends DayStop {
  /** The same for stops at one door. */
  door: string;
  /** Where it is, as far as earlier stops have shown. */
  place: Place | null;
  /** The promised window. */
  window: { from: number; to: number } | null;
  isDone: boolean;
  /** Keeps its place in the list. */
  isKept: boolean;
}
export interface DayStart {
  startsAt: number;
  /** Where the driver is; null when that is not known. */
  from: Place | null;
  /** Minutes and kilometres between two places; without it the way of a crow at the usual pace. */
  wayBetween?: (from: Place, to: Place) => { minutes: number; kilometres: number };
  minutesPerStop: number;
}
export interface Visit {
  stop: OrderableStop;
  /** Place in the list before, from 0. */
  was: number;
  /** When it is reached; null for what is done. */
  at: number | null;
  lateMinutes: number;
  /** From the stop before; null where one of the two is not known. */
  kilometres: number | null;
}
export interface Course {
  visits: Visit[];
  /** Between the places that are known. */
  kilometres: number;
  /** On the way and at the doors, without waiting. */
  minutes: number;
  endsAt: number;
  lateMinutes: number;
  /** Keys of the stops that come after their window. */
  missed: string[];
}

/** They bound the time that a long day takes. */
const [TRIES_MAX, LOOKS_MAX] = [20_000, 1_000_000];
const SEGMENT_MAX = 3;
const NEARLY = 1e-6;

interface Cost {
  /** What must not be: windows missed that were met, later or longer than before. */
  harm: number;
  missed: number;
  late: number;
  way: number;
}
function isLess(one: Cost, other: Cost): boolean {
  for (const part of ['harm', 'missed', 'late', 'way'] as const) {
    if (one[part] < other[part] - NEARLY) return true;
    if (one[part] > other[part] + NEARLY) return false;
  }
  return false;
}

const middle = (lengths: readonly number[]): number =>
  lengths.length > 0 ? lengths.reduce((sum, length) => sum + length, 0) / lengths.length : 0;

/**
 * The ways between all open stops; the last row is from where the driver is. A way is counted from the last place that
 * is known, so that a stop which is not known is as good in one place of the list as in another.
 */
function legsOf(open: readonly OrderableStop[], { from, minutesPerStop, wayBetween }: DayStart) {
  const count = open.length;
  const places = [...open.map(({ place }) => place), from];
  const ways = places.map((one) => open.map(({ place }) => (one && place ? wayBetween?.(one, place) : undefined)));
  const lengths = places.map((one, from) =>
    open.map(({ place }, to) =>
      one && place ? (ways[from]?.[to]?.kilometres ?? kilometresBetween(one, place)) : null,
    ),
  );
  const doors = new Map(open.map(({ door }, at) => [door, at]));
  const doorOf = Int32Array.from(open, ({ door }) => doors.get(door) ?? -1);
  // A round among places is about half as long from one to the next as any two of them are apart.
  const ends = [...doors.values()];
  const usual =
    middle(ends.flatMap((one) => ends.flatMap((other) => (one < other ? (lengths[one]?.[other] ?? []) : [])))) / 2;
  const door = minutesPerStop / 2;
  const minutes = Float64Array.from(
    lengths.flatMap((row, from) =>
      row.map((length, to) => {
        const way = ways[from]?.[to];
        if (way) return door + way.minutes;
        return length === null || usual === 0 ? minutesPerStop : door * (1 + length / usual);
      }),
    ),
  );
  const isKnown = places.map((place) => place !== null);
  /** Minutes to a stop, from the one before and from the last known place. */
  const leg = (before: number, known: number, stop: number): number => {
    if (before < count && doorOf[before] === doorOf[stop]) return 0;
    if (known < 0) return minutesPerStop;
    return minutes[known * count + stop] ?? 0;
  };
  return { lengths, leg, isKnown, areAllKnown: isKnown.every(Boolean), first: from ? count : -1 };
}
type Legs = ReturnType<typeof legsOf>;

/**
 * Goes through the open stops in an order; undefined for a delivery before its pickup, or a way that is longer than
 * allowed. It is called thousands of times, so it makes no lists.
 */
function makeRide(stops: readonly OrderableStop[], open: readonly OrderableStop[], { startsAt }: DayStart, legs: Legs) {
  const count = open.length;
  const places = new Map(stops.map((stop, at) => [stopKey(stop), at]));
  const slots = Int32Array.from(open, (stop) => places.get(stopKey(stop)) ?? 0);
  const ofPickup = (find: (key: string) => number) =>
    Int32Array.from(open, ({ orderId, stop }) =>
      stop === 'delivery' ? find(stopKey({ orderId, stop: 'pickup' })) : -1,
    );
  const pickupOf = ofPickup((key) => open.findIndex((one) => stopKey(one) === key));
  // A list names a pickup before its delivery, also one that is done.
  const slotBefore = ofPickup((key) => places.get(key) ?? -1);
  const from = Float64Array.from(open, ({ window }) => (window ? (window.from - startsAt) / MINUTE_MS : 0));
  const to = Float64Array.from(open, ({ window }) =>
    window ? (window.to - startsAt) / MINUTE_MS : Number.POSITIVE_INFINITY,
  );
  const turns = new Int32Array(count);
  const reached = new Float64Array(count);
  const lateBy = new Float64Array(count);
  let turn = 0;
  const ride = (order: Order, wayMax = Number.POSITIVE_INFINITY) => {
    turn += 1;
    let [before, known, at, way, late] = [count, legs.first, 0, 0, 0];
    for (let n = 0; n < count; n++) {
      const stop = order[n] ?? 0;
      const pickup = pickupOf[stop] ?? -1;
      if (pickup >= 0 ? turns[pickup] !== turn : (slotBefore[stop] ?? -1) > (slots[n] ?? 0)) return undefined;
      turns[stop] = turn;
      const leg = legs.leg(before, known, stop);
      way += leg;
      if (way > wayMax) return undefined;
      at = Math.max(at + leg, from[stop] ?? 0);
      const by = Math.max(0, at - (to[stop] ?? at));
      reached[stop] = at;
      lateBy[stop] = by;
      late += by;
      before = stop;
      if (legs.isKnown[stop]) known = stop;
    }
    return { way, late, end: at };
  };
  return { ride, reached, lateBy };
}

/** Places of open stops. */
type Order = Int32Array;
/** A stretch of an order that goes to another place of it, or is made the other way round. */
interface Shift {
  from: number;
  length: number;
  to: number;
  isReversed: boolean;
}
function write({ from, length, to, isReversed }: Shift, order: Order, into: Order): void {
  let rest = 0;
  for (let at = 0; at < order.length; at++) {
    if (at >= to && at < to + length) {
      into[at] = order[isReversed ? from + length - 1 - (at - to) : from + at - to] ?? 0;
      continue;
    }
    if (rest === from) rest += length;
    into[at] = order[rest] ?? 0;
    rest += 1;
  }
}
/** Calls with each shift of a few stops to any place, and with each stretch that is made the other way round. */
function eachShift(count: number, act: (shift: Shift) => void): void {
  const shift = { from: 0, length: 1, to: 0, isReversed: false };
  for (shift.length = 1; shift.length <= Math.min(SEGMENT_MAX, count); shift.length++)
    for (shift.from = 0; shift.from + shift.length <= count; shift.from++)
      for (shift.to = 0; shift.to + shift.length <= count; shift.to++)
        for (let way = shift.to === shift.from ? 1 : 0; way < Math.min(shift.length, 2); way++) {
          shift.isReversed = way === 1;
          act(shift);
        }
  shift.isReversed = true;
  for (shift.length = SEGMENT_MAX + 1; shift.length <= count; shift.length++)
    for (shift.from = 0; shift.from + shift.length <= count; shift.from++) {
      shift.to = shift.from;
      act(shift);
    }
}
/** By how much a shift makes the way longer, from the legs at its ends alone; all places must be known. */
function wayOfShift({ from, length, to, isReversed }: Shift, order: Order, legs: Legs): number {
  const count = order.length;
  const restAt = (at: number) => (at < 0 ? count : (order[at < from ? at : at + length] ?? -1));
  const leg = (one: number, other: number) => (other < 0 ? 0 : legs.leg(one, one, other));
  const [first, last] = [order[from] ?? 0, order[from + length - 1] ?? 0];
  const [head, tail] = isReversed ? [last, first] : [first, last];
  const [left, right, before, after] = [restAt(from - 1), restAt(from), restAt(to - 1), restAt(to)];
  const without = leg(left, first) + leg(last, right) - leg(left, right);
  return leg(before, head) + leg(tail, after) - leg(before, after) - without;
}

/** By what ends first and is near, one after the other. */
function greedy(open: readonly OrderableStop[], free: Order, { startsAt }: DayStart, legs: Legs): number[] {
  const left = new Set(free);
  const order: number[] = [];
  let [before, known, at] = [open.length, legs.first, startsAt];
  const isBlocked = ({ orderId, stop }: OrderableStop) =>
    stop === 'delivery' && [...left].some((one) => open[one]?.orderId === orderId && open[one]?.stop === 'pickup');
  const legTo = (stop: number) => legs.leg(before, known, stop);
  const costOf = (stop: number) => {
    const window = open[stop]?.window;
    const arrival = at + legTo(stop) * MINUTE_MS;
    const wait = window ? Math.max(0, window.from - arrival) / MINUTE_MS : 0;
    const slack = window ? Math.min(DAY_SLACK, (window.to - arrival) / MINUTE_MS) : DAY_SLACK;
    return legTo(stop) + wait + slack / SLACK_SHARE;
  };
  while (left.size > 0) {
    const possible = [...left].filter((stop) => open[stop] && !isBlocked(open[stop]));
    const next = possible.reduce<number | undefined>(
      (best, stop) => (best === undefined || costOf(stop) < costOf(best) ? stop : best),
      undefined,
    );
    if (next === undefined) break;
    left.delete(next);
    order.push(next);
    at = Math.max(at + legTo(next) * MINUTE_MS, open[next]?.window?.from ?? 0);
    before = next;
    if (legs.isKnown[next]) known = next;
  }
  return [...order, ...left];
}
/** A window that is hours away is as good as none. */
const DAY_SLACK = 240;
const SLACK_SHARE = 8;

/**
 * The order of some stops as it is, and the best one that was found. Stops that are done or kept have the same places in
 * both, a pickup comes before its own delivery, no window is missed that was met before, and neither the sum of what is
 * late nor the end is later. The same stops have the same answer.
 */
export function orderStops(stops: readonly OrderableStop[], start: DayStart): { before: Course; after: Course } {
  const open = stops.filter(({ isDone }) => !isDone);
  const legs = legsOf(open, start);
  const { ride, reached, lateBy } = makeRide(stops, open, start, legs);
  const present = Int32Array.from(open.keys());
  const free = present.filter((at) => !open[at]?.isKept);
  const full = present.slice();
  const isWhole = legs.areAllKnown && free.length === open.length;
  /** The open stops with the free ones in an order, around those that are kept. */
  const filled = (order: Order): Order => {
    for (let at = 0; at < free.length; at++) full[free[at] ?? 0] = order[at] ?? 0;
    return full;
  };
  const was = ride(present) ?? { way: 0, late: 0, end: 0 };
  const wasLate = lateBy.slice();
  const costOf = (order: Order, wayMax?: number): Cost | undefined => {
    const now = ride(filled(order), wayMax);
    if (!now) return undefined;
    let [missed, isWorse] = [0, 0];
    for (let stop = 0; stop < open.length; stop++) {
      if ((lateBy[stop] ?? 0) <= NEARLY) continue;
      missed += 1;
      if ((wasLate[stop] ?? 0) <= NEARLY) isWorse += 1;
    }
    const harm = isWorse + Math.max(0, now.late - was.late) + Math.max(0, now.end - was.end);
    return { harm, missed, late: now.late, way: now.way };
  };
  const improve = (from: Order, cost: Cost) => {
    const best = { order: from.slice(), cost };
    const next = from.slice();
    let [tries, looks] = [0, 0];
    for (let isBetter = true; isBetter && tries < TRIES_MAX && looks < LOOKS_MAX; ) {
      isBetter = false;
      eachShift(free.length, (shift) => {
        const isOnTime = best.cost.harm <= NEARLY && best.cost.late <= NEARLY;
        looks += 1;
        // Where nothing is late only a shorter way is better.
        if (isOnTime && isWhole && wayOfShift(shift, best.order, legs) > -NEARLY) return;
        if (++tries > TRIES_MAX) return;
        write(shift, best.order, next);
        const found = costOf(next, isOnTime ? best.cost.way - NEARLY : undefined);
        if (!found || !isLess(found, best.cost)) return;
        best.order.set(next);
        best.cost = found;
        isBetter = true;
      });
    }
    return best;
  };
  const [byTime, asItIs] = [Int32Array.from(greedy(open, free, start, legs)), free].flatMap((order) => {
    const cost = costOf(order);
    return cost ? [improve(order, cost)] : [];
  });
  const best = byTime && asItIs && isLess(byTime.cost, asItIs.cost) ? byTime : (asItIs ?? byTime);
  const courseOf = (order: Order): Course =>
    asCourse(stops, open, order, { ...(ride(order) ?? was), reached, lateBy, legs, start });
  return { before: courseOf(present), after: courseOf(filled(best?.order ?? free)) };
}

interface Ridden {
  way: number;
  late: number;
  end: number;
  reached: Float64Array;
  lateBy: Float64Array;
  legs: Legs;
  start: DayStart;
}
function asCourse(
  stops: readonly OrderableStop[],
  open: readonly OrderableStop[],
  order: Order,
  { way, late, end, reached, lateBy, legs, start }: Ridden,
): Course {
  const places = new Map(stops.map((stop, at) => [stopKey(stop), at]));
  const left = [...order];
  let [before, known, kilometres] = [open.length, legs.first, 0];
  const visits = stops.map((stop, at): Visit => {
    const next = stop.isDone ? undefined : left.shift();
    const shown = next === undefined ? stop : open[next];
    if (next === undefined || !shown) return { stop, was: at, at: null, lateMinutes: 0, kilometres: null };
    const isSameDoor = open[before]?.door === shown.door;
    const length = isSameDoor ? 0 : (legs.lengths[before]?.[next] ?? null);
    kilometres += isSameDoor ? 0 : (legs.lengths[known]?.[next] ?? 0);
    before = next;
    if (legs.isKnown[next]) known = next;
    return {
      stop: shown,
      was: places.get(stopKey(shown)) ?? at,
      at: start.startsAt + (reached[next] ?? 0) * MINUTE_MS,
      lateMinutes: lateBy[next] ?? 0,
      kilometres: length,
    };
  });
  return {
    visits,
    kilometres,
    minutes: way,
    endsAt: start.startsAt + end * MINUTE_MS,
    lateMinutes: late,
    missed: visits.flatMap(({ stop, lateMinutes }) => (lateMinutes > NEARLY ? [stopKey(stop)] : [])),
  };
}
