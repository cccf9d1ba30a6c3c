import { describe, expect, it } from 'vitest';
import { addDays, dayAt, endOfDay, startOfDay } from './time/zoned-time.ts';

const zones = Intl.supportedValuesOf('timeZone').concat('America/Montreal', 'Asia/Calcutta', 'UTC');

/** The weeks around each clock change, and the first day of each quarter. */
function daysToTest(zone: string): Set<string> {
  const days = new Set(['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01']);
  const offsetOf = (day: string) => startOfDay(day, zone).getTime() - Date.parse(`${day}T00:00:00Z`);
  for (let day = '2026-01-01', before = offsetOf(day); day < '2027-01-01'; day = addDays(day, 7)) {
    const offset = offsetOf(day);
    if (offset !== before) for (let shift = -8; shift <= 1; shift++) days.add(addDays(day, shift));
    before = offset;
  }
  return days;
}

describe('local days', () => {
  it('Q33 begin and end with their first and last moment in every zone of the tz database', () => {
    expect(zones.length).toBeGreaterThan(400);
    for (const zone of zones)
      for (const day of daysToTest(zone)) {
        const [from, to] = [startOfDay(day, zone), endOfDay(day, zone)];
        const at = (moment: Date, milliseconds: number) => dayAt(new Date(moment.getTime() + milliseconds), zone);
        expect([at(from, -1), at(from, 0), at(to, -1), at(to, 0)], `${day} in ${zone}`).toEqual([
          addDays(day, -1),
          day,
          day,
          addDays(day, 1),
        ]);
      }
  }, 60_000);
});
