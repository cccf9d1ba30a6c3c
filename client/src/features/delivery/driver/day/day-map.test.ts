import { expect, it } from 'vitest';
import { pointsOf } from './day-map.tsx';

it('P143 the map of the day keeps directions and distances, whatever places it has', () => {
  const [west, east, north] = pointsOf([
    { lat: 50, lng: 8 },
    { lat: 50, lng: 9 },
    { lat: 51, lng: 8 },
  ]);
  expect(east?.x).toBeGreaterThan(west?.x ?? 0);
  expect(north?.y).toBeLessThan(west?.y ?? 0);
  // At 50 degrees a degree of longitude is about two thirds of one of latitude.
  const ratio = ((east?.x ?? 0) - (west?.x ?? 0)) / ((west?.y ?? 0) - (north?.y ?? 0));
  expect(ratio).toBeCloseTo(0.636, 2);
  expect(pointsOf([{ lat: 50, lng: 8 }])).toEqual([{ x: 160, y: 75 }]);
});
