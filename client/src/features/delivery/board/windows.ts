import { zoneName } from '@quickfleet/shared/base/zoned-time';
import type { DayOrder } from '@quickfleet/shared/delivery/planning';
import { brand } from '../../../lib/words/brand.ts';
import { formatDate, formatHour, todayInZone } from '../../../lib/words/format.ts';

type Window = NonNullable<DayOrder['pickupWindow']>;

/** '9:00 AM – 12:00 PM', with its day when that is another one than the board's. */
export function windowTimes({ from, to }: Window, day: string): string {
  const times = `${formatHour(from)} – ${formatHour(to)}`;
  return todayInZone(new Date(from)) === day ? times : `${formatDate(from)}, ${times}`;
}

/** 'New York time (EST)': the zone in which the board's times are, on its day. */
export function zoneInWords(day: string): string {
  const name = zoneName(new Date(`${day}T12:00:00Z`), brand.timeZone);
  const place = brand.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? brand.timeZone;
  return name !== place ? `${place} time (${name})` : place;
}
