import { expect, it } from 'vitest';
import { retryAt } from './retry-schedule.ts';

const first = new Date('2026-03-02T09:00:00Z');
const HOUR = 3_600_000;

it('M34 what a receiver asks for beyond the plan is cut to its end, and the delivery is tried once more', () => {
  const year = retryAt({ tries: 1, first, now: first, retryAfter: 31_536_000 });
  expect(year).toEqual(new Date(first.getTime() + 72 * HOUR));
  expect(retryAt({ tries: 2, first, now: year ?? first, retryAfter: 31_536_000 })).toBeNull();
  const late = new Date(first.getTime() + 71 * HOUR);
  expect(retryAt({ tries: 4, first, now: late, retryAfter: 7200 })).toEqual(year);
  expect(retryAt({ tries: 1, first, now: first, retryAfter: 120 })).toEqual(new Date(first.getTime() + 120_000));
});
