import { dayAt, formatIn, withYear } from '../../base/time/zoned-time.ts';
import { localeOf } from '../../words/languages.ts';
import { language, t } from '../../words/t.ts';
import { type BusinessHours, nextWorkingDay, sameDayDelivery, spansOf } from '../business-hours.ts';

// Days on which the company does not work, without a schema: forms say the same as the server.

/** Why nothing is picked up or delivered on a day, and the next day (YYYY-MM-DD) on which something is. */
export interface ClosedDay {
  reason: 'holiday' | 'weekday' | 'late';
  /** Of the holiday. */
  name: string | null;
  next: string;
}

/** What is closed about a day: a holiday, a day of the week without hours, today once it is too late; null for an open day. */
export function closedOn(day: string, now: Date, timeZone: string, hours: BusinessHours): ClosedDay | null {
  const next = nextWorkingDay(day, hours);
  const holiday = hours.holidays.find((one) => one.day === day);
  if (holiday) return { reason: 'holiday', name: holiday.name, next };
  const isToday = day === dayAt(now, timeZone);
  // The night of the day before may still be open today.
  if (isToday && sameDayDelivery(now, timeZone, hours).isToday) return null;
  if (spansOf(day, hours).length === 0) return { reason: 'weekday', name: null, next };
  return isToday ? { reason: 'late', name: null, next } : null;
}

/** 'We’re closed on Saturday, December 26. The next open day is Monday, December 28'. */
export function closedInWords(day: string, { reason, name, next }: ClosedDay): string {
  const inWords = (one: string) =>
    formatIn(
      'UTC',
      localeOf(language()),
      withYear({ weekday: 'long', month: 'long', day: 'numeric' }, one, day),
    ).format(new Date(`${one}T00:00:00Z`));
  const values = { day: inWords(day), next: inWords(next) };
  if (reason === 'late') return t('It’s too late for today. The next open day is {next}', { next: values.next });
  return reason === 'holiday'
    ? t('We’re closed on {day} ({name}). The next open day is {next}', { ...values, name: name ?? '' })
    : t('We’re closed on {day}. The next open day is {next}', values);
}
