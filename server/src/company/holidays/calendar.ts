import { addDays, DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { Holiday, HolidayPlaces } from '@quickfleet/shared/company/days/holidays';
import Holidays from 'date-holidays';

// Heavy work: the library takes a third of a second to load and 20 MB.

export interface Asked {
  country: string;
  region?: string | undefined;
  year: number;
  language: string;
}
/** What the library does not know: it would answer without any holidays. */
export type Unknown = { unknown: 'country' | 'region'; known: string[] };

/** 'BY' and 'BY-A': states, and the regions in them. */
function regionsOf(all: Holidays, country: string, language: string): Map<string, string> {
  const states = Object.entries(all.getStates(country, language) ?? {});
  return new Map(
    states.flatMap(([state, name]) => [
      [state, name] as const,
      ...Object.entries(all.getRegions(country, state, language) ?? {}).map(
        ([region, inner]) => [`${state}-${region}`, `${name}: ${inner}`] as const,
      ),
    ]),
  );
}

/** The holidays of a year in its order. Days are as they are written: a moment would be another day in the west. */
export async function holidaysOf({ country, region, year, language }: Asked): Promise<Holiday[] | Unknown> {
  const all = new Holidays();
  const countries = Object.keys(all.getCountries());
  if (!countries.includes(country)) return { unknown: 'country', known: countries };
  const regions = regionsOf(all, country, language);
  if (region !== undefined && !regions.has(region)) return { unknown: 'region', known: [...regions.keys()] };
  const [state, part] = region?.split('-') ?? [];
  const own = new Holidays(
    { country, ...(state && { state }), ...(part && { region: part }) },
    { languages: [language, 'en'], timezone: 'UTC' },
  );
  const days = own.getHolidays(year).flatMap(({ date, start, end, name, type, substitute }) =>
    // A feast of several days is each of them.
    Array.from({ length: Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS)) }, (_, after) => ({
      day: addDays(date.slice(0, 10), after),
      name,
      type,
      isSubstitute: substitute === true,
    })),
  );
  return days.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

/** Which countries are known, and the regions of one. */
export async function placesOf({
  country,
  language,
}: Pick<Asked, 'country' | 'language'>): Promise<Omit<HolidayPlaces, 'country'>> {
  const all = new Holidays();
  const listed = (places: Iterable<[string, string]>) => [...places].map(([code, name]) => ({ code, name }));
  return {
    countries: listed(Object.entries(all.getCountries(language))),
    regions: listed(regionsOf(all, country, language)),
  };
}
