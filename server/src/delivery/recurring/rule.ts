// Days of an RRULE. The library computes in UTC, where every day has 24 hours: a day is its midnight there, and the
// company's time zone only says which day is today and when on a day something is (decision 034).

import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { ruleInWords } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { RECURRING_SHOWN_DAYS, RECURRING_START_DAYS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import rrule from 'rrule';
import { badRequest } from '../../http/errors.ts';

const { RRule } = rrule;

export interface Schedule {
  rule: string;
  startsOn: string;
  endsOn?: string | null | undefined;
}

const atMidnight = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const number = (min: number, max: number) => (value: string) =>
  /^[+-]?\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max;
const listOf = (isValid: (value: string) => boolean) => (value: string) => value.split(',').every(isValid);
const place = (max: number) => listOf((value) => number(-max, max)(value) && Number(value) !== 0);
const WEEKDAY = '(MO|TU|WE|TH|FR|SA|SU)';
const plainDays = listOf((value) => new RegExp(`^${WEEKDAY}$`).test(value));
const numberedDays = listOf((value) => new RegExp(`^([+-]?[1-5])?${WEEKDAY}$`).test(value));
const parts: Record<string, (value: string, frequency: string) => boolean> = {
  FREQ: (value) => ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(value),
  INTERVAL: number(1, 999),
  COUNT: number(1, 9999),
  UNTIL: (value) => /^\d{8}(T\d{6}Z?)?$/.test(value) && !Number.isNaN(momentIn(value).getTime()),
  WKST: (value) => new RegExp(`^${WEEKDAY}$`).test(value),
  BYDAY: (value, frequency) => (/^(MONTHLY|YEARLY)$/.test(frequency) ? numberedDays : plainDays)(value),
  BYMONTH: listOf(number(1, 12)),
  BYMONTHDAY: (value, frequency) => /^(MONTHLY|YEARLY)$/.test(frequency) && place(31)(value),
  BYSETPOS: (value, frequency) => /^(MONTHLY|YEARLY)$/.test(frequency) && place(366)(value),
  BYYEARDAY: (value, frequency) => frequency === 'YEARLY' && place(366)(value),
  BYWEEKNO: (value, frequency) => frequency === 'YEARLY' && place(53)(value),
};
const momentIn = (until: string): Date => {
  const [, year, month, date, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(until) ?? [];
  return new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
};

const refuse = (message: string) => badRequest('BAD_RULE', message, [{ path: 'rule', message }]);

/**
 * A rule in the form in which it is stored: in capitals, without its name, UNTIL as the day it is where the company is.
 *
 * @throws 400 BAD_RULE, with the field `rule`, for what comes more than once a day and what this product does not know
 */
export function normalRule(text: string, timeZone: string): string {
  const fields = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .map((field) => field.split('='));
  const known = new Map(fields.map(([name = '', value = '']) => [name, value]));
  const frequency = known.get('FREQ') ?? '';
  if (
    /^(HOURLY|MINUTELY|SECONDLY)$/.test(frequency) ||
    ['BYHOUR', 'BYMINUTE', 'BYSECOND'].some((name) => known.has(name))
  )
    throw refuse(t('A recurring job comes at most once a day: choose days, weeks, months or years'));
  if (known.size !== fields.length || !known.has('FREQ'))
    throw refuse(t('This is not a rule that can be read: {text}', { text }));
  for (const [name, value] of known)
    if (!Object.hasOwn(parts, name) || !parts[name]?.(value, frequency))
      throw refuse(t('This part of the rule is not understood: {name}={value}', { name, value }));
  if (known.has('COUNT') && known.has('UNTIL'))
    throw refuse(t('A rule ends after a number of days or on a day, not both'));
  if (frequency === 'DAILY' && known.has('BYDAY') && (known.get('INTERVAL') ?? '1') !== '1')
    throw refuse(t('Days of the week go with every day or with weeks, not with every few days'));
  const until = known.get('UNTIL');
  if (until !== undefined) {
    const day = until.endsWith('Z') ? dayAt(momentIn(until), timeZone) : dayOf(momentIn(until));
    known.set('UNTIL', day.replaceAll('-', ''));
  }
  return [...known].map(([name, value]) => `${name}=${value}`).join(';');
}

const load = ({ rule, startsOn }: Schedule) => new RRule({ ...RRule.parseString(rule), dtstart: atMidnight(startsOn) });

/** The days of a schedule from one day to another, both included; at most `most`, in order. */
export function daysOf(schedule: Schedule, from: string, to: string, most = Number.POSITIVE_INFINITY): string[] {
  const last = schedule.endsOn && schedule.endsOn < to ? schedule.endsOn : to;
  const days: string[] = [];
  if (last < from) return days;
  load(schedule).between(atMidnight(from), atMidnight(last), true, (at) => {
    if (days.length >= most) return false;
    days.push(dayOf(at));
    return true;
  });
  return days;
}

/** Far enough for ten days of a rule that comes once a year, from a first day that may be two years ahead. */
const LOOK_AHEAD_DAYS = RECURRING_START_DAYS + 366 * RECURRING_SHOWN_DAYS;
/** What is shown of a schedule: its next days. */
export const nextDays = (schedule: Schedule, today: string): string[] =>
  daysOf(schedule, today, addDays(today, LOOK_AHEAD_DAYS), RECURRING_SHOWN_DAYS);

/** Beyond what is ever shown; a rare rule would be walked through to the year 9999 for it, with the whole process. */
export const isTooFar = (day: string, today: string): boolean => day > addDays(today, LOOK_AHEAD_DAYS);

export const isDayOf = (schedule: Schedule, day: string): boolean => daysOf(schedule, day, day).length > 0;

/** The calendar repeats itself after 400 years, weekdays included. */
const CYCLES_YEARS = 19 * 400;
const NEAR_DAYS = 366 * 5;
/**
 * Refuses a rule that names no day, like February 30. The library looks for one until the year 9999, for half a minute
 * and with the whole process: so it is asked from a start so far ahead that little is left to look through.
 *
 * @throws 400 BAD_RULE
 */
export function requireDays(schedule: Schedule): void {
  const { until: _, count: __, ...options } = RRule.parseString(schedule.rule);
  const dtstart = atMidnight(schedule.startsOn);
  dtstart.setUTCFullYear(dtstart.getUTCFullYear() + CYCLES_YEARS);
  let isEver = false;
  new RRule({ ...options, dtstart }).all(() => {
    isEver = true;
    return false;
  });
  const last = schedule.endsOn ?? addDays(schedule.startsOn, NEAR_DAYS);
  if (!isEver || daysOf(schedule, schedule.startsOn, last, 1).length === 0)
    throw refuse(
      schedule.endsOn
        ? t('This rule names no day from {startsOn} to {endsOn}', {
            startsOn: schedule.startsOn,
            endsOn: schedule.endsOn,
          })
        : t('This rule names no day within five years'),
    );
}

/** 'Every second Tuesday'; a rule that the builder does not know in the library's words. */
export function wordsOfRule(rule: string): string {
  const words = ruleInWords(rule) ?? new RRule(RRule.parseString(rule)).toText();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
