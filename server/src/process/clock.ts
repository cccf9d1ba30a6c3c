import { dayAt, daysBetween } from '@quickfleet/shared/base/time/zoned-time';
import { DAYS_AHEAD_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { invalid } from '../http/errors.ts';

/** Injected so that tests can move the time. */
export type Clock = () => Date;

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export const dayIn = (zone: string, at: Date): string => dayAt(at, zone);

/** Refuses a day with 400 that is so far ahead that it must be a slip of the pen. */
export function requireNear(today: string, path: string, day: string): void {
  if (daysBetween(today, day) > DAYS_AHEAD_MAX) throw invalid(path, t('Choose a day within two years from today'));
}
