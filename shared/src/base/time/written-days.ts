/** Days as people and spreadsheets of five countries write them, without a schema. */
import { plainDigits } from '../pasted.ts';
import { DAY_MS, dayAt } from './zoned-time.ts';

export const dayOrders = ['dmy', 'mdy'] as const;
/** Which comes first where a day is written with three numbers. */
export type DayOrder = (typeof dayOrders)[number];

/** What a text says when the day comes first, and when the month does; null where it says no day of the calendar. */
export type DayReadings = Readonly<Record<DayOrder, string | null>>;
const NONE: DayReadings = { dmy: null, mdy: null };

const CENTURY = 2000;
/** YYYY-MM-DD, if the calendar has the day. */
function dayFrom(year: string, month: number, day: string): string | null {
  const full = year.length === 2 ? CENTURY + Number(year) : Number(year);
  const at = new Date(Date.UTC(full, month - 1, Number(day)));
  const isThere = full >= 1000 && at.getUTCMonth() === month - 1 && at.getUTCDate() === Number(day);
  return isThere ? at.toISOString().slice(0, 10) : null;
}
const same = (day: string | null): DayReadings => ({ dmy: day, mdy: day });

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

// The months of the Levant have names that Egypt's Arabic lacks.
const LOCALES = ['en', 'de', 'de-AT', 'fr', 'es', 'ar-EG', 'ar-SY'];
const wordsOf = (options: Intl.DateTimeFormatOptions, dates: readonly Date[]): Map<string, number> =>
  new Map(
    LOCALES.flatMap((locale) =>
      dates.map((date, at) => [
        plain(new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date)),
        at,
      ]),
    ),
  );
const months = () =>
  wordsOf(
    { month: 'long' },
    Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 1))),
  );
const weekdays = () =>
  wordsOf(
    { weekday: 'long' },
    Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 5, at + 1))),
  );
/** Weekdays that are called otherwise too. */
const WEEKDAYS = new Map([
  ['sonnabend', 5],
  ['weds', 2],
]);
let known: { months: Map<string, number>; weekdays: Map<string, number> } | undefined;
const words = () => {
  known ??= { months: months(), weekdays: new Map([...weekdays(), ...WEEKDAYS]) };
  return known;
};

const SHORTEST = 3;
/** Short forms that are no beginnings of the names. */
const SHORT: Readonly<Record<string, number>> = { mrz: 2, maerz: 2, jaenner: 0, setiembre: 8 };
/** 1 for January: by its name, or by a beginning that no other month has. */
function monthOf(text: string): number | undefined {
  const word = plain(text);
  const own = SHORT[word] ?? words().months.get(word);
  if (own !== undefined) return own + 1;
  if (word.length < SHORTEST) return undefined;
  const found = new Set([...words().months].filter(([name]) => name.startsWith(word)).map(([, at]) => at));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only + 1 : undefined;
}
/** The weekdays that a word or its beginning can be, Monday as 0; none for any other word. */
function weekdaysOf(text: string): Set<number> {
  const word = plain(text);
  const found = word.length < 2 ? [] : [...words().weekdays].filter(([name]) => name.startsWith(word));
  return new Set(found.map(([, at]) => at));
}
const DAYS_OF_WEEK = 7;
const weekdayOf = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
/** Of two readings the one that is the written weekday, where only one is; 'Di' is one in German and another in French. */
function onWeekday(readings: DayReadings, weekdays: ReadonlySet<number>): DayReadings {
  if (weekdays.size !== 1) return readings;
  const [dmy, mdy] = [readings.dmy, readings.mdy].map((day) => day !== null && weekdays.has(weekdayOf(day)));
  if (dmy === mdy || readings.dmy === readings.mdy) return readings;
  return dmy ? { ...readings, mdy: null } : { ...readings, dmy: null };
}

