// Days of an RRULE. The library computes in UTC, where every day has 24 hours: a day is its midnight there, and the
// company's time zone only says which day is today and when on a day something is (decision 034).

import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { type BusinessHours, spansOf } from '@quickfleet/shared/company/business-hours';
import type { OnClosedDay } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { daysInWords, ruleInWords } from '@quickfleet/shared/delivery/planning/rule-words';
import { RECURRING_SHOWN_DAYS, RECURRING_START_DAYS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import rrule from 'rrule';
import { badRequest, invalid } from '../../http/errors.ts';

const { RRule } = rrule;

export interface Schedule {
  rule: string;
  startsOn: string;
  endsOn?: string | null | undefined;
}
/** A schedule, and what happens on days on which the company is closed. */
export interface JobSchedule extends Schedule {
  onClosedDay: OnClosedDay;
}
/** A day of a job, and the day that its rule names for it. */
export interface Occurrence {
  day: string;
  ruleDay: string;
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

/** The days that a rule names from one day to another, both included; at most `most`, in order. */
function daysOf(schedule: Schedule, from: string, to: string, most = Number.POSITIVE_INFINITY): string[] {
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
const isOpen = (day: string, hours: BusinessHours): boolean => spansOf(day, hours).length > 0;
/** The longest time without an open day that an order is moved across. */
const CLOSED_DAYS_MAX = 150;
/** The next open day in a direction, from a day on that is closed; undefined where there is none near. */
function openDayFrom(day: string, step: 1 | -1, hours: BusinessHours): string | undefined {
  for (let days = 1; days <= CLOSED_DAYS_MAX; days++) {
    const other = addDays(day, days * step);
    if (isOpen(other, hours)) return other;
  }
  return undefined;
}
function dayFor(ruleDay: string, way: OnClosedDay, hours: BusinessHours): string | undefined {
  if (way === 'keep' || isOpen(ruleDay, hours)) return ruleDay;
  return way === 'skip' ? undefined : openDayFrom(ruleDay, way === 'next' ? 1 : -1, hours);
}
/** The closed days that reach a day from one side: what the rule names there may come on it. */
function endOfClosed(day: string, step: 1 | -1, hours: BusinessHours): string {
  let last = day;
  for (let days = 1; days <= CLOSED_DAYS_MAX && !isOpen(addDays(last, step), hours); days++) last = addDays(last, step);
  return last;
}

interface Found {
  days: Occurrence[];
  /** What the rule names and the company is closed on, at most ten. */
  closedDays: string[];
}
/**
 * The days of a job from one day to another, both included, at most `most`: what the rule names, with closed days kept,
 * left out or moved. Two that move to one day are one; none comes before its first or after its last day.
 */
function find(job: JobSchedule, hours: BusinessHours, from: string, to: string, most: number): Found {
  const { onClosedDay: way, startsOn, endsOn } = job;
  const found: Found = { days: [], closedDays: [] };
  const last = endsOn && endsOn < to ? endsOn : to;
  const begin = way === 'next' ? endOfClosed(from, -1, hours) : from;
  const end = way === 'previous' ? endOfClosed(to, 1, hours) : to;
  if ((endsOn && endsOn < begin) || last < from) return found;
  load(job).between(atMidnight(begin), atMidnight(endsOn && endsOn < end ? endsOn : end), true, (at) => {
    if (found.days.length >= most) return false;
    const ruleDay = dayOf(at);
    if (ruleDay >= from && found.closedDays.length < RECURRING_SHOWN_DAYS && !isOpen(ruleDay, hours))
      found.closedDays.push(ruleDay);
    const day = dayFor(ruleDay, way, hours);
    if (day === undefined || day < from || day < startsOn || day > last) return true;
    if (day !== found.days.at(-1)?.day) found.days.push({ day, ruleDay });
    return true;
  });
  return found;
}

/** The days of a job from one day to another, both included, in order. */
export const occurrencesOf = (job: JobSchedule, hours: BusinessHours, from: string, to: string): Occurrence[] =>
  find(job, hours, from, to, Number.POSITIVE_INFINITY).days;

/** What is shown of a job: its next days, and what its rule names until then although the company is closed. */
export const nextDays = (job: JobSchedule, hours: BusinessHours, today: string): Found =>
  find(job, hours, today, addDays(today, LOOK_AHEAD_DAYS), RECURRING_SHOWN_DAYS);

/** Beyond what is ever shown; a rare rule would be walked through to the year 9999 for it, with the whole process. */
export const isTooFar = (day: string, today: string): boolean => day > addDays(today, LOOK_AHEAD_DAYS);

/** The day that a rule names for a day of its job; undefined for a day that is none of it. */
export const ruleDayOf = (job: JobSchedule, hours: BusinessHours, day: string): string | undefined =>
  occurrencesOf(job, hours, day, day)[0]?.ruleDay;

export const isDayOf = (job: JobSchedule, hours: BusinessHours, day: string): boolean =>
  ruleDayOf(job, hours, day) !== undefined;

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

const LISTED_DAYS = 3;
/** The first days of a rule, by which it is said where it has no words. */
function firstDays(schedule: Schedule): { days: string[]; hasMore: boolean } {
  const { startsOn } = schedule;
  const days = daysOf(schedule, startsOn, addDays(startsOn, LOOK_AHEAD_DAYS), LISTED_DAYS + 1);
  return { days: days.slice(0, LISTED_DAYS), hasMore: days.length > LISTED_DAYS };
}
/** 'Every second Tuesday'; a rule that has no words by its first days. */
export function wordsOfRule({ rule, startsOn, endsOn }: Schedule): string {
  const words = ruleInWords(rule, startsOn);
  if (words !== undefined) return words;
  const { days, hasMore } = firstDays({ rule, startsOn, endsOn });
  return daysInWords(days, hasMore);
}
/** A rule as history stores it. */
export const ruleForHistory = ({ rule, startsOn, endsOn }: Schedule) => {
  const isSaid = ruleInWords(rule, startsOn) !== undefined;
  return { rule, startsOn, ...(isSaid ? { days: [], hasMore: false } : firstDays({ rule, startsOn, endsOn })) };
};

/**
 * Refuses a job of which every day is closed.
 *
 * @throws 400 with the field `onClosedDay`
 */
export function requireOpenDays(job: JobSchedule, hours: BusinessHours): void {
  const last = job.endsOn ?? addDays(job.startsOn, NEAR_DAYS);
  if (find(job, hours, job.startsOn, last, 1).days.length === 0)
    throw invalid('onClosedDay', t('The company is closed on every day of this rule'));
}
