import type { StopKind } from '@quickfleet/shared/base/time/day-rules';
import { zoneName } from '@quickfleet/shared/base/time/zoned-time';
import type { DayOrder } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { brand } from '../../../lib/words/brand.ts';
import { formatDate, formatHour, formatShortDay, todayInZone } from '../../../lib/words/format.ts';

type Window = NonNullable<DayOrder['pickupWindow']>;

/** '9:00 AM – 12:00 PM', with its day when that is another one than the board's. */
export function windowTimes({ from, to }: Window, day: string): string {
  const times = `${formatHour(from)} – ${formatHour(to)}`;
  return todayInZone(new Date(from)) === day ? times : `${formatDate(from)}, ${times}`;
}

/** When a stop is to be made: its window with the day where that is not the board's, the day alone, or any time. */
export function stopTimes(order: DayOrder, stop: StopKind, day: string): string {
  const window = stop === 'pickup' ? order.pickupWindow : order.deliveryWindow;
  if (window) return windowTimes(window, day);
  const own = stop === 'pickup' ? order.pickupDay : order.deliveryDay;
  return own === null || own === day ? t('Any time') : t('{shortDay}, any time', { shortDay: formatShortDay(own) });
}

/** 'delivery Thu, Nov 26': where an order's other stop is on another day than the board's. */
export function otherDay(order: DayOrder, stop: StopKind, day: string): string | undefined {
  const own = stop === 'pickup' ? order.deliveryDay : order.pickupDay;
  if (!own || own === day) return undefined;
  return stop === 'pickup'
    ? t('delivery {shortDay}', { shortDay: formatShortDay(own) })
    : t('pickup {shortDay}', { shortDay: formatShortDay(own) });
}

/** 'New York time (EST)': the zone in which the board's times are, on its day. */
export function zoneInWords(day: string): string {
  const name = zoneName(new Date(`${day}T12:00:00Z`), brand.timeZone);
  const place = brand.timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? brand.timeZone;
  return name !== place ? t('{place} time ({name})', { place, name }) : place;
}
