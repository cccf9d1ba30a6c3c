import { TRACKING_POLL_MS } from '@quickfleet/shared/limits';
import type { CustomerQuote } from '@quickfleet/shared/quote-page';
import { useEffect, useRef, useState } from 'react';
import { statusOf } from '../../lib/error-message.ts';
import { changesBetween, otherChanges, type QuoteVersion } from '../../lib/quote-versions.ts';
import { trpc } from '../../lib/trpc.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';

/**
 * One quote by its link, kept up to date while anything can still happen to it: its live stream says when to look again,
 * and while the stream is down the page asks by itself now and then.
 */
export function useCustomerQuote(token: string) {
  const isOnline = useIsOnline();
  const [isDown, setDown] = useState(false);
  const query = trpc.quotePage.get.useQuery(
    { token },
    {
      networkMode: 'always',
      // The page that the server rendered may hold the answer that there is no such quote.
      retryOnMount: ({ state }) => statusOf(state.error) !== 404,
      refetchInterval: ({ state }) => isDown && state.data !== undefined && TRACKING_POLL_MS,
    },
  );
  const isOpen = query.data !== undefined && query.data.status !== 'converted';
  const lookAgain = () => void query.refetch();
  const stream = trpc.quotePage.onChange.useSubscription(
    { token },
    // A connection that has just begun, or begun again, may have missed something before it.
    { enabled: isOpen && isOnline, onStarted: lookAgain, onData: lookAgain },
  );
  const isLost =
    isOpen && (!isOnline || stream.status === 'error' || (stream.status === 'connecting' && stream.error !== null));
  useEffect(() => setDown(isLost), [isLost]);
  return { query, isOnline, isLost, isLive: isOpen && isOnline && stream.status === 'pending' };
}

/** What changed of a priced quote since this page showed it first, until it was seen. */
export function useChanges(quote: CustomerQuote | undefined) {
  const [seen, setSeen] = useState<{ revision: number; version: QuoteVersion }>();
  const first = useRef(seen);
  if (quote && quote.total !== null && first.current === undefined)
    first.current = { revision: quote.revision, version: quote };
  const before = seen ?? first.current;
  if (!quote || !before || quote.total === null || quote.revision === before.revision)
    return { changes: [], markSeen: () => {} };
  return {
    changes: [...changesBetween(before.version, quote), ...otherChanges(quote.changes)],
    markSeen: () => setSeen({ revision: quote.revision, version: quote }),
  };
}

/** What this version changed of the one before, for who comes back to it. */
export function changesSinceLast({ revisions: [latest, before], changes }: CustomerQuote): string[] {
  return latest && before ? [...changesBetween(before, latest), ...otherChanges(changes)] : [];
}
