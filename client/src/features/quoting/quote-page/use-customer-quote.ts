import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { useRef, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useConnection, useLiveQuery } from '../../../lib/live/use-live-query.ts';
import { changesBetween, otherChanges, type QuoteVersion } from '../../../lib/words/quote-versions.ts';

/** The quote of a customer's link, as it stands now. */
export function useCustomerQuote(token: string) {
  const following = useLiveQuery(({ status }: CustomerQuote) => status !== 'converted');
  const query = trpc.quotePage.get.useQuery({ token }, following.read);
  const stream = trpc.quotePage.onChange.useSubscription({ token }, following.streamOf(query));
  return { query, ...useConnection(following, query.data, stream) };
}

/** What others changed of a priced quote since this page showed it first, until it was seen: one's own act asks nothing. */
export function useChanges(quote: CustomerQuote | undefined) {
  const [seen, setSeen] = useState<{ revision: number; version: QuoteVersion }>();
  const first = useRef(seen);
  if (quote && quote.total !== null && first.current === undefined)
    first.current = { revision: quote.revision, version: quote };
  const before = seen ?? first.current;
  if (!quote || !before || quote.total === null || quote.revision === before.revision)
    return { changes: [], markSeen: () => {} };
  const others = quote.revisions.filter(({ revision, isOwn }) => revision > before.revision && !isOwn);
  if (others.length === 0) return { changes: [], markSeen: () => {} };
  return {
    changes: [
      ...changesBetween(before.version, quote),
      ...others.toReversed().flatMap(({ changes }) => otherChanges(changes)),
    ],
    markSeen: () => setSeen({ revision: quote.revision, version: quote }),
  };
}

/** What this version changed of the one before, for who comes back to it. */
export function changesSinceLast({ revisions: [latest, before], changes }: CustomerQuote): string[] {
  return latest && before && !latest.isOwn ? [...changesBetween(before, latest), ...otherChanges(changes)] : [];
}
