import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { orderStatuses } from '@quickfleet/shared/order-status';
import { orderSorts } from '@quickfleet/shared/orders';
import { day } from '@quickfleet/shared/primitives';
import { z } from 'zod';

const digits = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** What of the orders page lives in the URL: filters, sort, page and the open dialog. */
export const orderView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  status: z.enum([...orderStatuses, 'created']).optional(),
  sort: z.enum(orderSorts).default('newest'),
  page: digits.default(1),
  from: day().optional(),
  to: day().optional(),
  deliveredFrom: day().optional(),
  customerId: digits.optional(),
  /** The order whose details are open, and the one that is being corrected. */
  order: digits.optional(),
  edit: digits.optional(),
});
export type OrderView = z.output<typeof orderView>;
export type OrderViewPatch = Partial<z.input<typeof orderView>>;

export const sortWords: Record<OrderView['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  total: 'Highest total',
  updated: 'Last changed',
  planned: 'Planned first',
};

/** The part of the view that the server filters by. */
export const filtersOf = ({ q, status, sort, from, to, deliveredFrom, customerId }: OrderView) => ({
  sort,
  ...(q ? { q } : {}),
  ...(status ? { status } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to } : {}),
  ...(deliveredFrom ? { deliveredFrom } : {}),
  ...(customerId ? { customerId } : {}),
});
export const isFiltered = ({ q, status, from, to, deliveredFrom, customerId }: OrderView): boolean =>
  Boolean(q || status || from || to || deliveredFrom || customerId);
export const noFilters: OrderViewPatch = {
  q: '',
  status: undefined,
  from: undefined,
  to: undefined,
  deliveredFrom: undefined,
  customerId: undefined,
  page: undefined,
};
