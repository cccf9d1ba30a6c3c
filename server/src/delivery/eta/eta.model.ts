/**
 * When a stop will be reached, learned from the stops that the company's own drivers have made and from nothing else.
 *
 * A leg is the time from one finished stop to the next, the way and the work at the door together. Its expected length is
 * a product: the company's middle leg × hour × weekday × driver × neighbourhood, each factor pulled towards 1 while
 * little is known of it. How wide a range is comes from the model's own errors: it is fitted to the older two thirds of
 * the days, predicts the newer third, and keeps how wrong it was, by the number of stops ahead.
 *
 * Pure: moments are milliseconds, lengths are minutes.
 */
import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { ETA_CONFIDENCE } from '@quickfleet/shared/delivery/eta/eta';

/** A stop that was finished; `area` is its neighbourhood, null when nothing is known of it. */
export interface MadeStop {
  at: number;
  area: string | null;
  /** The way from the stop before; null or absent where one of the two places is not known. */
  kilometres?: number | null;
}

/** What a driver did on one day, in the order it was done. */
export interface WorkedDay {
  driverId: number;
  day: string;
  startedAt: number | null;
  stops: readonly MadeStop[];
}

/** A stop that is to be made; before `notBefore`, the start of its window, nobody is there. */
export interface OpenStop {
  area: string | null;
  notBefore: number | null;
  kilometres?: number | null;
}

/** The company's clock: hour 0–23, weekday 0–6, minute of the day. */
export type WallClock = (at: number) => { hour: number; weekday: number; minute: number };

/** Two at one door, and a break. */
const LEG_MIN_MINUTES = 0.5;
const LEG_MAX_MINUTES = 180;
/** An effect counts half when it was seen this often. */
const HALF_AT = 8;
const ROUNDS = 4;
/** Fewer predictions than these say nothing about the next one. */
const ERRORS_MIN = 40;
/** Kept points of a distribution of errors. */
const POINTS = 101;
const ROUND_MS = 5 * MINUTE_MS;
const NARROWEST_MS = 10 * MINUTE_MS;

/** Errors are kept by the number of stops ahead: 1, 2, 3, 4, 5–6, 7–9, 10–14, 15 and more. */
const AHEAD = [1, 2, 3, 4, 6, 9, 14] as const;
const bucketOf = (stops: number): number => {
  const at = AHEAD.findIndex((upTo) => stops <= upTo);
  return at === -1 ? AHEAD.length : at;
};
const BUCKETS = AHEAD.length + 1;

/** Evenly spaced quantiles of each bucket, ascending; null where too little is known. */
type Errors = (readonly number[] | null)[];

/** Of the stored model: one of another shape is learned again. */
export const MODEL_SHAPE = 2;
export interface EtaModel {
  shape: typeof MODEL_SHAPE;
  /** Legs that it was learned from. */
  legs: number;
  /** The middle leg. */
  minutes: number;
  hours: readonly number[];
  weekdays: readonly number[];
  drivers: Readonly<Record<string, number>>;
  areas: Readonly<Record<string, number>>;
  /** By the length of the way, as `wayOf` names it. */
  ways: Readonly<Record<string, number>>;
  /** Minutes of a kilometre of the way, without the work at the doors; null while too few places are known. */
  pace: { minutesPerKm: number } | null;
  /** When the first stop of a day is usually made, as a minute of the day: everybody's, and each driver's. */
  firstStop: { all: number; drivers: Readonly<Record<string, number>> };
  /** Real ÷ predicted time since the last finished stop, and real − predicted minutes of a day that has not begun. */
  errors: { underWay: Errors; ahead: Errors };
}

export interface Range {
  from: number;
  to: number;
}

/** Ways of about the same length, in kilometres. */
const WAYS = [0.3, 1, 2, 4, 8, 16] as const;
const wayOf = (kilometres: number | null | undefined): string | null =>
  kilometres == null ? null : String(WAYS.filter((upTo) => kilometres > upTo).length);

interface Leg {
  way: string | null;
  kilometres: number | null;
  driver: string;
  hour: number;
  weekday: number;
  area: string | null;
  log: number;
}

const minutesBetween = (from: number, to: number) => (to - from) / MINUTE_MS;
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const quantile = (sorted: readonly number[], part: number): number => {
  const at = part * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + (at % 1) * ((sorted[Math.ceil(at)] ?? low) - low);
};
const median = (values: readonly number[]) => quantile(ascending(values), 0.5);