const YEAR_FIRST = /^(\d{4})([-/.\s])(\d{1,2})\2(\d{1,2})\.?$/;
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const DOTTED = /^(\d{1,2}) ?\. ?(\d{1,2}) ?\. ?(\d{4}|\d\d)\.?$/;
const NUMBERS = /^(\d{1,2}) ?([-/]) ?(\d{1,2}) ?\2 ?(\d{4}|\d\d)$/;
const DAY_FIRST =
  /^(\d{1,2})(?:st|nd|rd|th|er|re|e|\.?[º°ª]|\.)?[ /-]{0,5}(?:de |of )?(\p{L}[\p{L}\p{M} ]{0,30}?)\.?,?[ /-]{0,5}(?:de |del )?['’]?(\d{4}|\d\d)$/iu;
const MONTH_FIRST = /^(\p{L}[\p{L}\p{M}]*)\.?[\s/-]+(\d{1,2})(?:st|nd|rd|th|\.)?,?[\s/-]+['’]?(\d{4}|\d\d)$/iu;
const WEEKDAY = /^(\p{L}[\p{L}\p{M}]*)\.?(?:\s*[,،]\s*|\s+)(?=\S)/u;
const WEEKDAY_BEHIND = / ?\((\p{L}[\p{L}\p{M}]{1,20})\.?\)$/u;
const ARTICLE = /^(?:am|den|dem|le|el|the|on) (?=\S)/i;
/** Hyphens and dashes that programs put in place of the plain one. */
const DASHES = /[\u2010-\u2013\u2212]/g;
const LONGEST = 80;

/** Days as a spreadsheet counts them, with the part of a day behind: those of 2020 to 2049. */
const SERIAL = /^(\d{5})(?:[.,](\d{1,20}))?$/;
const SERIALS = { first: 43_831, last: 54_788 };
/** Excel counts a 29 February 1900, so its days begin one earlier after it. */
export const SERIAL_BEGIN = Date.UTC(1899, 11, 30);
function serialOf(text: string): { day: string; part: number } | undefined {
  const [, days = '', part = ''] = SERIAL.exec(text) ?? [];
  if (days === '' || Number(days) < SERIALS.first || Number(days) > SERIALS.last) return undefined;
  return {
    day: new Date(SERIAL_BEGIN + Number(days) * DAY_MS).toISOString().slice(0, 10),
    part: Number(`0.${part}`),
  };
}

/** Digits and blanks of other scripts and of spreadsheets as plain ones. */
const westernise = (text: string): string =>
  plainDigits(text)
    .replaceAll(/[\s\u200e\u200f]+/g, ' ')
    .trim();

/** Which day a text says, by the order of its numbers, and by the weekday that is written with them. */
export function readDay(text: string): DayReadings {
  if (text.length > LONGEST) return NONE;
  let own = westernise(text).replaceAll(DASHES, '-').replace(ARTICLE, '');
  const [behind = '', last = ''] = WEEKDAY_BEHIND.exec(own) ?? [];
  let weekdays = weekdaysOf(last);
  if (weekdays.size > 0) own = own.slice(0, -behind.length);
  const [before = '', name = ''] = WEEKDAY.exec(own) ?? [];
  const first = monthOf(name) === undefined ? weekdaysOf(name) : new Set<number>();
  if (first.size > 0) {
    own = own.slice(before.length).replace(ARTICLE, '');
    weekdays = first;
  }
  return onWeekday(readNumbers(own), weekdays);
}
function readNumbers(own: string): DayReadings {
  const [, year = '', , month = '', day = ''] = YEAR_FIRST.exec(own) ?? [];
  if (year) return same(dayFrom(year, Number(month), day));
  const serial = serialOf(own);
  if (serial) return same(serial.day);
  const compact = COMPACT.exec(own);
  if (compact) return same(dayFrom(compact[1] ?? '', Number(compact[2]), compact[3] ?? ''));
  const dotted = DOTTED.exec(own);
  if (dotted) return same(dayFrom(dotted[3] ?? '', Number(dotted[2]), dotted[1] ?? ''));
  const [, first = '', , second = '', end = ''] = NUMBERS.exec(own) ?? [];
  if (first) return { dmy: dayFrom(end, Number(second), first), mdy: dayFrom(end, Number(first), second) };
  const [, ofMonth = '', monthName = '', inYear = ''] = DAY_FIRST.exec(own) ?? [];
  const named = monthOf(monthName);
  if (named !== undefined) return same(dayFrom(inYear, named, ofMonth));
  const [, firstName = '', dayAfter = '', yearAfter = ''] = MONTH_FIRST.exec(own) ?? [];
  const begins = monthOf(firstName);
  return begins === undefined ? NONE : same(dayFrom(yearAfter, begins, dayAfter));
}

/** The order that a day alone gives away; undefined for one that says nothing of it, and 'either' for one that has two readings. */
export function orderIn({ dmy, mdy }: DayReadings): DayOrder | 'either' | undefined {
  if (dmy === mdy) return undefined;
  if (dmy === null) return 'mdy';
  return mdy === null ? 'dmy' : 'either';
}

/** A moment with its offset, as programs write it: ISO 8601, mail, JavaScript. */
const ZONED =
  /^(\S.{3,40}?)(T| |, )(\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?( ?)(Z|(?:UTC|GMT)?(?:[+-]\d\d(?::?\d\d)?)?)(?: \([^()]{1,40}\))?$/i;
const OFFSET = /([+-])(\d\d):?(\d\d)?$/;
/** '2026-12-07 08:00-10:00' is two times of a day, and no clock ten hours behind Greenwich. */
const isWindow = (between: string, time: string, offset: string): boolean =>
  between !== 'T' && /^-\d\d:\d\d$/.test(offset) && offset.slice(1) > time;
/** The moment that a text with an offset says. */
export function readInstant(text: string): Date | undefined {
  if (text.length > LONGEST) return undefined;
  const [, day = '', between = '', time = '', seconds = '', blank = '', offset = ''] = ZONED.exec(text.trim()) ?? [];
  if (offset === '' || (seconds === '' && blank === '' && isWindow(between, time, offset))) return undefined;
  const read = readDay(day);
  if (read.dmy === null || read.dmy !== read.mdy) return undefined;
  const [, sign = '+', hours = '00', minutes = '00'] = OFFSET.exec(offset) ?? [];
  const at = new Date(`${read.dmy}T${time}${(seconds || ':00').replace(',', '.')}${sign}${hours}:${minutes}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const CLOCK =
  /^(\d{1,2})(?: ?(?:[:.h]|uhr|heures?) ?(\d{2})(?::(\d{2}(?:[.,]\d+)?))?)? ?([ap]\.? ?m\.?|uhr|hr?s?|heures?|horas?|o['’]clock|[صم])?$/i;
/** Half a day in Arabic. */
const HALVES: Readonly<Record<string, string>> = { ص: 'a', م: 'p' };
/** Times of day that have a name; midnight at the end of a window is that of the next day. */
const NAMED: Readonly<Record<string, number>> = {
  ...{ noon: 720, midday: 720, mittag: 720, midi: 720, mediodia: 720 },
  ...{ midnight: 0, mitternacht: 0, minuit: 0, medianoche: 0 },
};
const DAY_MINUTES = 1440;
const HALF_DAY = 12;
/** A time as a spreadsheet counts it: 0.375 of a day. */
const DAY_PART = /^0?[.,](\d{3,20})$/;
const minutesIn = (part: number): number => Math.floor(Math.round(part * DAY_MINUTES * 60) / 60);
/** Minutes after midnight of a time of day, rounded to the second before it is cut; 1440 for 24:00. */
export function readClock(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const own = westernise(text);
  const named = NAMED[plain(own)];
  if (named !== undefined) return named;
  const part = DAY_PART.exec(own)?.[1];
  if (part !== undefined) return minutesIn(Number(`0.${part}`));
  const [, hours = '', minutes = '', seconds = '', word = ''] = CLOCK.exec(own) ?? [];
  if (hours === '' || (minutes === '' && word === '')) return undefined;
  const half = HALVES[word] ?? /^[ap]/i.exec(word)?.[0].toLowerCase();
  if (half && (Number(hours) < 1 || Number(hours) > HALF_DAY)) return undefined;
  const hour = half ? (Number(hours) % HALF_DAY) + (half === 'p' ? HALF_DAY : 0) : Number(hours);
  if (Number(minutes) > 59 || Number(seconds.replace(',', '.')) >= 60) return undefined;
  const whole = hour * 60 + Number(minutes) + Math.floor(Math.round(Number(seconds.replace(',', '.'))) / 60);
  return whole > DAY_MINUTES ? undefined : whole;
}

const DAY_AND_CLOCK =
  /^(.*?\S)(?:T|[ ,]{1,5}(?:um |at |à |a las )?)(\d{1,2}(?:[:.h]\d{2}| ?[ap]\.? ?m| ?uhr| ?h| ?[صم]).*)/is;
/** A text in its day and its time of day, each undefined where there is none. */
export function splitMoment(text: string): { day: string | undefined; minutes: number | undefined } {
  if (text.length > LONGEST) return { day: text, minutes: undefined };
  const own = westernise(text);
  const alone = readClock(own);
  if (alone !== undefined) return { day: undefined, minutes: alone };
  const serial = serialOf(own);
  if (serial && serial.part > 0) return { day: serial.day, minutes: minutesIn(serial.part) };
  const [, day = '', time = ''] = DAY_AND_CLOCK.exec(own) ?? [];
  const minutes = readClock(time);
  return day !== '' && minutes !== undefined ? { day, minutes } : { day: own, minutes: undefined };
}

/** The two times of a window behind a day. */
const TIMES_BEHIND = /(?<=\S),? \d{1,2}(?:[:.h]\d{2})? ?[-–—] ?\d{1,2}(?:[:.h]\d{2})?(?: ?(?:uhr|h|[ap]m))?$/i;
/** What a cell says of a day: a moment with its offset is the day that it is in the zone, times after the day are left out. */
export function readDayOf(text: string, zone: string): DayReadings {
  const instant = readInstant(text);
  if (instant) return same(dayAt(instant, zone));
  const { day } = splitMoment(text.length > LONGEST ? text : text.trim().replace(TIMES_BEHIND, ''));
  return day === undefined ? NONE : readDay(day);
}
