import { TRACKING_POLL_MS } from '@quickfleet/shared/limits';
import { useEffect, useState } from 'react';
import { statusOf } from '../api/error-message.ts';
import { useIsOnline } from '../use-is-online.ts';
import { type Stream, useStreamRetry } from './use-stream-retry.ts';

interface Read<T> {
  state: { data: T | undefined; error: unknown };
}

/**
 * How a public page follows one thing while anything can still happen to it: its live stream says when to look again,
 * and while the stream is down the page asks by itself now and then. Gives the options of its query (`read`) and, from
 * what that has read, of its subscription (`streamOf`); `useConnection` tells the page how they stand.
 */
export function useFollowing<T>(isOpenOf: (data: T) => boolean) {
  const isOnline = useIsOnline();
  const [isDown, setDown] = useState(false);
  const isOpen = (data: T | undefined) => data !== undefined && isOpenOf(data);
  return {
    isOnline,
    isOpen,
    setDown,
    read: {
      networkMode: 'always' as const,
      // The page that the server rendered may hold the answer that there is no such thing.
      retryOnMount: ({ state }: Read<T>) => statusOf(state.error) !== 404,
      refetchInterval: ({ state }: Read<T>) => isDown && isOpen(state.data) && TRACKING_POLL_MS,
    },
    streamOf({ data, refetch }: { data: T | undefined; refetch: () => unknown }) {
      const lookAgain = () => void refetch();
      // A connection that has just begun, or begun again, may have missed something before it.
      return { enabled: isOpen(data) && isOnline, onStarted: lookAgain, onData: lookAgain };
    },
  };
}

/** Whether what is followed is still open, and its stream runs or has broken off. */
export function useConnection<T>(following: ReturnType<typeof useFollowing<T>>, data: T | undefined, stream: Stream) {
  const { isOnline, setDown } = following;
  useStreamRetry(stream);
  const isOpen = following.isOpen(data);
  const isLost =
    isOpen && (!isOnline || stream.status === 'error' || (stream.status === 'connecting' && stream.error !== null));
  useEffect(() => setDown(isLost), [isLost, setDown]);
  return { isOpen, isOnline, isLost, isLive: isOpen && isOnline && stream.status === 'pending' };
}