function* legsOf(days: readonly WorkedDay[], clock: WallClock): Generator<Leg> {
  for (const { driverId, startedAt, stops } of days) {
    let last = startedAt;
    for (const { at, area, kilometres = null } of stops) {
      const minutes = last === null ? 0 : minutesBetween(last, at);
      if (last !== null && minutes >= LEG_MIN_MINUTES && minutes <= LEG_MAX_MINUTES) {
        const { hour, weekday } = clock(last);
        const way = wayOf(kilometres);
        yield { driver: String(driverId), hour, weekday, area, way, kilometres, log: Math.log(minutes) };
      }
      last = at;
    }
  }
}

type Effects = Omit<EtaModel, 'shape' | 'errors'>;

/** Each effect in turn explains what the others leave, pulled towards none by what little was seen of it. */
function learnEffects(days: readonly WorkedDay[], clock: WallClock): Effects | undefined {
  const legs = [...legsOf(days, clock)];
  if (legs.length === 0) return undefined;
  const middle = legs.reduce((sum, { log }) => sum + log, 0) / legs.length;
  const keysOf = [
    (leg: Leg) => `${leg.hour}`,
    (leg: Leg) => `${leg.weekday}`,
    (leg: Leg) => leg.driver,
    (leg: Leg) => leg.area,
    (leg: Leg) => leg.way,
  ];
  const effects = keysOf.map(() => new Map<string, number>());
  const explained = (leg: Leg) =>
    keysOf.reduce((sum, keyOf, at) => sum + (effects[at]?.get(keyOf(leg) ?? '') ?? 0), middle);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, keyOf] of keysOf.entries()) {
      const own = effects[at] ?? new Map<string, number>();
      const sums = new Map<string, { left: number; seen: number }>();
      for (const leg of legs) {
        const key = keyOf(leg);
        if (key === null) continue;
        const sum = sums.get(key) ?? { left: 0, seen: 0 };
        sum.left += leg.log - explained(leg) + (own.get(key) ?? 0);
        sum.seen++;
        sums.set(key, sum);
      }
      for (const [key, { left, seen }] of sums) own.set(key, left / (seen + HALF_AT));
    }
  }
  const factors = (at: number) =>
    Object.fromEntries([...(effects[at] ?? [])].map(([key, log]) => [key, Math.exp(log)]));
  const byNumber = (at: number, length: number) => Array.from({ length }, (_, key) => factors(at)[key] ?? 1);
  return {
    legs: legs.length,
    minutes: Math.exp(middle),
    hours: byNumber(0, 24),
    weekdays: byNumber(1, 7),
    drivers: factors(2),
    areas: factors(3),
    ways: factors(4),
    pace: paceFrom(legs),
    firstStop: firstStops(days, clock),
  };
}

const PACE_LEGS_MIN = 60;
const [PACE_MIN, PACE_MAX] = [0.6, 10];
/** A resistant line through legs by their length: the middle of the long ones against that of the short ones. */
function paceFrom(legs: readonly Leg[]): EtaModel['pace'] {
  const known = legs
    .flatMap(({ kilometres, log }) => (kilometres === null ? [] : [{ kilometres, minutes: Math.exp(log) }]))
    .sort((a, b) => a.kilometres - b.kilometres);
  if (known.length < PACE_LEGS_MIN) return null;
  const third = Math.floor(known.length / 3);
  const [low, high] = [known.slice(0, third), known.slice(-third)].map((part) => ({
    kilometres: median(part.map(({ kilometres }) => kilometres)),
    minutes: median(part.map(({ minutes }) => minutes)),
  }));
  if (!low || !high || high.kilometres - low.kilometres < 1) return null;
  const minutesPerKm = (high.minutes - low.minutes) / (high.kilometres - low.kilometres);
  return minutesPerKm >= PACE_MIN && minutesPerKm <= PACE_MAX ? { minutesPerKm } : null;
}

function firstStops(days: readonly WorkedDay[], clock: WallClock): EtaModel['firstStop'] {
  const minutes = new Map<string, number[]>();
  for (const { driverId, stops } of days) {
    const [first] = stops;
    if (!first) continue;
    const own = minutes.get(String(driverId)) ?? [];
    own.push(clock(first.at).minute);
    minutes.set(String(driverId), own);
  }
  const known = [...minutes].filter(([, own]) => own.length >= HALF_AT);
  return {
    all: median([...minutes.values()].flat()),
    drivers: Object.fromEntries(known.map(([driver, own]) => [driver, median(own)])),
  };
}

