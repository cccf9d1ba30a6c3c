import {
  clockOf,
  dueInWords,
  formatIn,
  momentInWords,
  timeInWords,
  withYear,
} from '@quickfleet/shared/base/time/zoned-time';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { brand } from './brand.ts';

const { timeZone, hourCycle } = brand;
const locale = localeOf(language());
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
const timeFormat = new Intl.DateTimeFormat(locale, { ...clockOf(hourCycle), minute: '2-digit', timeZone });
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const isoDayFormat = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });

/** Where one browser writes a narrow space before AM and another a plain one, the rendered page would differ. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

type Moment = string | Date;
const toDate = (value: Moment): Date => (typeof value === 'string' ? new Date(value) : value);

/** '1,234' */
export const formatNumber = (value: number): string => value.toLocaleString(locale);
/** '1,234', or 'about 12,000' where a list has more rows than are counted. */
export const formatTotal = ({
  total,
  totalIsEstimate,
}: {
  total: number;
  totalIsEstimate?: true | undefined;
}): string => (totalIsEstimate ? t('about {count}', { count: formatNumber(total) }) : formatNumber(total));

/** 'Mar 1, 2026', in the company's time zone like every time here. */
export const formatDate = (value: Moment): string => dateFormat.format(toDate(value));
/** '9:30 AM GMT+1' */
export const formatTime = (value: Moment): string => timeInWords(toDate(value), timeZone, hourCycle);
/** 'Mar 1, 2026, 9:30 AM GMT+1' */
export const formatDateTime = (value: Moment): string => momentInWords(toDate(value), timeZone, hourCycle);
/** '9:30 AM', where the zone is named next to it: every time that people read says its zone. */
export const formatHour = (value: Moment): string => plain(timeFormat.format(toDate(value)));
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** A month (YYYY-MM), as 'March 2026'. */
export const formatMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
/** A calendar day (YYYY-MM-DD) written out; no time zone may shift it. */
/** 'Wednesday, 10:00 AM' */
export const formatDue = (value: Moment): string => dueInWords(toDate(value), timeZone, hourCycle);
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
/** Today as YYYY-MM-DD where the company is. */
export const todayInZone = (now: Date = new Date()): string => isoDayFormat.format(now);
const dayWords = (day: string, options: Intl.DateTimeFormatOptions, today: string): string =>
  formatIn('UTC', locale, withYear(options, day, today)).format(new Date(`${day}T00:00:00Z`));
/** 'Tue, Dec 8', of a calendar day; with the year where that is not this one. */
export const formatShortDay = (day: string, today = todayInZone()): string =>
  dayWords(day, { weekday: 'short', month: 'short', day: 'numeric' }, today);
/** 'Monday, November 23', of a calendar day; with the year where that is not this one. */
export const formatWeekday = (day: string, today = todayInZone()): string =>
  dayWords(day, { weekday: 'long', month: 'long', day: 'numeric' }, today);

const steps: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
];
const RELATIVE_DAYS_MAX = 30;

const secondsFrom = (now: number, value: Moment): number => Math.round((toDate(value).getTime() - now) / 1000);

/** Whether `formatRelative` says '2 hours ago' instead of the date. */
export const isRecent = (value: Moment, now: number = Date.now()): boolean =>
  Math.abs(secondsFrom(now, value)) <= RELATIVE_DAYS_MAX * 86_400;

/** '2 hours ago'; older than a month becomes the date. */
export function formatRelative(value: Moment, now: number = Date.now()): string {
  const seconds = secondsFrom(now, value);
  if (Math.abs(seconds) < 45) return t('just now');
  if (!isRecent(value, now)) return formatDate(value);
  const step = steps.find((candidate) => Math.abs(seconds) >= candidate.seconds * 0.95) ?? {
    unit: 'minute',
    seconds: 60,
  };
  return relativeFormat.format(Math.round(seconds / step.seconds), step.unit);
}

/** '1.4 MB' */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${formatNumber(Number((bytes / 1024 / 1024).toFixed(1)))} MB`;
