/**
 * How good the ranges of arrival are: 10,000 deliveries of a made-up company with traffic by hour, slow and quick
 * drivers and neighbourhoods, days on which everything takes longer, late pickups and skipped stops. Nothing of that is
 * known to the model, which sees the finished stops of earlier days alone.
 */
import { DAY_MS, MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { ETA_CONFIDENCE } from '@quickfleet/shared/delivery/eta/eta';
import {
  type EtaModel,
  type KeptPromise,
  learn,
  type MadeStop,
  type Range,
  rangeAhead,
  rangeUnderWay,
  type WallClock,
  type WorkedDay,
  widthOf,
} from '../../server/src/delivery/eta/eta.model.ts';

/** The same numbers in each run. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) };
}

const clock: WallClock = (at) => {
  const date = new Date(at);
  return {
    hour: date.getUTCHours(),
    weekday: date.getUTCDay(),
    minute: date.getUTCHours() * 60 + date.getUTCMinutes(),
  };
};

const DRIVERS = 30;
const AREAS = 25;
const TRIAL_DAYS = 10;
const DELIVERIES = 10_000;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const rush = (hour: number) => (hour === 8 || hour === 17 ? 1.6 : hour === 12 ? 1.2 : 1);

/** A stop of a planned day; one that is skipped was still expected when the range was given. */
interface PlannedStop extends MadeStop {
  isSkipped: boolean;
}

function makeDays(seed: number, days: number, first: number) {
  const { next, normal } = dice(seed);
  const traits = dice(7);
  const speed = Array.from({ length: DRIVERS }, () => Math.exp(0.18 * traits.normal()));
  const far = Array.from({ length: AREAS }, () => Math.exp(0.25 * traits.normal()));
  const made: { driverId: number; day: string; startedAt: number; stops: PlannedStop[] }[] = [];
  for (let index = 0; index < days; index++) {
    const midnight = first + index * DAY_MS;
    const ofDay = Math.exp(0.1 * normal());
    for (let driverId = 0; driverId < DRIVERS; driverId++) {
      const startedAt = midnight + (8 * 60 + 12 * normal()) * MINUTE_MS;
      let at = startedAt;
      const stops = Array.from({ length: 12 + Math.floor(next() * 8) }, (): PlannedStop => {
        const area = Math.floor(next() * AREAS);
        const isSkipped = next() < 0.04;
        if (isSkipped) return { at, area: String(area), isSkipped };
        const { hour, weekday } = clock(at);
        const late = next() < 0.06 ? 10 + 25 * next() : 0;
        const minutes =
          15 *
          ofDay *
          (speed[driverId] ?? 1) *
          (far[area] ?? 1) *
          rush(hour) *
          (weekday === 1 ? 1.15 : 1) *
          Math.exp(0.45 * normal());
        at += (minutes + late) * MINUTE_MS;
        return { at, area: String(area), isSkipped };
      });
      made.push({ driverId, day: new Date(midnight).toISOString().slice(0, 10), startedAt, stops });
    }
  }
  return made;
}

interface Score {
  held: number;
  of: number;
  widths: number[];
  misses: number[];
}
const noScore = (): Score => ({ held: 0, of: 0, widths: [], misses: [] });
function count(score: Score, range: Range, at: number): void {
  score.of++;
  if (at >= range.from && at <= range.to) score.held++;
  score.widths.push((range.to - range.from) / MINUTE_MS);
  score.misses.push(Math.abs((range.from + range.to) / 2 - at) / MINUTE_MS);
}
const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export interface EtaFigures {
  name: string;
  deliveries: number;
  /** The part of the ranges that held. */
  held: number;
  /** Median minutes. */
  width: number;
  error: number;
}

/** One delivery at a random moment of its day, or the evening before, against the mean of all and a window of two hours. */
export function measureEta(seed = 1): EtaFigures[] {
  const worked = makeDays(seed, 60, FIRST_DAY).map(
    ({ stops, ...day }): WorkedDay => ({ ...day, stops: stops.filter(({ isSkipped }) => !isSkipped) }),
  );
  const model: EtaModel | undefined = learn(worked, clock);
  if (!model) throw new Error('Nothing could be learned from sixty days.');
  const legs = worked.flatMap(({ startedAt, stops }) =>
    stops.map(({ at }, index) => (at - (index === 0 ? (startedAt ?? at) : (stops[index - 1]?.at ?? at))) / MINUTE_MS),
  );
  const meanLeg = legs.reduce((sum, minutes) => sum + minutes, 0) / legs.length;

  const scores = { ahead: noScore(), underWay: noScore(), naive: noScore(), window: noScore() };
  const { next } = dice(seed + 1000);
  // The first ten days only make promises, as an installation does: how wide they have to be is learned from them.
  const promises: KeptPromise[] = [];
  let width = 1;
  const isCounted = () => scores.ahead.of + scores.underWay.of < DELIVERIES;
  for (let day = 60; isCounted(); day++) {
    const isTrial = day < 60 + TRIAL_DAYS;
    if (!isTrial) width = widthOf(promises);
    for (const { driverId, startedAt, stops } of makeDays(seed + day, 1, FIRST_DAY + day * DAY_MS)) {
      for (const [target, stop] of stops.entries()) {
        if (stop.isSkipped || !isCounted()) continue;
        // How many stops were over when it was asked; -1 is the evening before.
        const over = Math.floor(next() * (target + 2)) - 1;
        const made = stops.slice(0, Math.max(over, 0)).filter(({ isSkipped }) => !isSkipped);
        const rest = stops.slice(Math.max(over, 0), target + 1);
        const since = made.at(-1)?.at ?? startedAt;
        const following = rest.find(({ isSkipped }) => !isSkipped)?.at ?? stop.at;
        const now = over < 0 ? startedAt - 12 * 60 * MINUTE_MS : since + next() * (following - since);
        const asked = { driverId, now, width, stops: rest.map(({ area }) => ({ area, notBefore: null })) };
        const range =
          over < 0
            ? rangeAhead(model, clock, { ...asked, ofDay: startedAt })
            : rangeUnderWay(model, clock, { ...asked, startedAt, made });
        if (!range) continue;
        promises.push({ ...range, width, at: stop.at });
        if (isTrial) continue;
        count(over < 0 ? scores.ahead : scores.underWay, range, stop.at);
        const half = (range.to - range.from) / 2;
        const begun = over < 0 ? FIRST_DAY + day * DAY_MS + 8 * 60 * MINUTE_MS : since;
        const naive = begun + rest.length * meanLeg * MINUTE_MS;
        count(scores.naive, { from: naive - half, to: naive + half }, stop.at);
        // What an office promises the day before: two hours around the mean.
        const promised = FIRST_DAY + day * DAY_MS + (8 * 60 + (target + 1) * meanLeg) * MINUTE_MS;
        count(scores.window, { from: promised - 60 * MINUTE_MS, to: promised + 60 * MINUTE_MS }, stop.at);
      }
    }
  }
  const figures = (name: string, { held, of, widths, misses }: Score): EtaFigures => ({
    name,
    deliveries: of,
    held: held / of,
    width: middle(widths),
    error: middle(misses),
  });
  const both: Score = {
    held: scores.ahead.held + scores.underWay.held,
    of: scores.ahead.of + scores.underWay.of,
    widths: [...scores.ahead.widths, ...scores.underWay.widths],
    misses: [...scores.ahead.misses, ...scores.underWay.misses],
  };
  return [
    figures('ours', both),
    figures('ours, before the day begins', scores.ahead),
    figures('ours, under way', scores.underWay),
    figures('the mean of all legs, as wide', scores.naive),
    figures('the promised window of two hours', scores.window),
  ];
}

export function printEta(): void {
  console.log(`\nranges of arrival meant to hold for ${ETA_CONFIDENCE * 100} %      deliveries   held   width   error`);
  for (const { name, deliveries, held, width, error } of measureEta())
    console.log(
      `${name.padEnd(50)} ${String(deliveries).padStart(8)} ${(held * 100).toFixed(1).padStart(5)} % ${width.toFixed(0).padStart(4)} min ${error.toFixed(0).padStart(3)} min`,
    );
}
