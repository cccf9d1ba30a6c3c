import { describe, expect, it } from 'vitest';
import { hoursInWords } from '../company/brand.ts';
import { usualHours } from '../company/business-hours.ts';
import type { PromiseClock } from '../company/promise-clock.ts';
import { afterBusinessHours, afterHours } from './due-times.ts';

describe('U70 the clock of a promise', () => {
  for (const [zone, from, hours, until] of [
    // A Monday.
    ['UTC', '2026-03-02T09:00Z', 2, '2026-03-02T11:00Z'],
    ['UTC', '2026-03-02T16:00Z', 2, '2026-03-02T18:00Z'],
    ['UTC', '2026-03-02T17:30Z', 2, '2026-03-03T09:30Z'],
    ['UTC', '2026-03-02T22:00Z', 2, '2026-03-03T10:00Z'],
    ['UTC', '2026-03-02T03:00Z', 2, '2026-03-02T10:00Z'],
    ['UTC', '2026-03-02T09:00Z', 24, '2026-03-04T13:00Z'],
    // A Friday evening and a Saturday.
    ['UTC', '2026-03-06T17:00Z', 2, '2026-03-09T09:00Z'],
    ['UTC', '2026-03-07T12:00Z', 2, '2026-03-09T10:00Z'],
    // A quarter of an hour before Monday begins in New York, and the day on which its clocks skipped an hour.
    ['America/New_York', '2026-03-02T04:45Z', 2, '2026-03-02T15:00Z'],
    ['America/New_York', '2026-03-06T22:00Z', 2, '2026-03-09T13:00Z'],
    ['Asia/Kathmandu', '2026-03-02T11:15Z', 2, '2026-03-03T03:15Z'],
  ] as const)
    it(`U70 stands still at night and on weekends: ${hours} h after ${from} in ${zone}`, () => {
      expect(afterBusinessHours(new Date(from), hours, zone, usualHours).toISOString()).toBe(
        new Date(until).toISOString(),
      );
    });

  it('U70 refuses a promise of no time', () => {
    expect(() => afterBusinessHours(new Date(), 0, 'UTC', usualHours)).toThrow(RangeError);
    expect(() => afterBusinessHours(new Date(), Number.NaN, 'UTC', usualHours)).toThrow(RangeError);
  });
});

describe('U313 hours on the clock', () => {
  it('U313 pass at night and on weekends too, on the day clocks change as well', () => {
    const place = { timeZone: 'America/New_York', business: usualHours };
    const due = (from: string, clock: PromiseClock) => afterHours(new Date(from), 24, clock, place).toISOString();
    expect(due('2026-03-06T22:00:00Z', 'clock')).toBe('2026-03-07T22:00:00.000Z');
    expect(due('2026-03-08T05:00:00Z', 'clock')).toBe('2026-03-09T05:00:00.000Z');
    expect(due('2026-03-06T22:00:00Z', 'business')).toBe('2026-03-11T15:00:00.000Z');
    expect(() => afterHours(new Date(), 0, 'clock', place)).toThrow(RangeError);
  });

  it('U313 are said as hours; business hours as such, and as days from a day on', () => {
    const words = (hours: number, clock: PromiseClock) => hoursInWords(hours, clock, usualHours);
    expect([words(24, 'clock'), words(1, 'clock')]).toEqual(['24 hours', '1 hour']);
    expect([2, 9, 10, 24].map((hours) => words(hours, 'business'))).toEqual([
      '2 business hours',
      '9 business hours',
      'one business day',
      '3 business days',
    ]);
  });
});
