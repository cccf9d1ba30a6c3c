import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { statusOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../../lib/live/live.tsx';
import { isOwnChange, useOwnChanges } from '../../../../lib/live/own-changes.ts';
import { useQuoteCache } from '../work/quote-cache.ts';

interface LiveQuotes {
  /** Quotes that came in and that no list was read again for. */
  arrived: readonly number[];
  /** Quotes that somebody deleted while they were on the screen. */
  gone: ReadonlySet<number>;
  /** The list was read again: nothing counts as new any more. */
  settle: () => void;
}

const LiveContext = createContext<LiveQuotes>({ arrived: [], gone: new Set(), settle: () => {} });
export const useLiveQuotes = (): LiveQuotes => use(LiveContext);

/**
 * Follows changed quotes while the tab is looked at. What is on the screen is brought up to date in place, and what is
 * new is only counted: a list must not move under the pointer.
 */
export function LiveQuotesProvider({ children }: { children: ReactNode }) {
  const utils = trpc.useUtils();
  const cache = useQuoteCache();
  const [arrived, setArrived] = useState<readonly number[]>([]);
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());

  // The answer that names one's own new quote may come after its live event.
  useOwnChanges(() => setArrived((ids) => ids.filter((id) => !isOwnChange('quote', id))));

  const readOne = async (id: number) => {
    if (!cache.isShown(id)) return;
    try {
      cache.put(await utils.client.quotes.get.query({ id }));
      await utils.history.list.invalidate({ subject: 'quote', id });
    } catch (error) {
      if (statusOf(error) === 404) setGone((ids) => new Set(ids).add(id));
    }
  };

  useLiveChanges((change) => {
    if (change.topic === 'resync') return void cache.refresh();
    if (change.topic !== 'quote' || change.id === null) return;
    const { id, isNew } = change;
    void utils.dashboard.stats.invalidate();
    void cache.forgetHidden();
    // A new quote is a new request, or a restored one.
    if (isNew) setGone((ids) => new Set([...ids].filter((one) => one !== id)));
    if (!isNew || cache.isShown(id)) void readOne(id);
    else if (!isOwnChange('quote', id)) setArrived((ids) => [...ids, id]);
  });

  const live = useMemo<LiveQuotes>(
    () => ({
      arrived,
      gone,
      settle: () => {
        setArrived([]);
        setGone(new Set());
      },
    }),
    [arrived, gone],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
