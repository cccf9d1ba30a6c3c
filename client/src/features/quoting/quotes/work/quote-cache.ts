import type { Quote, quotePage } from '@quickfleet/shared/quoting/quotes';
import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { trpc } from '../../../../lib/api/trpc.ts';

type QuotePage = z.infer<typeof quotePage>;

/** What the browser holds of quotes, and how it is kept true. */
export function useQuoteCache() {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const lists = getQueryKey(trpc.quotes.list);
    const shown = () =>
      queryClient
        .getQueriesData<QuotePage>({ queryKey: lists, type: 'active' })
        .flatMap(([, page]) => page?.data ?? []);
    return {
      /** Updates one quote in place: no row moves. */
      put(quote: Quote): void {
        utils.quotes.get.setData({ id: quote.id }, quote);
        queryClient.setQueriesData<QuotePage>({ queryKey: lists, type: 'active' }, (page) => {
          if (!page?.data.some(({ id }) => id === quote.id)) return page;
          return { ...page, data: page.data.map((row) => (row.id === quote.id ? quote : row)) };
        });
      },
      /** Whether a screen shows this quote right now. */
      isShown: (id: number): boolean =>
        shown().some((quote) => quote.id === id) ||
        queryClient
          .getQueryCache()
          .find({ queryKey: getQueryKey(trpc.quotes.get, { id }, 'query'), type: 'active' }) !== undefined,
      /** What a list shows of it already, so that a dialog opens without waiting. */
      peek: (id: number): Quote | undefined => shown().find((quote) => quote.id === id),
      /** Lists that nobody looks at are read again when they are next looked at. */
      forgetHidden: () => queryClient.invalidateQueries({ queryKey: lists, type: 'inactive', refetchType: 'none' }),
      /** After a change of one's own: everything that shows quotes or counts them is read again. */
      refresh: () =>
        Promise.all([
          utils.quotes.invalidate(),
          utils.dashboard.invalidate(),
          utils.history.invalidate(),
          utils.customers.invalidate(),
        ]),
    };
  }, [utils, queryClient]);
}

/** One quote, immediately if a list has it; versions, questions and payments follow. */
export function useQuote(id: number) {
  const cache = useQuoteCache();
  return trpc.quotes.get.useQuery({ id }, { placeholderData: () => cache.peek(id) });
}
