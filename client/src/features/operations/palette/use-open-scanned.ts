import { readLabel } from '@quickfleet/shared/base/scan/parcel-number';
import { PALETTE_RESULTS, SEARCH_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import type { User } from '@quickfleet/shared/people/users';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { openDialogAt } from '../../../lib/addresses/go-to.ts';
import { messageOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { openOverlays } from '../../../lib/hooks/use-shortcuts.ts';
import { showError } from '../../../lib/toast.ts';

interface Palette {
  open: (text?: string) => Promise<void>;
  close: () => void;
}

const isPalette = (overlay: HTMLElement): boolean => overlay.querySelector('[data-palette-search]') !== null;
/** Details that have an address: another address takes their place. */
const hasDetailsAddress = (): boolean => {
  const params = new URLSearchParams(location.search);
  return ['order', 'quote', 'mail'].some((name) => params.has(name));
};
/** Whether an order can be opened without leaving a form, a question or another dialog behind it. */
function isFree(): boolean {
  const [first, ...others] = openOverlays().filter((overlay) => !isPalette(overlay));
  if (!first) return true;
  const isForm = first.matches('[role=alertdialog], [role=menu]') || first.querySelector('form') !== null;
  return others.length === 0 && !isForm && hasDetailsAddress();
}
/** Over the board it opens there. */
const addressOf = (id: number): string =>
  `${location.pathname === paths.adminBoard ? paths.adminBoard : paths.adminOrders}?order=${id}`;

/**
 * What a handheld scanner read, anywhere in the office: the search of the palette looks for it. One order opens, several
 * are shown in the palette, and for none a toast says so.
 */
export function useOpenScanned(user: User | null, palette: Palette): (code: string) => void {
  const { orders } = trpc.useUtils();
  return async (code) => {
    if (!isFree()) {
      showError(t('Close what is open, then scan again'));
      return;
    }
    const number = readLabel(code)?.trackingNumber;
    const q = (number ?? code).slice(0, SEARCH_MAX);
    const input = { q, limit: PALETTE_RESULTS };
    try {
      const found = can(user?.role, 'orders.list')
        ? await orders.list.fetch(input, { staleTime: 0 })
        : await orders.listOfDriver.fetch({ ...input, driverId: user?.id ?? 0 }, { staleTime: 0 });
      const exact = found.data.find(({ trackingNumber }) => trackingNumber === number);
      const order = exact ?? (found.data.length === 1 ? found.data[0] : undefined);
      if (found.data.length === 0) {
        palette.close();
        showError(t('No results for “{typed}”', { typed: q }));
        return;
      }
      if (!order) {
        await palette.open(q);
        return;
      }
      palette.close();
      openDialogAt(addressOf(order.id));
    } catch (error) {
      showError(t('The search failed.'), messageOf(error));
    }
  };
}
