import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { useMemo } from 'react';
import { z } from 'zod';
import { closeInUrl, openInUrl } from '../../../lib/addresses/url-dialog.ts';
import { useUrlState } from '../../../lib/addresses/url-state.ts';

const digits = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

export const customerSorts = ['newest', 'oldest', 'name'] as const;
export const sortWords: Record<(typeof customerSorts)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
};

/** What of the customers page lives in the URL. */
const customersView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  sort: z.enum(customerSorts).default('newest'),
  page: digits.default(1),
  edit: digits.optional(),
  create: z.literal('1').optional(),
  data: digits.optional(),
});
export type CustomerDialog = 'edit' | 'create' | 'data';

export function useCustomersView() {
  const [view, write] = useUrlState(customersView);
  return useMemo(
    () => ({
      view,
      filter: (patch: Partial<z.input<typeof customersView>>) => write({ page: undefined, ...patch }, 'replace'),
      goToPage: (page: number) => write({ page: String(page) }),
      open: (dialog: CustomerDialog, id = 1) => openInUrl(() => write({ [dialog]: String(id) })),
      close: (dialog: CustomerDialog) => closeInUrl(() => write({ [dialog]: undefined }, 'replace')),
    }),
    [view, write],
  );
}
