import { sameDayDelivery } from '@quickfleet/shared/company/business-hours';
import { useIsHydrated } from '../use-is-hydrated.ts';
import { brand } from './brand.ts';

/** What "today" means to whoever asks now; the page was rendered at some other time, so it says so hydrated. */
export function useSameDay(): { day: string; isToday: boolean } | undefined {
  return useIsHydrated() ? sameDayDelivery(new Date(), brand.timeZone) : undefined;
}
