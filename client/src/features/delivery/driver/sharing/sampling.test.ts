import { POSITIONS_MAX } from '@quickfleet/shared/limits';
import { expect, it } from 'vitest';
import { isWorthSending, type Point, thinned } from './sampling.ts';

const START = Date.parse('2026-03-17T07:00:00Z');
const METRE = 1 / 111_195;
const point = (second: number, metres: number, accuracy = 10): Point => ({
  lat: 52.5 + metres * METRE,
  lng: 13.4,
  accuracy,
  at: new Date(START + second * 1000).toISOString(),
});

it('P125 keeps a point after 20 seconds or 100 metres, with little battery after a minute or 300, and one that stands after five minutes', () => {
  const last = point(0, 0);
  expect(isWorthSending(point(0, 0), undefined, false)).toBe(true);
  expect(isWorthSending(point(19, 90), last, false)).toBe(false);
  expect(isWorthSending(point(20, 90), last, false)).toBe(true);
  expect(isWorthSending(point(5, 101), last, false)).toBe(true);
  expect(isWorthSending(point(59, 290), last, true)).toBe(false);
  expect(isWorthSending(point(60, 290), last, true)).toBe(true);
  expect(isWorthSending(point(20, 301), last, true)).toBe(true);
  expect(isWorthSending(point(299, 20), last, false)).toBe(false);
  expect(isWorthSending(point(300, 20), last, false)).toBe(true);
  expect(isWorthSending(point(300, 900, 600), last, false)).toBe(false);
});

it('P125 keeps the newest point and one call’s worth of a long way without a network', () => {
  const way = Array.from({ length: 500 }, (_, at) => point(at * 20, at * 200));
  const kept = thinned(way);
  expect(kept.length).toBeLessThanOrEqual(POSITIONS_MAX);
  expect(kept.length).toBeGreaterThan(POSITIONS_MAX / 4);
  expect(kept.at(-1)).toEqual(way.at(-1));
  expect(thinned(way.slice(0, POSITIONS_MAX))).toHaveLength(POSITIONS_MAX);
});

it('P125 an eight-hour shift of 60 stops takes at most 960 calls and 400 kB', () => {
  const [hours, legSeconds, stopSeconds] = [8, 300, 180];
  let [calls, bytes, metres, points] = [0, 0, 0, 0];
  let last: Point | undefined;
  let waiting: Point[] = [];
  for (let second = 0; second < hours * 3600; second++) {
    if (second % (legSeconds + stopSeconds) < legSeconds) metres += 8;
    const here = point(second, metres + (second % 7));
    if (isWorthSending(here, last, false)) {
      last = here;
      waiting.push(here);
      points++;
    }
    if (second % 30 === 0 && waiting.length > 0) {
      calls++;
      // What browsers send along with a small call, cookie included.
      bytes += 400 + JSON.stringify({ points: waiting }).length;
      waiting = [];
    }
  }
  console.info(`an eight-hour shift: ${points} points, ${calls} calls, ${Math.round(bytes / 1000)} kB`);
  expect(calls).toBeLessThanOrEqual(960);
  expect(bytes).toBeLessThanOrEqual(400_000);
});
