import { TRACKING_POLL_MS, WHEREABOUTS_POLL_MS } from '@quickfleet/shared/limits';
import { useState } from 'react';
import { statusOf } from '../api/error-message.ts';
import { useIsOnline } from '../hooks/use-is-online.ts';
import { type Stream, useStreamRetry } from './use-stream-retry.ts';

interface Read<T> {
  state: { data: T | undefined; error: unknown };
}

/**
 * Keeps a public page up to date while its subject is open: the live stream triggers a refetch, and polling replaces a
 * broken stream. What moves all the time (`isMovingOf`) is read again without an event. Returns the options of the query (`read`) and the subscription (`streamOf`).
 */
export function useLiveQuery<T>(isOpenOf: (data: T) => boolean, isMovingOf: (data: T) => boolean = () => false) {
  const isOnline = useIsOnline();
  const [isDown, setDown] = useState(false);
  const isOpen = (data: T | undefined) => data !== undefined && isOpenOf(data);
  const pauseOf = (data: T | undefined) => {
    if (data !== undefined && isOpenOf(data) && isMovingOf(data)) return WHEREABOUTS_POLL_MS;
    return isDown && isOpen(data) && TRACKING_POLL_MS;
  };
  return {
    isOnline,
    isDown,
    isOpen,
    setDown,
    read: {
      networkMode: 'always' as const,
      // The page that the server rendered may hold the answer that there is no such thing.
      retryOnMount: ({ state }: Read<T>) => statusOf(state.error) !== 404,
      refetchInterval: ({ state }: Read<T>) => pauseOf(state.data),
    },
    streamOf({ data, refetch }: { data: T | undefined; refetch: () => unknown }) {
      const lookAgain = () => void refetch();
      // A connection that has just begun, or begun again, may have missed something before it.
      return { enabled: isOpen(data) && isOnline, onStarted: lookAgain, onData: lookAgain };
    },
  };
}

/** Whether the subject is still open, and whether its stream is live or lost. */
export function useConnection<T>(following: ReturnType<typeof useLiveQuery<T>>, data: T | undefined, stream: Stream) {
  const { isOnline, setDown } = following;
  useStreamRetry(stream);
  const isOpen = following.isOpen(data);
  const isLost =
    isOpen && (!isOnline || stream.status === 'error' || (stream.status === 'connecting' && stream.error !== null));
  if (following.isDown !== isLost) setDown(isLost);
  return { isOpen, isOnline, isLost, isLive: isOpen && isOnline && stream.status === 'pending' };
}
