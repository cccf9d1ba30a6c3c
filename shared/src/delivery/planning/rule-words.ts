import { formatIn } from '../../base/time/zoned-time.ts';
import { localeOf } from '../../words/languages.ts';
import { listOf } from '../../words/lists.ts';
import { language, message, said, t } from '../../words/t.ts';
import { type Weekday, WORKDAYS, weekdayNames, weekdays } from './recurring-rule.ts';

// An RRULE of RFC 5545 as a sentence, without a schema. What is not said here is undefined: then its days are listed.

const ordinalNames: Readonly<Record<string, string>> = said({
  '1': message('first'),
  '2': message('second'),
  '3': message('third'),
  '4': message('fourth'),
  '5': message('fifth'),
  '-1': message('last'),
  '-2': message('second to last'),
  '-3': message('third to last'),
});
const MOST_DATES = 6;
/** The most that a month has, February in leap years. */
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface Rule {
  frequency: string;
  every: number;
  days: readonly { nth: number | null; day: Weekday }[];
  months: readonly number[];
  monthDays: readonly number[];
  positions: readonly number[];
  yearDays: readonly number[];
  weeks: readonly number[];
  count: number | null;
  /** YYYY-MM-DD */
  until: string | null;
}

function read(rule: string): Rule {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const numbers = (name: string) => list(name).map(Number);
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '') ?? [];
  return {
    frequency: parts.get('FREQ') ?? '',
    every: Number(parts.get('INTERVAL') ?? 1),
    days: list('BYDAY').flatMap((written) => {
      const day = weekdays.find((one) => written.endsWith(one));
      return day ? [{ nth: Number(written.slice(0, -2)) || null, day }] : [];
    }),
    months: numbers('BYMONTH').toSorted((one, other) => one - other),
    monthDays: numbers('BYMONTHDAY'),
    positions: numbers('BYSETPOS'),
    yearDays: numbers('BYYEARDAY'),
    weeks: numbers('BYWEEKNO'),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: year ? `${year}-${month}-${date}` : null,
  };
}

const formatted = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatIn('UTC', localeOf(language()), options).format(new Date(`${day}T00:00:00Z`));
const two = (value: number) => String(value).padStart(2, '0');
const monthName = (month: number): string => formatted(`2024-${two(month)}-01`, { month: 'long' });
const dateName = (month: number, day: number): string =>
  formatted(`2024-${two(month)}-${two(day)}`, { month: 'long', day: 'numeric' });
const inWeek = (days: readonly Weekday[]) => weekdays.filter((day) => days.includes(day));
const namesOf = (days: readonly Weekday[], type?: 'disjunction') =>
  listOf(
    inWeek(days).map((day) => weekdayNames[day]),
    type,
  );

/** 'weekday' for Monday to Friday, 'Monday or Tuesday': what a place in a month counts. */
function groupName(days: readonly Weekday[]): string {
  const group = inWeek(days).join(',');
  if (group === WORKDAYS) return t('weekday (Monday to Friday)');
  if (group === 'SA,SU') return t('weekend day');
  if (group === weekdays.join(',')) return t('day (of a month)');
  return namesOf(days, 'disjunction');
}

/** 'the last Friday'; undefined for a place that has no word. */
const nthDay = (nth: number, day: string): string | undefined => {
  const ordinal = ordinalNames[nth];
  return ordinal && t('the {ordinal} {day}', { ordinal, day });
};

/** 'day 15', 'the last day' */
function numberedDay(day: number): string {
  if (day > 0) return t('day {day}', { day });
  if (day === -1) return t('the last day');
  if (day === -2) return t('the second to last day');
  return t('day {day} counted from the end', { day: -day });
}

interface Days {
  /** Each with its article. */
  names: string[];
  /** Not every month has all of them. */
  isRare?: boolean;
  /** Only where they are one of these. */
  only?: readonly Weekday[];
}

