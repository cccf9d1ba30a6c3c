import { addDays, dayAt, minutesAt } from '../base/zoned-time.ts';

/**
 * When the company works: Monday to Friday, 8 AM to 6 PM where it is. Without a schema: the visitor's page shows it.
 */
export const OPENS_AT_HOUR = 8;
export const CLOSES_AT_HOUR = 18;

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/**
 * The day (YYYY-MM-DD) on which something that is asked for "today" is delivered: this one until the company closes,
 * afterwards the next working day.
 */
export function sameDayDelivery(now: Date, timeZone: string): { day: string; isToday: boolean } {
  const today = dayAt(now, timeZone);
  if (isWeekday(today) && minutesAt(now, timeZone) < CLOSES_AT_HOUR * 60) return { day: today, isToday: true };
  let day = addDays(today, 1);
  while (!isWeekday(day)) day = addDays(day, 1);
  return { day, isToday: false };
}
