import { openingAt, sameDayDelivery } from '@quickfleet/shared/company/business-hours';
import { useIsHydrated } from '../hooks/use-is-hydrated.ts';
import { brand } from './brand.ts';

/** What "today" means now; known only after hydration, because the page was rendered earlier. */
export function useSameDay(): { day: string; isToday: boolean } | undefined {
  return useIsHydrated() ? sameDayDelivery(new Date(), brand.timeZone, brand.hours) : undefined;
}

/** When the company opens next, while it is closed; known only after hydration, too. */
export function useOpensAt(): Date | null {
  return useIsHydrated() ? openingAt(new Date(), brand.timeZone, brand.hours).opensAt : null;
}