/** Which days of a month or a year; undefined where there are no words. */
function daysWithin({ days, monthDays, positions }: Rule): Days | undefined {
  const plain = days.flatMap(({ nth, day }) => (nth === null ? [day] : []));
  const isPlain = plain.length === days.length;
  if (positions.length > 0) {
    if (monthDays.length > 0 || !isPlain || days.length === 0) return undefined;
    const names = positions.flatMap((nth) => nthDay(nth, groupName(plain)) ?? []);
    // Every month has four of each day of the week.
    const isRare = positions.some((nth) => Math.abs(nth) > 4 * plain.length);
    return names.length === positions.length ? { names, isRare } : undefined;
  }
  if (monthDays.length > 0) {
    if (!isPlain) return undefined;
    const isRare = monthDays.some((day) => Math.abs(day) > 28);
    return { names: monthDays.map(numberedDay), isRare, only: plain };
  }
  if (isPlain) return days.length > 0 ? { names: [t('every {days}', { days: namesOf(plain) })] } : undefined;
  const names = days.flatMap(({ nth, day }) => (nth && nthDay(nth, weekdayNames[day])) || []);
  if (names.length !== days.length) return undefined;
  return { names, isRare: days.some(({ nth }) => Math.abs(nth ?? 0) === 5) };
}

const everyMonths = (days: string, every: number) =>
  t('{days} of {every, plural, =1 {every month} =2 {every second month} other {every # months}}', { days, every });
const everyYears = (days: string, every: number) =>
  t('{days} of {every, plural, =1 {every year} =2 {every second year} other {every # years}}', { days, every });
const inMonths = (days: string, months: readonly number[], every: number) =>
  t('{days} of {months}, {every, plural, =1 {every year} =2 {every second year} other {every # years}}', {
    days,
    months: listOf(months.map(monthName)),
    every,
  });

function withDays({ names, isRare = false, only = [] }: Days, say: (days: string) => string): string {
  const rule = say(listOf(names));
  const rare = isRare
    ? t('{count, plural, one {{rule}, in months that have one} other {{rule}, in months that have them}}', {
        rule,
        count: names.length,
      })
    : rule;
  return only.length > 0
    ? t('{rule}, only if it is a {days}', { rule: rare, days: namesOf(only, 'disjunction') })
    : rare;
}

/** 'Every year on December 24': days of months that are dates. */
function dates({ months, every }: Rule, monthDays: readonly number[]): string | undefined {
  const found = months.flatMap((month) =>
    monthDays
      .filter((day) => day > 0 && day <= (DAYS_OF_MONTH[month - 1] ?? 0))
      .toSorted((one, other) => one - other)
      .map((day) => ({ month, day })),
  );
  if (monthDays.some((day) => day < 0) || found.length === 0 || found.length > MOST_DATES) return undefined;
  const rule = t('{every, plural, =1 {Every year} =2 {Every second year} other {Every # years}} on {dates}', {
    every,
    dates: listOf(found.map(({ month, day }) => dateName(month, day))),
  });
  const leaps = found.filter(({ month, day }) => month === 2 && day === 29).length;
  return leaps === 0 ? rule : leaps === found.length ? t('{rule}, in leap years', { rule }) : undefined;
}

function weekly(every: number, days: readonly Weekday[]): string {
  if (every === 1 && inWeek(days).join(',') === WORKDAYS) return t('Every weekday');
  return t('{every, plural, =1 {Every {days}} =2 {Every second {days}} other {Every # weeks on {days}}}', {
    every,
    days: namesOf(days),
  });
}

const onlyIn = (rule: string, months: readonly number[]) =>
  months.length === 0 ? rule : t('{rule}, only in {months}', { rule, months: listOf(months.map(monthName)) });

/** Days of named months, of every year or every few. */
function inTheMonths(rule: Rule, monthDay: number): string | undefined {
  const { days, monthDays, months, every } = rule;
  if (days.length === 0) {
    const known = dates(rule, monthDays.length > 0 ? monthDays : [monthDay]);
    if (known) return known;
  }
  const found = daysWithin(days.length + monthDays.length === 0 ? { ...rule, monthDays: [monthDay] } : rule);
  return found && withDays(found, (names) => inMonths(names, months, every));
}

