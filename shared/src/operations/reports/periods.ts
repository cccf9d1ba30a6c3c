// Spans of days that reports are of, without a schema.
import { addDays, daysBetween, nextMonth } from '../../base/time/zoned-time.ts';

/** Both days are included. */
export interface Span {
  from: string;
  to: string;
}
/** The days of a report without any. */
export const DAYS_DEFAULT = 30;
/** Three years, and what the longest months add. */
export const SPAN_DAYS_MAX = 1100;

/** The last whole days before today. */
export const lastDays = (today: string, days: number): Span => ({
  from: addDays(today, -days),
  to: addDays(today, -1),
});

const isFirst = (day: string) => day.endsWith('-01');
const lastOfMonth = (month: string) => addDays(nextMonth(month), -1);
/** 'YYYY-MM' so many months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}
const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** The period before: as many whole months where it is of whole months, else as many days. */
export function spanBefore({ from, to }: Span): Span {
  if (isFirst(from) && to === lastOfMonth(to)) {
    const months = monthsBetween(from, to) + 1;
    return { from: `${addMonths(from, -months)}-01`, to: addDays(from, -1) };
  }
  return { from: addDays(from, -(daysBetween(from, to) + 1)), to: addDays(from, -1) };
}

const yearEarlier = (day: string): string => {
  const same = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return same.endsWith('02-29') ? same.replace('02-29', '02-28') : same;
};
/** The same dates a year before; February ends with its last day where it did. */
export function spanOfYearBefore({ from, to }: Span): Span {
  const end =
    isFirst(from) && to === lastOfMonth(to) ? lastOfMonth(yearEarlier(`${to.slice(0, 7)}-01`)) : yearEarlier(to);
  return { from: yearEarlier(from), to: end };
}

export const comparisons = ['previous', 'year'] as const;
export type Comparison = (typeof comparisons)[number];
export const spanToCompare = (span: Span, compare: Comparison): Span =>
  compare === 'year' ? spanOfYearBefore(span) : spanBefore(span);

/** The first day of a week (1 Monday … 7 Sunday) that a day is in. */
export function weekOf(day: string, weekStart: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return addDays(day, -((weekday - weekStart + 7) % 7));
}
/** On which day the weeks of a country begin: 1 Monday … 7 Sunday. */
export function weekStartOf(country: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(`und-${country}`);
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1;
}

export const presets = [
  'today',
  'week',
  'month',
  'quarter',
  'year',
  'last7',
  'last30',
  'last90',
  'lastWeek',
  'lastMonth',
] as const;
export type Preset = (typeof presets)[number];
/** The present week, month, quarter or year until today, the last whole days, or the whole week or month before. */
export function spanOfPreset(preset: Preset, today: string, weekStart: number): Span {
  const month = today.slice(0, 7);
  const quarter = addMonths(month, -((Number(month.slice(5)) - 1) % 3));
  const starts = {
    today,
    week: weekOf(today, weekStart),
    month: `${month}-01`,
    quarter: `${quarter}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  };
  if (preset === 'last7') return lastDays(today, 7);
  if (preset === 'last30') return lastDays(today, DAYS_DEFAULT);
  if (preset === 'last90') return lastDays(today, 90);
  if (preset === 'lastWeek') return { from: addDays(starts.week, -7), to: addDays(starts.week, -1) };
  if (preset === 'lastMonth') return { from: `${addMonths(month, -1)}-01`, to: addDays(starts.month, -1) };
  return { from: starts[preset], to: today };
}

/** The keys of all days, weeks or months of a span; a week by its first day. */
export function keysOfTime(by: 'day' | 'week' | 'month', { from, to }: Span, weekStart: number): string[] {
  const keys: string[] = [];
  if (by === 'month') {
    for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) keys.push(month);
    return keys;
  }
  const step = by === 'day' ? 1 : 7;
  for (let day = by === 'day' ? from : weekOf(from, weekStart); day <= to; day = addDays(day, step)) keys.push(day);
  return keys;
}
