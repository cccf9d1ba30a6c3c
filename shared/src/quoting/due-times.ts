import { addDays, dayAt, momentOf } from '../base/time/zoned-time.ts';
import { type BusinessHours, closingOfSameDay, spansOf } from '../company/business-hours.ts';
import type { PromiseClock } from '../company/promise-clock.ts';
import type { SpeedType } from './speed.ts';

const HOUR_MS = 3_600_000;
/**
 * The moment at which so many business hours have passed since `from`, where the company is: the clock stops while it
 * is closed. Throws a RangeError for no hours.
 */
export function afterBusinessHours(from: Date, hours: number, timeZone: string, business: BusinessHours): Date {
  if (!(hours > 0)) throw new RangeError('A promise takes more than no time');
  let left = hours * HOUR_MS;
  let counted = from.getTime();
  // A night that began the day before may not be over.
  for (let day = addDays(dayAt(from, timeZone), -1); ; day = addDays(day, 1)) {
    for (const span of spansOf(day, business)) {
      const begins = Math.max(counted, momentOf(day, span.from, timeZone).getTime());
      const open = Math.max(0, momentOf(day, span.to, timeZone).getTime() - begins);
      if (left <= open) return new Date(begins + left);
      left -= open;
      counted = begins + open;
    }
  }
}

/** When so many hours have passed by the company's clock. Throws a RangeError for no hours. */
export function afterHours(
  from: Date,
  hours: number,
  clock: PromiseClock,
  { timeZone, business }: { timeZone: string; business: BusinessHours },
): Date {
  if (clock === 'business') return afterBusinessHours(from, hours, timeZone, business);
  if (!(hours > 0)) throw new RangeError('A promise takes more than no time');
  return new Date(from.getTime() + hours * HOUR_MS);
}

interface Promised {
  quoteHours: number;
  clock: PromiseClock;
}
/** Until when a price is promised. What is asked for today has it the same day, however many hours are promised. */
export function priceDueAt(
  from: Date,
  speedType: SpeedType,
  { quoteHours, clock }: Promised,
  place: { timeZone: string; business: BusinessHours },
): Date {
  const due = afterHours(from, quoteHours, clock, place);
  const closing = closingOfSameDay(from, place.timeZone, place.business);
  return speedType === 'today' && closing < due ? closing : due;
}

/** What is promised: a price, or an answer to a question. */
export const promiseKinds = ['price', 'answer'] as const;
export type PromiseKind = (typeof promiseKinds)[number];
/** A promise that is to be kept within this time is due soon. */
export const PROMISE_SOON_MINUTES = 120;
