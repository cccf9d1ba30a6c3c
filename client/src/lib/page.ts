// What the server renders into a page besides its HTML, so that the first render in the browser equals it.
import type { ErrorBody } from '@quickfleet/shared/errors';
import type { Head, ReturnedForm } from '@quickfleet/shared/page';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';
import { failureOf } from './api/http.ts';
import { useIsHydrated } from './hooks/use-is-hydrated.ts';

/** A call that was answered while the page was rendered: its data, or the error that it was refused with. */
export interface AnsweredCall {
  key: QueryKey;
  data?: unknown;
  refused?: ErrorBody;
}
export interface PageData {
  renderedAt: number;
  calls?: AnsweredCall[];
  form?: ReturnedForm;
}

/** On the server a page fills in its head while it is rendered. */
export const PageContext = createContext<{ data: PageData; head?: Head }>({ data: { renderedAt: 0 } });

/** The slot that the server fills; empty in the staff's screens and while developing. */
export function readPageData(): PageData {
  const slot = document.getElementById('quickfleet-page')?.textContent;
  return slot ? JSON.parse(slot) : { renderedAt: Date.now() };
}

/** The plain form that came back with this page; gone once another page was shown. */
export function useReturnedForm(): ReturnedForm | undefined {
  const { data } = use(PageContext);
  useEffect(() => {
    delete data.form;
  }, [data]);
  return data.form;
}

/** The time that words about days count from: the server's until the page is hydrated, so that both say the same. */
export function usePageTime(): number {
  const { renderedAt } = use(PageContext).data;
  return useIsHydrated() ? Date.now() : renderedAt;
}

/** Puts the answered calls where the page's own queries look first. */
export function seedCalls(queryClient: QueryClient, { renderedAt, calls = [] }: PageData): void {
  for (const { key, data, refused } of calls) {
    if (!refused) queryClient.setQueryData(key, data, { updatedAt: renderedAt });
    else
      queryClient
        .getQueryCache()
        .build(queryClient, { queryKey: key })
        .setState({ status: 'error', error: failureOf(refused.status, JSON.stringify(refused)), errorUpdateCount: 1 });
  }
}
