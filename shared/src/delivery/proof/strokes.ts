/** A point of a stroke as the pad gives it: in its own pixels, milliseconds since the first one, pressure from 0 to 1. */
export interface StrokePoint {
  x: number;
  y: number;
  time: number;
  pressure: number;
}
/** What a signature was drawn from: the strokes of the pad, and how large it was. */
export interface Strokes {
  width: number;
  height: number;
  strokes: { points: StrokePoint[] }[];
}
export const STROKE_WIDTH = 2.4;
export const STROKES_MAX = 200;
export const STROKE_POINTS_MAX = 10_000;
export const STROKES_BYTES_MAX = 1024 * 1024;

const tenths = (value: number) => Math.round(value * 10) / 10;
const place = ({ x, y }: StrokePoint) => `${tenths(x)} ${tenths(y)}`;
const between = (one: StrokePoint, other: StrokePoint) =>
  place({ ...one, x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** A stroke as the data of an SVG path: through the middles of its points, so that it is smooth at any size. */
function pathOf(points: readonly StrokePoint[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  // A dot: a line of no length with round ends.
  if (rest.length === 0) return `M${place(first)} l0.1 0`;
  let path = `M${place(first)}`;
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    path += next ? ` Q${place(point)} ${between(point, next)}` : ` L${place(point)}`;
  }
  return path;
}

/** A signature as paths to be stroked with round ends, and the box that holds them. */
export function drawingOf({ strokes }: Strokes): {
  paths: string[];
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const points = strokes.flatMap((stroke) => stroke.points);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const left = Math.min(...xs, Number.POSITIVE_INFINITY) - STROKE_WIDTH;
  const top = Math.min(...ys, Number.POSITIVE_INFINITY) - STROKE_WIDTH;
  if (!Number.isFinite(left) || !Number.isFinite(top)) return { paths: [], x: 0, y: 0, width: 1, height: 1 };
  return {
    paths: strokes.map((stroke) => pathOf(stroke.points)).filter(Boolean),
    x: tenths(left),
    y: tenths(top),
    width: tenths(Math.max(...xs) + STROKE_WIDTH - left),
    height: tenths(Math.max(...ys) + STROKE_WIDTH - top),
  };
}
