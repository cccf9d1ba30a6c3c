import { addDays, dayAt, momentOf } from '../base/time/zoned-time.ts';

// When the company works, where it is. Without a schema: the visitor's page shows it.

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];
/** Times of the clock, HH:MM; one that ends before it begins ends on the next day. */
export interface OpenTime {
  from: string;
  to: string;
}
export interface BusinessHours {
  weekly: Readonly<Record<Weekday, readonly OpenTime[]>>;
  /** Days (YYYY-MM-DD) on which it stays closed. */
  holidays: readonly { day: string; name: string }[];
  /** What is asked for "today" after this time is delivered on the next working day; null: until closing. */
  sameDayUntil: string | null;
}

const usual: readonly OpenTime[] = [{ from: '08:00', to: '18:00' }];
/** Monday to Friday, 8 AM to 6 PM. */
export const usualHours: BusinessHours = {
  weekly: { mon: usual, tue: usual, wed: usual, thu: usual, fri: usual, sat: [], sun: [] },
  holidays: [],
  sameDayUntil: null,
};

const DAY = 1440;
/** Minutes after midnight of 'HH:MM'. */
export const minutesOfClock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** From and to in minutes after midnight of the day; what lies on the next day is 1440 and more. */
export interface Span {
  from: number;
  to: number;
}
export const spanOf = ({ from, to }: OpenTime): Span => {
  const [begin, end] = [minutesOfClock(from), minutesOfClock(to)];
  return { from: begin, to: end > begin ? end : end + DAY };
};

const weekdayOf = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon';

/** What begins on a day (YYYY-MM-DD), in order; nothing on a holiday. */
export const spansOf = (day: string, { weekly, holidays }: BusinessHours): Span[] =>
  holidays.some((holiday) => holiday.day === day) ? [] : weekly[weekdayOf(day)].map(spanOf);

/** The minutes of a day at which the company is open, those of a night before among them. */
const spansOn = (day: string, hours: BusinessHours): Span[] => [
  ...spansOf(addDays(day, -1), hours).flatMap(({ to }) => (to > DAY ? [{ from: 0, to: to - DAY }] : [])),
  ...spansOf(day, hours).map(({ from, to }) => ({ from, to: Math.min(to, DAY) })),
];

/** Minutes after midnight at which the company closes on a day; undefined when it is not open on it. */
const closingOn = (day: string, hours: BusinessHours): number | undefined => spansOn(day, hours).at(-1)?.to;

/** The next day after a day on which work begins. */
export function nextWorkingDay(day: string, hours: BusinessHours): string {
  let next = addDays(day, 1);
  // At least one day of the week is open, and holidays come to an end.
  while (spansOf(next, hours).length === 0) next = addDays(next, 1);
  return next;
}

/**
 * The day (YYYY-MM-DD) on which something that is asked for "today" is delivered: this one until the company closes, or
 * until the time that it names, afterwards the next working day.
 */
export function sameDayDelivery(now: Date, timeZone: string, hours: BusinessHours): { day: string; isToday: boolean } {
  const today = dayAt(now, timeZone);
  const until = Math.min(
    closingOn(today, hours) ?? 0,
    hours.sameDayUntil === null ? DAY : minutesOfClock(hours.sameDayUntil),
  );
  if (until > 0 && now < momentOf(today, until, timeZone)) return { day: today, isToday: true };
  return { day: nextWorkingDay(today, hours), isToday: false };
}

/** When the company closes on the day on which something that is asked for "today" is delivered. */
export function closingOfSameDay(now: Date, timeZone: string, hours: BusinessHours): Date {
  const { day } = sameDayDelivery(now, timeZone, hours);
  return momentOf(day, closingOn(day, hours) ?? DAY, timeZone);
}

/** From when to when the company works on a day; on a day on which it is closed, as on the first that is open. */
export function workingDay(day: string, hours: BusinessHours): Span {
  const own = spansOf(day, hours);
  const spans =
    own.length > 0 ? own : (weekdays.map((one) => hours.weekly[one].map(spanOf)).find((week) => week.length > 0) ?? []);
  return { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? DAY };
}

/** Whether the company is open at a moment; while it is closed, when it opens next. */
export function openingAt(
  now: Date,
  timeZone: string,
  hours: BusinessHours,
): { isOpen: boolean; opensAt: Date | null } {
  const today = dayAt(now, timeZone);
  // Hours that began yesterday may still run.
  const isOpen = [addDays(today, -1), today].some((day) =>
    spansOf(day, hours).some(
      ({ from, to }) => momentOf(day, from, timeZone) <= now && now < momentOf(day, to, timeZone),
    ),
  );
  if (isOpen) return { isOpen, opensAt: null };
  for (let day = today; ; day = nextWorkingDay(day, hours)) {
    const opensAt = spansOf(day, hours)
      .map(({ from }) => momentOf(day, from, timeZone))
      .find((at) => at > now);
    if (opensAt) return { isOpen, opensAt };
  }
}
