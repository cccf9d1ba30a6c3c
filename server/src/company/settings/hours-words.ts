import type { HourCycle } from '@quickfleet/shared/base/zoned-time';
import { type BusinessHours, minutesOfClock, type OpenTime, weekdays } from '@quickfleet/shared/company/business-hours';

/** '8AM', '8:30AM', or '08:30'. */
export function clockWords(time: string, hourCycle: HourCycle): string {
  if (hourCycle === 'h23') return time;
  const minutes = minutesOfClock(time) % 1440;
  const [hour, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, '0')}` : ''}${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'Mon-Fri 8AM-6PM, Sat 9AM-1PM': days with the same hours one after the other are one part. */
export function hoursInWords({ weekly }: BusinessHours, hourCycle: HourCycle): string {
  const span = ({ from, to }: OpenTime) => `${clockWords(from, hourCycle)}-${clockWords(to, hourCycle)}`;
  const parts: { first: string; last: string; times: string }[] = [];
  for (const day of weekdays) {
    const name = day.charAt(0).toUpperCase() + day.slice(1);
    const times = weekly[day].map(span).join(' and ');
    const before = parts.at(-1);
    if (before?.times === times) before.last = name;
    else parts.push({ first: name, last: name, times });
  }
  return parts
    .filter(({ times }) => times !== '')
    .map(({ first, last, times }) => `${first === last ? first : `${first}-${last}`} ${times}`)
    .join(', ');
}
