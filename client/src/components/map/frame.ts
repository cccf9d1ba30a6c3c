// Places drawn without a map service.

/** Somewhere in the world. */
export interface PlaceInFrame {
  lat: number;
  lng: number;
}
/** A piece of the world, and where its places are in it, in percent from the left and from above. */
export interface Frame {
  at: (place: PlaceInFrame) => { x: number; y: number };
}
const EDGE = 6;
/** Below this, in degrees, everything is at one door. */
const SMALLEST = 0.004;

/** The smallest piece with all of these places; east is as wide as north is high. */
export function frameOf(places: readonly PlaceInFrame[]): Frame {
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
