import { describe, expect, it } from 'vitest';
import { sameDayDelivery, usualHours } from './business-hours.ts';

describe('Q21 "Today" asked for at', () => {
  // 2026-11-20 is a Friday.
  for (const [at, timeZone, day, isToday] of [
    ['2026-11-20T00:30:00Z', 'UTC', '2026-11-20', true],
    ['2026-11-20T08:00:00Z', 'UTC', '2026-11-20', true],
    ['2026-11-20T17:59:59Z', 'UTC', '2026-11-20', true],
    ['2026-11-20T18:00:00Z', 'UTC', '2026-11-23', false],
    ['2026-11-21T23:08:00Z', 'UTC', '2026-11-23', false],
    ['2026-11-22T10:00:00Z', 'UTC', '2026-11-23', false],
    ['2026-11-23T18:30:00Z', 'UTC', '2026-11-24', false],
    ['2026-12-31T20:00:00Z', 'UTC', '2027-01-01', false],
    // Friday 18:30 in London is Friday noon in Chicago, and Saturday morning in Auckland.
    ['2026-11-20T18:30:00Z', 'America/Chicago', '2026-11-20', true],
    ['2026-11-20T18:30:00Z', 'Pacific/Auckland', '2026-11-23', false],
    // Sunday evening in London is Monday morning in Auckland.
    ['2026-11-22T20:00:00Z', 'Pacific/Auckland', '2026-11-23', true],
    // The clock goes forward on Sunday the 8th of March there.
    ['2026-03-07T12:00:00Z', 'America/New_York', '2026-03-09', false],
  ] as const) {
    it(`${at} in ${timeZone} means ${day}`, () => {
      expect(sameDayDelivery(new Date(at), timeZone, usualHours)).toEqual({ day, isToday });
    });
  }
});
