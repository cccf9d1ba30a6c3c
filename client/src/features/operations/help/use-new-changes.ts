import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadWhenIdle } from '../../../lib/load-when-idle.ts';
import { readStoredJson, store } from '../../../lib/local-store.ts';
import type { Change } from './changes.ts';

/** Of the changelog in this build (client/vite.config.ts), so that nobody loads it to find that it is the same. */
declare const CHANGELOG_HASH: string | undefined;
const hash = typeof CHANGELOG_HASH === 'undefined' ? '' : CHANGELOG_HASH;

interface Read {
  hash: string;
  ids: string[];
}
const isRead = (value: unknown): value is Read =>
  typeof value === 'object' && value !== null && 'hash' in value && 'ids' in value && Array.isArray(value.ids);

const load = async (): Promise<Change[]> => (await import('./changelog.ts')).changes;

/**
 * What this person has not read of the changelog since their last visit in this browser; nothing on the first one.
 * `isKnown` once that is clear, at once unless the product was updated.
 */
export function useNewChanges(userId: number) {
  const key = `quickfleet-changes-${userId}`;
  const [read, setRead] = useState<Read | undefined>(() => {
    const stored = readStoredJson(key);
    return isRead(stored) ? stored : undefined;
  });
  const isUpdated = read !== undefined && read.hash !== hash;
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
  const isFirst = read === undefined;
  const begin = useEffectEvent(() => loadWhenIdle(async () => remember(await load())));
  useEffect(() => {
    if (isFirst) begin();
  }, [isFirst]);

  return { changes, isKnown: !isUpdated || !query.isPending, markRead: () => setRead(remember(query.data ?? [])) };
}
