import { sameDayDelivery } from '@quickfleet/shared/company/business-hours';
import { useIsHydrated } from '../use-is-hydrated.ts';
import { brand } from './brand.ts';

/** What "today" means now; known only after hydration, because the page was rendered earlier. */
export function useSameDay(): { day: string; isToday: boolean } | undefined {
  return useIsHydrated() ? sameDayDelivery(new Date(), brand.timeZone, brand.hours) : undefined;
}
