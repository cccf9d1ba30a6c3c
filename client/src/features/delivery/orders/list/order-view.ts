import { day } from '@quickfleet/shared/base/primitives';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import { orderPayments } from '@quickfleet/shared/delivery/orders/order-payment';
import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import { orderSorts } from '@quickfleet/shared/delivery/orders/orders';
import { SEARCH_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { urlNumber } from '../../../../lib/addresses/url-number.ts';
import { useView } from '../../../../lib/addresses/use-view.ts';
import { todayInZone } from '../../../../lib/words/format.ts';

export const orderView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  status: z.enum([...orderStatuses, 'created']).optional(),
  sort: z.enum(orderSorts).default('newest'),
  page: urlNumber.default(1),
  from: day().optional(),
  to: day().optional(),
  deliveredFrom: day().optional(),
  deliveredOn: day().optional(),
  onTime: z.enum(['true', 'false']).optional(),
  failedOn: day().optional(),
  customerId: urlNumber.optional(),
  driverId: urlNumber.optional(),
  unassigned: z.literal('true').optional(),
  overdue: z.literal('true').optional(),
  failed: z.literal('true').optional(),
  /** Open orders without a day. */
  unplanned: z.literal('true').optional(),
  /** Open orders with a stop of a day before today. */
  carriedOver: z.literal('true').optional(),
  /** Orders with a charge that waits for the office. */
  chargesProposed: z.literal('true').optional(),
  /** Orders by whether they are paid. */
  payment: z.enum(orderPayments).optional(),
  /** The planned day; the words are relative to the day the link is opened. */
  day: z.union([z.enum(['today', 'tomorrow']), day()]).optional(),
  order: urlNumber.optional(),
  edit: urlNumber.optional(),
});
/** The dialogs alone, on a screen that has no list of orders. */
export const orderDialogs = orderView.pick({ order: true, edit: true });
export type OrderView = z.output<typeof orderView>;
export type OrderViewPatch = Partial<z.input<typeof orderView>>;

export const sortWords: Record<OrderView['sort'], string> = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  total: t('Highest total'),
  updated: t('Last changed'),
  planned: t('Planned first'),
};

/** The calendar day behind 'today' and 'tomorrow', where the company is. */
export const dayOfView = (word: NonNullable<OrderView['day']>): string => {
  if (word === 'today') return todayInZone();
  return word === 'tomorrow' ? addDays(todayInZone(), 1) : word;
};

const filterNames = [
  'q',
  'status',
  'from',
  'to',
  'deliveredFrom',
  'deliveredOn',
  'onTime',
  'failedOn',
  'customerId',
  'driverId',
  'unassigned',
  'overdue',
  'failed',
  'unplanned',
  'carriedOver',
  'chargesProposed',
  'payment',
  'day',
] as const;

export const filtersOf = ({ q, day, onTime, page: _page, order: _order, edit: _edit, ...filters }: OrderView) => ({
  ...filters,
  q: q || undefined,
  plannedOn: day && dayOfView(day),
  // A day is what an order is in time for.
  ...(onTime && filters.deliveredOn ? { onTime } : {}),
});
export const useOrdersView = () => useView(orderView, filterNames);
export type OrdersView = ReturnType<typeof useOrdersView>;

/** The views of a dispatcher's day; each is a patch of the address. */
export const dayViews = [
  'all',
  'today',
  'tomorrow',
  'overdue',
  'carriedOver',
  'unassigned',
  'unplanned',
  'failed',
  'chargesProposed',
  'paymentsOpen',
] as const;
export type DayView = (typeof dayViews)[number];
export const dayViewWords: Record<DayView, string> = {
  all: t('All (orders)'),
  today: t('Today'),
  tomorrow: t('Tomorrow'),
  overdue: t('Overdue (orders)'),
  carriedOver: t('Carried over'),
  unassigned: t('Unassigned'),
  unplanned: t('No day'),
  failed: t('Failed (orders)'),
  chargesProposed: t('Charges'),
  paymentsOpen: t('To be paid'),
};
const noDayView: OrderViewPatch = {
  day: undefined,
  overdue: undefined,
  unassigned: undefined,
  failed: undefined,
  unplanned: undefined,
  carriedOver: undefined,
  chargesProposed: undefined,
  payment: undefined,
};
export const patchOfDayView = (view: DayView): OrderViewPatch => {
  if (view === 'all') return { ...noDayView, sort: undefined };
  if (view === 'paymentsOpen') return { ...noDayView, sort: undefined, payment: 'open' };
  const own: OrderViewPatch = view === 'today' || view === 'tomorrow' ? { day: view } : { [view]: 'true' };
  return { ...noDayView, sort: 'planned', ...own };
};
/** The views that are a flag of the address. */
export const flagViews = ['overdue', 'carriedOver', 'unassigned', 'unplanned', 'failed', 'chargesProposed'] as const;
/** The open view; none where the address combines several or names another day. */
export const dayViewOf = (view: OrderView): DayView | undefined => {
  const payment = view.payment === 'open' ? 'paymentsOpen' : view.payment;
  const asked = [view.day, payment, ...flagViews.filter((flag) => view[flag])].filter(Boolean);
  if (asked.length === 0) return 'all';
  return asked.length === 1 ? dayViews.find((view) => view === asked[0]) : undefined;
};

/** What a saved view keeps of the address: neither a page nor an open dialog. */
export const queryOfView = (view: OrderView): string =>
  new URLSearchParams([
    ...filterNames.flatMap((name): [string, string][] => (view[name] ? [[name, String(view[name])]] : [])),
    ...(view.sort === 'newest' ? [] : [['sort', view.sort] as [string, string]]),
  ]).toString();
/** The filters and the sort of a saved view's address. */
export const patchOfQuery = (query: string): OrderViewPatch => {
  const { order: _order, edit: _edit, page: _page, ...known } = Object.fromEntries(new URLSearchParams(query));
  return { sort: undefined, ...known };
};
