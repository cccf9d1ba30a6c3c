import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { loadWhenIdle } from '../../../lib/loading/load-when-idle.ts';
import { readStoredJson, store } from '../../../lib/storage/local-store.ts';
import type { Change } from './changes.ts';

/** Of the changelog in this build (client/vite.config.ts), so that nobody loads it to find that it is the same. */
declare const CHANGELOG_HASH: string | undefined;
const hash = typeof CHANGELOG_HASH === 'undefined' ? '' : CHANGELOG_HASH;

interface Read {
  hash: string;
  ids: string[];
}
/** What was read under a key of the browser's storage; undefined for nothing. */
function readUnder(key: string): Read | undefined {
  const stored = readStoredJson(key);
  const isRead = typeof stored === 'object' && stored !== null && 'hash' in stored && 'ids' in stored;
  return isRead && Array.isArray(stored.ids) ? { hash: String(stored.hash), ids: stored.ids } : undefined;
}

const load = async (): Promise<Change[]> => (await import('./changelog.ts')).changes;

/**
 * What this person has not read of the changelog since their last visit in this browser; nothing on the first one, and
 * while it is not known who they are. `isKnown` once that is clear, immediately unless the product was updated.
 */
export function useNewChanges(userId: number | undefined) {
  const key = `quickfleet-changes-${userId}`;
  const stored = useMemo(() => readUnder(key), [key]);
  const [marked, setMarked] = useState<Read>();
  const read = marked ?? stored;
  const isUpdated = userId !== undefined && read !== undefined && read.hash !== hash;
  const query = useQuery({
    queryKey: ['changes'],
    queryFn: load,
    enabled: isUpdated,
    retry: false,
    staleTime: Infinity,
  });
  const changes = isUpdated ? (query.data ?? []).filter(({ id }) => !read.ids.includes(id)) : [];

  const remember = (all: readonly Change[]): Read => {
    const now = { hash, ids: all.map(({ id }) => id) };
    store(key, JSON.stringify(now));
    return now;
  };
  const isFirst = userId !== undefined && read === undefined;
  const begin = useEffectEvent(() => loadWhenIdle(async () => remember(await load())));
  useEffect(() => {
    if (isFirst) begin();
  }, [isFirst]);

  return { changes, isKnown: !isUpdated || !query.isPending, markRead: () => setMarked(remember(query.data ?? [])) };
}
