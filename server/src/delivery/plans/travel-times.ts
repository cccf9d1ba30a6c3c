import { kilometresBetween, type Place } from '@quickfleet/shared/base/distance';

/** Streets are longer than the way of a crow by this. */
const DETOUR = 1.3;
/** How fast a van gets along in and between towns, in kilometres an hour. */
const SPEED = 30;

/** Minutes and kilometres from each place to each other, row by row. */
export interface TravelTimes {
  minutes: Float64Array;
  kilometres: Float64Array;
}
/**
 * The ways between places, without a map service: as the crow flies, with the detour of streets. A place that nobody knows
 * (null) is `unknownMinutes` from everywhere. Between different doors it is at least a minute.
 */
export function travelTimes(places: readonly (Place | null)[], unknownMinutes: number): TravelTimes {
  const count = places.length;
  const [minutes, kilometres] = [new Float64Array(count * count), new Float64Array(count * count)];
  for (const [from, one] of places.entries())
    for (const [to, other] of places.entries()) {
      const length = one && other ? DETOUR * kilometresBetween(one, other) : 0;
      const at = from * count + to;
      kilometres[at] = length;
      if (from !== to) minutes[at] = one && other ? Math.max(1, (length / SPEED) * 60) : unknownMinutes;
    }
  return { minutes, kilometres };
}