/** The expected minutes of a leg that begins at a moment and leads to a stop. */
function legOf(
  model: Effects,
  clock: WallClock,
  driverId: number,
  from: number,
  { area, kilometres }: Pick<OpenStop, 'area' | 'kilometres'>,
): number {
  const way = wayOf(kilometres);
  const { hour, weekday } = clock(from);
  return (
    model.minutes *
    (model.hours[hour] ?? 1) *
    (model.weekdays[weekday] ?? 1) *
    (model.drivers[driverId] ?? 1) *
    (area === null ? 1 : (model.areas[area] ?? 1)) *
    (way === null ? 1 : (model.ways[way] ?? 1))
  );
}

/** When each of the stops will be finished, one after the other from a moment on, at a pace (2: twice as long). */
function walk(
  model: Effects,
  clock: WallClock,
  { driverId, from, stops, pace = 1 }: { driverId: number; from: number; stops: readonly OpenStop[]; pace?: number },
): number[] {
  let at = from;
  return stops.map((stop) => {
    at = Math.max(at + pace * legOf(model, clock, driverId, at, stop) * MINUTE_MS, stop.notBefore ?? 0);
    return at;
  });
}

/** How much longer than expected the legs of a day took so far, pulled towards 1 while there are few. */
function paceOf(model: Effects, clock: WallClock, { driverId, startedAt, stops }: Omit<WorkedDay, 'day'>): number {
  let [sum, seen, last] = [0, 0, startedAt];
  for (const stop of stops) {
    const { at } = stop;
    const minutes = last === null ? 0 : minutesBetween(last, at);
    if (last !== null && minutes >= LEG_MIN_MINUTES && minutes <= LEG_MAX_MINUTES) {
      sum += Math.log(minutes / legOf(model, clock, driverId, last, stop));
      seen++;
    }
    last = at;
  }
  return Math.exp(sum / (seen + HALF_AT));
}

const asOpen = ({ area, kilometres = null }: MadeStop): OpenStop => ({ area, kilometres, notBefore: null });

/** The moment of a minute of a day, from another moment of that day. */
const atMinute = (clock: WallClock, ofDay: number, minute: number) =>
  ofDay + (minute - clock(ofDay).minute) * MINUTE_MS;
const firstOf = (model: Effects, driverId: number) => model.firstStop.drivers[driverId] ?? model.firstStop.all;

/** How wrong a model is on days that it has not seen. */
function errorsOn(model: Effects, days: readonly WorkedDay[], clock: WallClock): EtaModel['errors'] {
  const empty = () => Array.from({ length: BUCKETS }, (): number[] => []);
  const [underWay, ahead] = [empty(), empty()];
  for (const { driverId, startedAt, stops } of days) {
    const [first] = stops;
    if (!first) continue;
    for (let made = startedAt === null ? 1 : 0; made < stops.length; made++) {
      const at = stops[made - 1]?.at ?? startedAt ?? first.at;
      const rest = stops.slice(made);
      const pace = paceOf(model, clock, { driverId, startedAt, stops: stops.slice(0, made) });
      const predicted = walk(model, clock, { driverId, from: at, stops: rest.map(asOpen), pace });
      for (const [index, stop] of rest.entries())
        underWay[bucketOf(index + 1)]?.push((stop.at - at) / ((predicted[index] ?? at) - at));
    }
    const start = atMinute(clock, first.at, firstOf(model, driverId));
    const later = walk(model, clock, { driverId, from: start, stops: stops.slice(1).map(asOpen) });
    for (const [index, at] of [start, ...later].entries())
      ahead[bucketOf(index + 1)]?.push(minutesBetween(at, stops[index]?.at ?? at));
  }
  return { underWay: pointsOf(underWay), ahead: pointsOf(ahead) };
}

/**
 * The distribution of each bucket; where there are too few, with those of the nearest buckets. null where it never looked
 * so far, or knows too little in all.
 */
function pointsOf(buckets: readonly number[][]): Errors {
  return buckets.map((own, at) => {
    let values = own;
    for (let reach = 1; values.length < ERRORS_MIN && reach < buckets.length; reach++)
      values = [...(buckets[at - reach] ?? []), ...values, ...(buckets[at + reach] ?? [])];
    if (own.length === 0 || values.length < ERRORS_MIN) return null;
    const sorted = ascending(values);
    return Array.from({ length: POINTS }, (_, point) => quantile(sorted, point / (POINTS - 1)));
  });
}

