import {
  clockOf,
  cycleFor,
  DAY_MS,
  formatIn,
  type HourCycle,
  MINUTE_MS,
} from '@quickfleet/shared/base/time/zoned-time';
import { type BusinessHours, minutesOfClock, type OpenTime, weekdays } from '@quickfleet/shared/company/business-hours';
import { commaOf, localeOf } from '@quickfleet/shared/words/languages';
import { listOf } from '@quickfleet/shared/words/lists';
import { language } from '@quickfleet/shared/words/t';

const MINUTES_OF_DAY = 1440;
/** A Monday: the days of the week are named by the days after it. */
const A_MONDAY = Date.UTC(2024, 0, 1);
const dayName = (at: number): string =>
  formatIn('UTC', localeOf(language()), { weekday: 'short' }).format(new Date(A_MONDAY + at * DAY_MS));

/** '8AM', '8:30AM', or '08:30'; '8:30 a. m.' where a language has other words for it. */
export function clockWords(time: string, company: HourCycle): string {
  if (cycleFor(company) === 'h23') return time;
  const minutes = minutesOfClock(time) % MINUTES_OF_DAY;
  if (language() !== 'en')
    return formatIn('UTC', localeOf(language()), { ...clockOf(company), minute: '2-digit' }).format(
      minutes * MINUTE_MS,
    );
  const [hour, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, '0')}` : ''}${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'Mon-Fri 8AM-6PM, Sat 9AM-1PM' in the reader's language: days in a row with the same hours are one part. */
export function hoursInWords({ weekly }: BusinessHours, hourCycle: HourCycle): string {
  const span = ({ from, to }: OpenTime) => `${clockWords(from, hourCycle)}-${clockWords(to, hourCycle)}`;
  const parts: { first: string; last: string; times: string }[] = [];
  for (const [at, day] of weekdays.entries()) {
    const name = dayName(at);
    const times = listOf(weekly[day].map(span));
    const before = parts.at(-1);
    if (before?.times === times) before.last = name;
    else parts.push({ first: name, last: name, times });
  }
  return parts
    .filter(({ times }) => times !== '')
    .map(({ first, last, times }) => `${first === last ? first : `${first}-${last}`} ${times}`)
    .join(`${commaOf(language())} `);
}
