import { TRACKING_POLL_MS } from '@quickfleet/shared/limits';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import { useEffect, useState } from 'react';
import { statusOf } from '../../lib/error-message.ts';
import { trpc } from '../../lib/trpc.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';

/**
 * One order, kept up to date while anything can still happen to it: its live stream says when to look again, and while
 * the stream is down the page asks by itself now and then.
 */
export function useTrackedOrder(trackingNumber: string) {
  const isOnline = useIsOnline();
  const [isDown, setDown] = useState(false);
  const query = trpc.tracking.get.useQuery(
    { trackingNumber },
    {
      enabled: trackingNumber !== '',
      networkMode: 'always',
      // The page that the server rendered may hold the answer that there is no such order.
      retryOnMount: ({ state }) => statusOf(state.error) !== 404,
      refetchInterval: ({ state }) =>
        isDown && state.data !== undefined && isOpenOrder(state.data.status) && TRACKING_POLL_MS,
    },
  );
  const isOpen = query.data !== undefined && isOpenOrder(query.data.status);
  const lookAgain = () => void query.refetch();

  const stream = trpc.tracking.onChange.useSubscription(
    { trackingNumber },
    // A connection that has just begun, or begun again, may have missed something before it.
    { enabled: isOpen && isOnline, onStarted: lookAgain, onData: lookAgain },
  );
  const isLive = stream.status === 'pending';
  const isLost =
    isOpen && (!isOnline || stream.status === 'error' || (stream.status === 'connecting' && stream.error !== null));
  useEffect(() => setDown(isLost), [isLost]);

  return { query, isOpen, isOnline, isLive: isOpen && isOnline && isLive, isLost };
}
