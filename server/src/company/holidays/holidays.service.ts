import type { Holiday, HolidayPlaces, HolidayQuery, RegionQuery } from '@quickfleet/shared/company/days/holidays';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { type AppContext, todayOf } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { paperKind } from '../../process/heavy/kinds.ts';

const calendar = heavy<typeof import('./calendar.ts')>(paperKind, new URL('./calendar.ts', import.meta.url));

/**
 * Holidays of a country or one of its regions in a year, with their names in the company's language.
 *
 * @throws 400 with the field, for a country or a region that nobody knows
 */
export async function findHolidays(ctx: AppContext, { country, region, year }: HolidayQuery): Promise<Holiday[]> {
  const { config } = ctx.services;
  const place = country?.toUpperCase() || config.BUSINESS_COUNTRY;
  const part = region?.toUpperCase() || undefined;
  const found = await calendar.run('holidaysOf', {
    country: place,
    region: part,
    year: year ?? Number(todayOf(ctx).slice(0, 4)),
    language: config.language,
  });
  if (!('unknown' in found)) return found;
  if (found.unknown === 'country')
    throw invalid(
      'country',
      t('No holidays are known of {country}. Write a code of two letters, like DE or GB', { country: place }),
    );
  throw invalid(
    'region',
    found.known.length === 0
      ? t('{country} has no regions with holidays of their own', { country: place })
      : t('{country} has no region {region}. Choose one of {known}', {
          country: place,
          region: part ?? '',
          known: found.known.filter((code) => !code.includes('-')).join(', '),
        }),
  );
}

/** Countries by the reader's words, and the regions of one by those of the company's language. */
export async function findHolidayPlaces(ctx: AppContext, { country }: RegionQuery): Promise<HolidayPlaces> {
  const { config } = ctx.services;
  const place = country?.toUpperCase() || config.BUSINESS_COUNTRY;
  const found = await calendar.run('placesOf', { country: place, language: config.language });
  const names = new Intl.DisplayNames(localeOf(language()), { type: 'region', fallback: 'none' });
  const nameOf = (code: string): string | undefined => (/^[A-Z]{2}$/.test(code) ? names.of(code) : undefined);
  const countries = found.countries
    .map(({ code, name }) => ({ code, name: nameOf(code) ?? name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, localeOf(language())));
  return { country: place, countries, regions: found.regions };
}
