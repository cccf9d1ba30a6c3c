import { PAGE_SIZE_DEFAULT, SEARCH_MAX } from '@quickfleet/shared/limits';
import { quoteOutcomes, quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import { quoteSorts } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { urlNumber } from '../../../../lib/addresses/url-number.ts';
import { useView } from '../../../../lib/addresses/use-view.ts';

export const pageSizes = ['20', '50', '100'] as const;
const isStatusList = (list: string) =>
  list.split(',').every((status) => quoteStatuses.some((known) => known === status));

export const dueFilters = ['soon', 'overdue', 'waiting'] as const;
export const seenFilters = ['no', 'yes'] as const;
export const ages = ['2', '7', '30'] as const;
const isOutcomeList = (list: string) =>
  list.split(',').every((outcome) => [...quoteOutcomes, 'none'].some((known) => known === outcome));

/** What of the quotes page lives in the URL: filters, sort, page and the open dialogs. */
const quotesView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  /** Several, separated by commas. */
  status: z.string().refine(isStatusList).default(''),
  /** How it ended, several separated by commas; none: it has not. */
  outcome: z.string().refine(isOutcomeList).default(''),
  due: z.enum(dueFilters).optional(),
  /** Whether the customer has looked, and how many days ago it was asked for at least. */
  seen: z.enum(seenFilters).optional(),
  age: z.enum(ages).optional(),
  sort: z.enum(quoteSorts).default('newest'),
  page: urlNumber.default(1),
  limit: z.enum(pageSizes).default('20'),
  customerId: urlNumber.optional(),
  /** The quote that is shown, edited or priced. */
  quote: urlNumber.optional(),
  edit: urlNumber.optional(),
  price: urlNumber.optional(),
  create: z.literal('1').optional(),
  payments: z.literal('1').optional(),
});
export type QuotesView = z.output<typeof quotesView>;
export type QuoteDialog = 'quote' | 'edit' | 'price' | 'create' | 'payments';

export const sortWords: Record<QuotesView['sort'], string> = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  price: t('Highest price'),
  updated: t('Last changed'),
  due: t('Due first'),
  seen: t('Last seen'),
};

/** What the server is asked for. */
export const listInputOf = ({ q, status, outcome, due, seen, age, sort, page, limit, customerId }: QuotesView) => ({
  sort,
  page,
  limit: Number(limit) || PAGE_SIZE_DEFAULT,
  ...(q ? { q } : {}),
  ...(status ? { status } : {}),
  ...(outcome ? { outcome } : {}),
  ...(due ? { due } : {}),
  ...(seen ? { seen } : {}),
  ...(age ? { olderThan: Number(age) } : {}),
  ...(customerId ? { customerId } : {}),
});
const filters = ['q', 'status', 'outcome', 'due', 'seen', 'age', 'customerId'] as const;
export const useQuotesView = () => useView(quotesView, filters);
