import type { hourCycles } from '@quickfleet/shared/company/own-settings';
import { isLanguage, type Language } from '@quickfleet/shared/words/languages';

type HourCycle = (typeof hourCycles)[number];
interface Guess {
  timeZone: string;
  country: string | undefined;
  hourCycle: HourCycle;
  currency: string | undefined;
  language: Language | undefined;
}

const EURO = 'AT BE HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES AD MC SM VA ME XK BG'.split(' ');
const others: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  TR: 'TRY',
  JP: 'JPY',
  IN: 'INR',
  SG: 'SGD',
  HK: 'HKD',
  MX: 'MXN',
  BR: 'BRL',
  ZA: 'ZAR',
  AE: 'AED',
  IL: 'ILS',
};
export const currencyOf = (country: string): string | undefined => (EURO.includes(country) ? 'EUR' : others[country]);

// Not every browser has it, nor TypeScript.
const knowsZones = (locale: Intl.Locale): locale is Intl.Locale & { getTimeZones: () => string[] | undefined } =>
  'getTimeZones' in locale;
const isIn = (country: string, zone: string): boolean => {
  const locale = new Intl.Locale(`und-${country}`);
  return knowsZones(locale) && (locale.getTimeZones()?.includes(zone) ?? false);
};

/** The country of a time zone, else that of the browser's language: many people elsewhere have theirs in American English. */
function guessCountry(zone: string, languages: readonly string[], countries: readonly string[]): string | undefined {
  const spoken = languages.flatMap((language) => /-([A-Z]{2})(?:-|$)/.exec(language)?.[1] ?? []);
  return spoken.find((country) => isIn(country, zone)) ?? countries.find((one) => isIn(one, zone)) ?? spoken[0];
}

/** Where this browser seems to be. */
export function guessPlace(countries: readonly string[], languages: readonly string[] = navigator.languages): Guess {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const country = guessCountry(timeZone, languages, countries);
  // The habit of the country, not of the language that the browser speaks.
  const habit = country ? new Intl.Locale(`und-${country}`).maximize().toString() : 'en';
  const { hourCycle } = new Intl.DateTimeFormat(habit, { hour: 'numeric' }).resolvedOptions();
  return {
    timeZone,
    country,
    hourCycle: hourCycle === 'h12' || hourCycle === 'h11' ? 'h12' : 'h23',
    currency: country && currencyOf(country),
    language: languages.map((language) => language.split('-')[0]).find(isLanguage),
  };
}
