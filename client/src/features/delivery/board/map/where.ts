import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';

interface Place {
  lat: number;
  lng: number;
}
/** A piece of the world, and where its places are in it, in percent from the left and from above. */
export interface Frame {
  at: (place: Place) => { x: number; y: number };
}
const EDGE = 6;
/** Below this, in degrees, everything is at one door. */
const SMALLEST = 0.004;

/** The smallest piece with all of these places; east is as wide as north is high. */
export function frameOf(places: readonly Place[]): Frame {
  const lats = places.map(({ lat }) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const scale = Math.cos((((south + north) / 2) * Math.PI) / 180 || 0);
  const easts = places.map(({ lng }) => lng * scale);
  const [west, east] = [Math.min(...easts), Math.max(...easts)];
  const size = Math.max(SMALLEST, north - south, east - west);
  const [left, top] = [(west + east - size) / 2, (south + north + size) / 2];
  const inPercent = (share: number) => Math.round((EDGE + share * (100 - 2 * EDGE)) * 10) / 10;
  return {
    at: ({ lat, lng }) => ({ x: inPercent((lng * scale - left) / size), y: inPercent((top - lat) / size) }),
  };
}

const AREAS_SHOWN = 8;
/** 'Springfield' of '2 Elm Street, 12345 Springfield'; undefined where the address names no town. */
export function townOf(address: string): string | undefined {
  const parts = address.split(/[\n,]+/).slice(1);
  return parts
    .map((part) =>
      part
        .split(/\s+/)
        .filter((word) => !/\d/.test(word))
        .join(' ')
        .trim(),
    )
    .find((part) => part.length >= 3);
}
/** The names of the areas with the most stops, each in the middle of its stops. */
export function areasOf(
  stops: readonly (Place & {
    stop: 'pickup' | 'delivery';
    order: Pick<DayOrder, 'pickupAddress' | 'deliveryAddress'>;
  })[],
): (Place & { name: string })[] {
  const named = Map.groupBy(stops, ({ stop, order }) =>
    townOf(stop === 'pickup' ? order.pickupAddress : order.deliveryAddress),
  );
  const middle = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return [...named]
    .flatMap(([name, all]) => (name === undefined ? [] : [{ name, all }]))
    .toSorted((one, other) => other.all.length - one.all.length)
    .slice(0, AREAS_SHOWN)
    .map(({ name, all }) => ({
      name,
      lat: middle(all.map(({ lat }) => lat)),
      lng: middle(all.map(({ lng }) => lng)),
    }));
}
