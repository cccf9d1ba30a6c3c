// Which positions of a phone are worth sending, and which are kept while there is no network.

import { kilometresBetween } from '@quickfleet/shared/base/distance';
import { POSITIONS_MAX } from '@quickfleet/shared/limits';

export interface Point {
  lat: number;
  lng: number;
  accuracy: number;
  /** ISO 8601, by the phone's clock. */
  at: string;
}

/** A point every so often, or after so many metres; one that stands still says so now and then. */
interface Pace {
  everyMs: number;
  metres: number;
  standingMs: number;
}
const PACE: Pace = { everyMs: 20_000, metres: 100, standingMs: 300_000 };
/** With little battery left. */
const SPARING: Pace = { everyMs: 60_000, metres: 300, standingMs: 600_000 };
/** Nearer to the last point than this is standing still. */
const STANDING_METRES = 25;
/** So rough that it would show the driver streets away. */
const ACCURACY_MAX = 500;

const metresBetween = (one: Point, other: Point): number => kilometresBetween(one, other) * 1000;

/** Whether a position is kept, after the last one that was. */
export function isWorthSending(point: Point, last: Point | undefined, isSparing: boolean): boolean {
  if (point.accuracy > ACCURACY_MAX) return false;
  if (!last) return true;
  const { everyMs, metres, standingMs } = isSparing ? SPARING : PACE;
  const [passed, moved] = [Date.parse(point.at) - Date.parse(last.at), metresBetween(point, last)];
  if (moved < STANDING_METRES) return passed >= standingMs;
  return passed >= everyMs || moved >= metres;
}

/** As many as one call takes: of a longer way without a network every other point goes, and the newest stays. */
export function thinned(points: readonly Point[]): Point[] {
  let kept = [...points];
  while (kept.length > POSITIONS_MAX) kept = kept.filter((_, at) => (kept.length - 1 - at) % 2 === 0);
  return kept;
}
