import { sameDayDelivery, usualHours } from '../company/business-hours.ts';
import { t } from '../words/t.ts';

/** Delivery speeds. Without a schema: the visitor's page shows them before it checks anything. */
export const speedTypes = ['let_quickfleet_choose', 'today', 'specific_date'] as const;
export type SpeedType = (typeof speedTypes)[number];
export const SPEED_DEFAULT: SpeedType = 'let_quickfleet_choose';

/**
 * What people read for a speed; `date` is already written out for the reader. A day that is known is not called today: it
 * may be read later, and on a Sunday it may mean Monday.
 */
export function speedLabel(type: SpeedType, date: string | null, brand: string): string {
  if (type === 'today') return date ? t('Same day: {date}', { date }) : t('Today');
  if (type === 'specific_date') return date ? t('Specific Date: {date}', { date }) : t('Specific Date:');
  return t('Let {brand} Choose', { brand });
}

interface Asked {
  speedType: SpeedType;
  speedDate?: string | null | undefined;
  /** Of a `today`: the day that it meant when it was asked for; null where an earlier release took the request. */
  wantedDay?: string | null | undefined;
  createdAt: Date | string;
}
/** The day (YYYY-MM-DD) that a speed means; it never changes. null when the choice is ours. */
export function dayOfSpeed({ speedType, speedDate, wantedDay, createdAt }: Asked, timeZone: string): string | null {
  if (speedType === 'specific_date') return speedDate ?? null;
  if (speedType !== 'today') return null;
  // Of a time when every company had the same hours.
  return wantedDay ?? sameDayDelivery(new Date(createdAt), timeZone, usualHours).day;
}
