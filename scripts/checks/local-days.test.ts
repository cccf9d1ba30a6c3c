import { describe, expect, it } from 'vitest';
import { foreignDaysIn, localDaysIn } from './local-days.ts';

describe('the check of local days', () => {
  it('Q32 finds a statement that would compute a day in PostgreSQL, and lets moments and UTC through', () => {
    for (const line of [
      'where o.created_at >= (?::date)::timestamp at time zone ?',
      "set local timezone = 'Europe/Vienna'",
      'set time zone ?',
      "select timezone('Europe/Vienna', now())",
      'valid_until < current_date',
      "date_trunc('month', created_at)",
      'o.created_at::date = ?',
      'coalesce(delivery_from, delivery_date)::date',
    ])
      expect(localDaysIn(line), line).toHaveLength(1);
    for (const line of [
      'where o.created_at >= ? and o.created_at < ?',
      "to_char(o.created_at at time zone 'UTC', 'YYYY')",
      "set timezone = 'UTC'",
      'q.valid_until < ?::date',
      "date_trunc('milliseconds', now())",
      '// a day at time zone ?',
    ])
      expect(localDaysIn(line), line).toEqual([]);
  });

  it('finds a test that takes the day of UTC for the day of a company elsewhere', () => {
    const today = 'const today = new Date().toISOString().slice(0, 10);';
    expect(foreignDaysIn(`useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });\n${today}`)).toHaveLength(1);
    expect(foreignDaysIn(`useWorld({ BUSINESS_TIMEZONE: 'UTC' });\n${today}`)).toEqual([]);
    expect(foreignDaysIn(today)).toEqual([]);
  });
});
