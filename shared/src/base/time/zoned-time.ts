/** Times on the clocks of a time zone and moments, without a schema: pages compute with it too. */
import { type Language, localeOf } from '../../words/languages.ts';
import { language } from '../../words/t.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

/** 3:30 PM or 15:30. */
export type HourCycle = 'h12' | 'h23';
/** German and French have no words for AM and PM: they count 24 hours, whatever the company does. */
const COUNT_24: readonly Language[] = ['de', 'fr'];
/** The hours that the reader counts in, where the company counts in `hourCycle`. */
export const cycleFor = (hourCycle: HourCycle): HourCycle => (COUNT_24.includes(language()) ? 'h23' : hourCycle);
/** How hours are written. */
export const clockOf = (company: HourCycle) => {
  const hourCycle = cycleFor(company);
  return { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', hourCycle } as const;
};
const timeOf = (hourCycle: HourCycle) => ({ ...clockOf(hourCycle), minute: '2-digit', timeZoneName: 'short' }) as const;
const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
/** Where one runtime writes a narrow space before AM and another a plain one, a rendered page would differ. */
const plainSpaces = (text: string): string => text.replaceAll('\u202f', ' ');

const formats = new Map<string, Intl.DateTimeFormat>();
/** A format of a time zone, made once: making one costs a hundred times what using it does. */
export function formatIn(timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(key, format);
  }
  return format;
}

/** 'GMT-3' with a hyphen at which no line breaks. */
export const keepZonesWhole = (text: string): string => text.replaceAll(/\b(GMT|UTC)-(?=\d)/g, '$1\u2011');
/** The short name of a zone at a moment: 'EST', or 'GMT‑3' where the zone has no abbreviation. */
export const zoneName = (at: Date, timeZone: string): string =>
  keepZonesWhole(
    formatIn(timeZone, localeOf(language()), { timeZoneName: 'short' })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  );

/** 'Mar 1, 2026, 9:30 AM EST': a moment on the clocks of a zone, which it names. */
export const momentInWords = (at: Date, timeZone: string, hourCycle: HourCycle = 'h12'): string =>
  keepZonesWhole(plainSpaces(formatIn(timeZone, localeOf(language()), { ...DATE, ...timeOf(hourCycle) }).format(at)));
/** '9:30 AM EST' */
export const timeInWords = (at: Date, timeZone: string, hourCycle: HourCycle = 'h12'): string =>
  keepZonesWhole(plainSpaces(formatIn(timeZone, localeOf(language()), timeOf(hourCycle)).format(at)));

/** 'Wednesday, 10:00 AM EST': a moment of the next days, with its date where that is needed to know the week. */
export function dueInWords(at: Date, timeZone: string, hourCycle: HourCycle = 'h12', now = new Date()): string {
  const isNear = Math.abs(daysBetween(dayAt(now, timeZone), dayAt(at, timeZone))) < 7;
  const date = isNear ? {} : ({ month: 'short', day: 'numeric' } as const);
  const format = formatIn(timeZone, localeOf(language()), { weekday: 'long', ...date, ...timeOf(hourCycle) });
  return keepZonesWhole(plainSpaces(format.format(at)));
}

/** How a day is written: with its year where that is another than the present one. */
export const withYear = <T extends Intl.DateTimeFormatOptions>(options: T, day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? options : { ...options, year: 'numeric' as const };

const CLOCK = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;
/** The offset of a zone from UTC at a moment, in milliseconds, by its own calendar. */
function computeOffset(moment: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatIn(timeZone, 'en-US', CLOCK)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/** Clocks change at whole quarters of an hour; before this moment some did not. */
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_SINCE = Date.UTC(1980, 0, 1);
const OFFSETS_MAX = 20_000;
const offsets = new Map<string, Map<number, number>>();
/** The same, remembered: the calendar is asked a hundred times as slowly. */
export function offsetAt(moment: number, timeZone: string): number {
  if (!(moment >= QUARTERS_SINCE)) return computeOffset(moment, timeZone);
  const ofZone = offsets.get(timeZone) ?? new Map<number, number>();
  const quarter = Math.floor(moment / QUARTER_MS);
  const known = ofZone.get(quarter);
  if (known !== undefined) return known;
  const offset = computeOffset(moment, timeZone);
  if (ofZone.size >= OFFSETS_MAX) ofZone.clear();
  offsets.set(timeZone, ofZone.set(quarter, offset));
  return offset;
}
/** What the clocks of a zone show at a moment, as the milliseconds of the same reading in UTC. */
const readingAt = (moment: number, timeZone: string): number =>
  Math.floor(moment / 1000) * 1000 + offsetAt(moment, timeZone);

/** The calendar day of a moment in a zone, YYYY-MM-DD. */
export const dayAt = (moment: Date, timeZone: string): string =>
  new Date(readingAt(moment.getTime(), timeZone)).toISOString().slice(0, 10);
/** Minutes after midnight on the clocks of a zone. */
export const minutesAt = (moment: Date, timeZone: string): number =>
  Math.floor((readingAt(moment.getTime(), timeZone) % DAY_MS) / MINUTE_MS);

/**
 * The moment at which the clocks of a zone show so many minutes after midnight of a day (YYYY-MM-DD); 1440 and more lie
 * on the days after it. A time in the hour that clocks skip is as much later as they skip; one in the hour that they
 * show twice is the first.
 */
export function momentOf(day: string, minutes: number, timeZone: string): Date {
  const reading = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = offsetAt(reading - DAY_MS, timeZone);
  const after = offsetAt(reading + DAY_MS, timeZone);
  const matching = [reading - before, reading - after].filter(
    (moment) => moment + offsetAt(moment, timeZone) === reading,
  );
  return new Date(matching.length > 0 ? Math.min(...matching) : reading - before);
}

/** Whether the clocks of a zone show a time of a day at all: in spring they skip an hour. */
export const isShown = (day: string, minutes: number, timeZone: string): boolean =>
  minutesAt(momentOf(day, minutes, timeZone), timeZone) === minutes % DAY_MINUTES;

/** The first moment of a day (YYYY-MM-DD) where clocks show the time of a zone: in some years some begin later than 0:00. */
export const startOfDay = (day: string, timeZone: string): Date => momentOf(day, 0, timeZone);

/** The first moment that is no longer of a day. */
export const endOfDay = (day: string, timeZone: string): Date => startOfDay(addDays(day, 1), timeZone);

/** The first day of the month after a month or one of its days (YYYY-MM…). */
export const nextMonth = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
};

/** The day so many days after a day (YYYY-MM-DD). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** '2026-11-25T14:05:00-05:00': a moment on the clocks of a zone, with their offset; to the second. */
export function isoIn(at: Date, timeZone: string): string {
  // The Swedish way of writing it is that of ISO 8601.
  const local = formatIn(timeZone, 'sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(at).replace(' ', 'T');
  const offset = Math.round((Date.parse(`${local}Z`) - at.getTime()) / MINUTE_MS);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