function yearly(rule: Rule, start: string): string | undefined {
  const { every, days, months, monthDays, positions, yearDays, weeks } = rule;
  const [, month = 0, date = 0] = start.split('-').map(Number);
  const isPlain = days.every(({ nth }) => nth === null);
  if (weeks.length > 0) {
    const isOther = months.length + monthDays.length + positions.length + yearDays.length > 0;
    if (isOther || days.length === 0 || !isPlain || weeks.some((week) => week < 1 || week > 52)) return undefined;
    return t('{days} in week {weeks}, {every, plural, =1 {every year} =2 {every second year} other {every # years}}', {
      days: namesOf(days.map(({ day }) => day)),
      weeks: listOf(weeks.map(String)),
      every,
    });
  }
  if (yearDays.length > 0) {
    const isOther = months.length + monthDays.length + positions.length + days.length > 0;
    if (isOther || yearDays.some((day) => Math.abs(day) === 366)) return undefined;
    return everyYears(listOf(yearDays.map(numberedDay)), every);
  }
  if (months.length > 0) return positions.length > 0 && months.length > 1 ? undefined : inTheMonths(rule, date);
  if (days.length + monthDays.length === 0)
    return positions.length > 0 ? undefined : dates({ ...rule, months: [month] }, [date]);
  if (monthDays.length > 0 || (isPlain && positions.length === 0)) {
    if (every > 1 || positions.length > 0) return undefined;
    if (monthDays.length === 0)
      return weekly(
        1,
        days.map(({ day }) => day),
      );
    const found = daysWithin(rule);
    return found && withDays(found, (names) => everyMonths(names, 1));
  }
  const found = daysWithin(rule);
  // Every year has a fifth of each day of the week.
  return found && withDays({ ...found, isRare: false }, (names) => everyYears(names, every));
}

function monthly(rule: Rule, start: string): string | undefined {
  const { every, days, months, monthDays, positions } = rule;
  const date = Number(start.slice(8));
  if (months.length > 0 && every === 1) return inTheMonths(rule, date);
  if (positions.length > 0 && days.length === 0) return undefined;
  const found = daysWithin(days.length + monthDays.length === 0 ? { ...rule, monthDays: [date] } : rule);
  return (
    found &&
    onlyIn(
      withDays(found, (names) => everyMonths(names, every)),
      months,
    )
  );
}

function core(rule: Rule, start: string): string | undefined {
  const { frequency, every, months } = rule;
  const days = rule.days.map(({ day }) => day);
  switch (frequency) {
    case 'DAILY':
      return onlyIn(
        days.length > 0
          ? weekly(1, days)
          : t('{every, plural, =1 {Every day} =2 {Every second day} other {Every # days}}', { every }),
        months,
      );
    case 'WEEKLY': {
      const own = weekdays[(new Date(`${start}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';
      return onlyIn(weekly(every, days.length > 0 ? days : [own]), months);
    }
    case 'MONTHLY':
      return monthly(rule, start);
    case 'YEARLY':
      return yearly(rule, start);
    default:
      return undefined;
  }
}

/**
 * What a rule does, counted from its first day: 'Every second Tuesday', 'The last weekday of every month', 'Every year on
 * December 24, 3 times'. Undefined for a rule that has no words.
 */
export function ruleInWords(text: string, start: string): string | undefined {
  const rule = read(text);
  const { count, until } = rule;
  let words = core(rule, start);
  if (!words) return undefined;
  if (count !== null) words = t('{rule}, {count, plural, one {once} other {# times}}', { rule: words, count });
  if (until) words = t('{rule}, until {day}', { rule: words, day: formatted(until, { dateStyle: 'medium' }) });
  return words.charAt(0).toLocaleUpperCase(localeOf(language())) + words.slice(1);
}

/** A rule that has no words: its first days, and whether there are more. */
export const daysInWords = (days: readonly string[], hasMore: boolean): string => {
  const names = listOf(days.map((day) => formatted(day, { dateStyle: 'medium' })));
  return hasMore ? t('On {days}, and further days', { days: names }) : t('On {days}', { days: names });
};
