import type { CustomerQuote } from '@quickfleet/shared/quote-page';
import { useRef, useState } from 'react';
import { changesBetween, otherChanges, type QuoteVersion } from '../../lib/quote-versions.ts';
import { trpc } from '../../lib/trpc.ts';
import { useConnection, useFollowing } from '../../lib/use-following.ts';

/** The quote of a customer's link, as it stands now. */
export function useCustomerQuote(token: string) {
  const following = useFollowing(({ status }: CustomerQuote) => status !== 'converted');
  const query = trpc.quotePage.get.useQuery({ token }, following.read);
  const stream = trpc.quotePage.onChange.useSubscription({ token }, following.streamOf(query));
  return { query, ...useConnection(following, query.data, stream) };
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