/** Learns from finished days, oldest first; undefined when there is too little to say anything from. */
export function learn(days: readonly WorkedDay[], clock: WallClock): EtaModel | undefined {
  const cut = Math.ceil((days.length * 2) / 3);
  const older = learnEffects(days.slice(0, cut), clock);
  const all = learnEffects(days, clock);
  if (!older || !all) return undefined;
  const errors = errorsOn(older, days.slice(cut), clock);
  if (![...errors.underWay, ...errors.ahead].some((points) => points !== null)) return undefined;
  return { shape: MODEL_SHAPE, ...all, errors };
}

const TAIL = (1 - ETA_CONFIDENCE) / 2;
const rounded = (at: number) => Math.round(at / ROUND_MS) * ROUND_MS;
function rangeOf(from: number, to: number, notBefore: number | null): Range {
  const start = Math.max(rounded(from), notBefore ?? 0);
  return { from: start, to: Math.max(rounded(to), start + NARROWEST_MS) };
}

interface Ahead {
  driverId: number;
  now: number;
  /** What is still to be made, in order; the last of them is the one that is asked for. */
  stops: readonly OpenStop[];
  /** How much wider or narrower than by the errors alone: `widthOf`. */
  width: number;
}

/**
 * When the last of the stops is reached by a driver on the way: `made` is what was done since the day began; undefined
 * when the model has never looked so far.
 */
export function rangeUnderWay(
  model: EtaModel,
  clock: WallClock,
  { driverId, stops, now, width, startedAt, made }: Ahead & { startedAt: number; made: readonly MadeStop[] },
): Range | undefined {
  const points = model.errors.underWay[bucketOf(stops.length)];
  const since = made.at(-1)?.at ?? startedAt;
  const pace = paceOf(model, clock, { driverId, startedAt, stops: made });
  const expected = walk(model, clock, { driverId, from: since, stops, pace }).at(-1);
  if (!points || expected === undefined) return undefined;
  // Part of the time has gone: only what is still possible counts.
  const gone = (now - since) / (expected - since);
  const possible = points.filter((ratio) => ratio > gone);
  const { notBefore = null } = stops.at(-1) ?? {};
  if (possible.length < 2) {
    // Longer than ever before: a whole leg more, from now on.
    const leg = walk(model, clock, { driverId, from: now, stops: stops.slice(-1), pace }).at(-1) ?? now;
    return rangeOf(now, leg, notBefore);
  }
  const middle = quantile(possible, 0.5);
  const at = (part: number) => since + (expected - since) * (middle + width * (quantile(possible, part) - middle));
  return rangeOf(Math.max(at(TAIL), now), at(1 - TAIL), notBefore);
}

/**
 * When the last of the stops is reached on a day that has not begun; `ofDay` is a moment of that day. Undefined when the
 * model has never looked so far.
 */
export function rangeAhead(
  model: EtaModel,
  clock: WallClock,
  { driverId, stops, now, width, ofDay }: Ahead & { ofDay: number },
): Range | undefined {
  const points = model.errors.ahead[bucketOf(stops.length)];
  if (!points) return undefined;
  const from = Math.max(atMinute(clock, ofDay, firstOf(model, driverId)), stops[0]?.notBefore ?? 0);
  const expected = walk(model, clock, { driverId, from, stops: stops.slice(1) }).at(-1) ?? from;
  const middle = quantile(points, 0.5);
  const at = (part: number) => expected + (middle + width * (quantile(points, part) - middle)) * MINUTE_MS;
  return rangeOf(Math.max(at(TAIL), now), Math.max(at(1 - TAIL), now), stops.at(-1)?.notBefore ?? null);
}

/** A range that was promised at a width, and when the stop was made. */
export interface KeptPromise extends Range {
  width: number;
  at: number;
}
const PROMISES_MIN = 100;

/**
 * The width with which the given part of past promises would have held. What the back-test cannot see (stops that were
 * skipped, added or swapped after the promise) is in here. 1 until there are a hundred promises.
 */
export function widthOf(promises: readonly KeptPromise[]): number {
  if (promises.length < PROMISES_MIN) return 1;
  const needed = promises.map(
    ({ from, to, width, at }) => (width * Math.abs(at - (from + to) / 2)) / ((to - from) / 2),
  );
  return Math.min(3, Math.max(0.5, quantile(ascending(needed), ETA_CONFIDENCE)));
}
