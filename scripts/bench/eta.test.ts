import { expect, it } from 'vitest';
import { measureEta } from './eta.ts';

it.each([1, 2, 3])('C304 of 10,000 made-up deliveries, 78 to 82 % of the ranges hold (company %i)', (seed) => {
  const [ours, ahead, underWay, naive, window] = measureEta(seed);
  expect(ours?.deliveries).toBe(10_000);
  for (const figures of [ours, underWay]) {
    expect(figures?.held).toBeGreaterThanOrEqual(0.78);
    expect(figures?.held).toBeLessThanOrEqual(0.82);
  }
  // Of what is said the evening before there are too few for two decimals.
  expect(ahead?.held).toBeGreaterThanOrEqual(0.76);
  expect(ahead?.held).toBeLessThanOrEqual(0.84);
  // The same width around the mean of all legs holds less often, and a promised window is wider.
  expect(naive?.held).toBeLessThan(ours?.held ?? 0);
  expect(window?.width).toBeGreaterThan(ours?.width ?? 0);
});
