import { useDocumentVisibility } from '@mantine/hooks';
import { NEWS_READ_MS } from '@quickfleet/shared/limits';
import { useEffect, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { playSound, wantsSound } from './sound.ts';

const COUNTED = /^\(\d+\) /;
/** '(3) Dashboard · QuickFleet' */
export const titleWith = (title: string, count: number): string =>
  `${count > 0 ? `(${count}) ` : ''}${title.replace(COUNTED, '')}`;

/** A tab that is left for a moment asks nothing. */
const LEFT_MS = 2000;

/**
 * Counts quotes, claims and failures since this tab was left, in its title, and plays a sound for them if the person
 * wants one. A tab that nobody looks at holds no live stream: it asks once a minute. One that somebody looks at asks
 * nothing, because its screens are live.
 */
export function News({ userId }: { userId: number }) {
  const isSeen = useDocumentVisibility() === 'visible';
  const [isLeft, setLeft] = useState(false);
  const [since, setSince] = useState<string>();
  useEffect(() => {
    if (isSeen) return;
    const timer = setTimeout(() => setLeft(true), LEFT_MS);
    return () => {
      clearTimeout(timer);
      setLeft(false);
      setSince(undefined);
    };
  }, [isSeen]);
  const { data } = trpc.dashboard.news.useQuery(since ? { since } : {}, {
    enabled: isLeft,
    refetchInterval: NEWS_READ_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    // What was new the last time is not new any more.
    gcTime: 0,
    staleTime: 0,
  });
  if (isLeft && data && since === undefined) setSince(data.at);
  const count = since && data ? data.quotes + data.claims + data.failures : 0;
  const [heard, setHeard] = useState({ since, count: 0 });
  const heardCount = heard.since === since ? heard.count : 0;

  useEffect(() => {
    if (count <= heardCount) return;
    setHeard({ since, count });
    if (wantsSound(userId)) playSound();
  }, [count, heardCount, since, userId]);

  useEffect(() => {
    document.title = titleWith(document.title, count);
  }, [count]);
  return null;
}
