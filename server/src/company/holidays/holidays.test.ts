import type { Holiday, HolidayPlaces } from '@quickfleet/shared/company/days/holidays';
import { afterEach, describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';

// West of Greenwich, where midnight in UTC is the day before.
const world = useWorld({ BUSINESS_TIMEZONE: 'America/Los_Angeles', BUSINESS_COUNTRY: 'US' });
const HOLIDAYS = '/api/v1/holidays';
const list = async (query: string) => ok<Holiday[]>(await world.dispatcher.get(`${HOLIDAYS}?${query}`));
const on = (holidays: Holiday[], day: string) => holidays.filter((one) => one.day === day);
const speak = async (language: string) => ok(await world.admin.put('/api/v1/company', { locale: { language } }));
afterEach(() => speak('en'));

describe('public holidays', () => {
  it('C557 are listed of a country and a year, on the days on which people keep them', async () => {
    const us = await list('year=2026');
    expect(on(us, '2026-11-26')).toEqual([
      { day: '2026-11-26', name: 'Thanksgiving Day', type: 'public', isSubstitute: false },
    ]);
    expect(on(us, '2026-12-25')).toMatchObject([{ name: 'Christmas Day', type: 'public' }]);
    expect(on(us, '2026-07-03')).toMatchObject([{ type: 'public', isSubstitute: true }]);
    expect(us.map(({ day }) => day)).toEqual(us.map(({ day }) => day).toSorted());
    // A feast of three days.
    const eid = (await list('country=ae&year=2026')).filter(({ day }) => day >= '2026-03-19' && day <= '2026-03-23');
    expect(eid.map(({ day }) => day)).toEqual(['2026-03-20', '2026-03-21', '2026-03-22']);
  });

  it('C557 have those of a region, their type, and names in the company’s language', async () => {
    await speak('de');
    const epiphany = { day: '2027-01-06', name: 'Heilige Drei Könige', type: 'public', isSubstitute: false };
    expect(await list('country=DE&region=BY&year=2027')).toContainEqual(epiphany);
    expect((await list('country=DE&region=BE&year=2027')).filter(({ type }) => type === 'public')).not.toContainEqual(
      epiphany,
    );
    // Half a day, on which many work.
    expect(on(await list('country=DE&year=2026'), '2026-12-24')).toMatchObject([{ type: 'bank' }]);
    expect(on(await list('country=DE&region=by-a&year=2026'), '2026-08-08')).toMatchObject([{ type: 'public' }]);
  });

  it('C557 of a country or a region that nobody knows are refused with the field, not answered with none', async () => {
    const refused = (query: string) => world.dispatcher.get(`${HOLIDAYS}?${query}`);
    expectIssue(
      await refused('country=UK'),
      'country',
      'No holidays are known of UK. Write a code of two letters, like DE or GB',
    );
    expectIssue(
      await refused('country=GB&region=WAL'),
      'region',
      'GB has no region WAL. Choose one of ALD, ENG, NIR, SCT, WLS',
    );
    expectIssue(
      await refused('country=DE&region=Bayern'),
      'region',
      expect.stringContaining('DE has no region BAYERN. Choose one of') as never,
    );
    expectIssue(await refused('year=abc'), 'year', 'year must be one from 1970 to 2100');
    expectIssue(await refused('year=2500'), 'year', 'year must be one from 1970 to 2100');
    expectError(await world.visitor.get(HOLIDAYS), 401);
    expectError(await world.driver.get(HOLIDAYS), 403);
  });

  it('C557 the countries and regions that are known can be listed', async () => {
    const { country, countries, regions } = ok<HolidayPlaces>(
      await world.dispatcher.get(`${HOLIDAYS}/regions?country=GB`),
    );
    expect(country).toBe('GB');
    expect(countries).toContainEqual({ code: 'DE', name: 'Germany' });
    expect(regions).toContainEqual({ code: 'SCT', name: 'Scotland' });
    expect(ok<HolidayPlaces>(await world.dispatcher.get(`${HOLIDAYS}/regions`)).country).toBe('US');
  });
});
