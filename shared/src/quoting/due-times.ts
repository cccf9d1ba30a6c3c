import { addDays, dayAt, momentOf } from '../base/zoned-time.ts';
import { CLOSES_AT_HOUR, OPENS_AT_HOUR, sameDayDelivery } from '../company/business-hours.ts';

const HOUR_MS = 3_600_000;
const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/**
 * The moment at which so many business hours have passed since `from`, where the company is: the clock stands still at
 * night and on weekends. Throws a RangeError for no hours.
 */
export function afterBusinessHours(from: Date, hours: number, timeZone: string): Date {
  if (!(hours > 0)) throw new RangeError('A promise takes more than no time');
  let left = hours * HOUR_MS;
  for (let day = dayAt(from, timeZone); ; day = addDays(day, 1)) {
    if (!isWeekday(day)) continue;
    const opens = momentOf(day, OPENS_AT_HOUR * 60, timeZone).getTime();
    const closes = momentOf(day, CLOSES_AT_HOUR * 60, timeZone).getTime();
    const begins = Math.max(from.getTime(), opens);
    const open = Math.max(0, closes - begins);
    if (left <= open) return new Date(begins + left);
    left -= open;
  }
}

/** When the company closes on the day on which something that is asked for "today" is delivered. */
export const closingOfSameDay = (from: Date, timeZone: string): Date =>
  momentOf(sameDayDelivery(from, timeZone).day, CLOSES_AT_HOUR * 60, timeZone);

/** What is promised: a price, or an answer to a question. */
export const promiseKinds = ['price', 'answer'] as const;
export type PromiseKind = (typeof promiseKinds)[number];
/** A promise that is to be kept within this time is due soon. */
export const PROMISE_SOON_MINUTES = 120;
