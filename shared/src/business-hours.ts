/**
 * When the company works: Monday to Friday, 8 AM to 6 PM where it is. Without a schema: the visitor's page shows it.
 */
export const OPENS_AT_HOUR = 8;
export const CLOSES_AT_HOUR = 18;
const DAY_MS = 86_400_000;

const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/**
 * The day (YYYY-MM-DD) on which something that is asked for "today" is delivered: this one until the company closes,
 * afterwards the next working day.
 */
export function sameDayDelivery(now: Date, timeZone: string): { day: string; isToday: boolean } {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  if (isWeekday(today) && hour < CLOSES_AT_HOUR) return { day: today, isToday: true };
  let day = dayAfter(today);
  while (!isWeekday(day)) day = dayAfter(day);
  return { day, isToday: false };
}
