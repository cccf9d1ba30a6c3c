import { useThrottledCallback } from '@mantine/hooks';
import type { EventType } from '@quickfleet/shared/messages/events';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';

/** However many happen, the list is not read more often. */
const READ_EVERY_MS = 500;

/**
 * The newest events, read again as more happen. While `isFollowing` is off the list stays as it is and only counts.
 */
export function useFollowedEvents(type: EventType | undefined, limit: number, isFollowing: boolean) {
  const utils = trpc.useUtils();
  const [waiting, setWaiting] = useState(0);
  const input = { limit, ...(type && { types: type }) };
  const events = trpc.events.latest.useQuery(input, { placeholderData: keepPreviousData, refetchOnMount: 'always' });
  const readAgain = () => {
    setWaiting(0);
    void utils.events.latest.invalidate();
  };
  const readSoon = useThrottledCallback(readAgain, READ_EVERY_MS);
  useLiveChanges(({ topic }) => {
    if (topic !== 'event' && topic !== 'resync') return;
    if (isFollowing) readSoon();
    else if (topic === 'event') setWaiting((count) => count + 1);
  });
  return { events, waiting, readAgain };
}
