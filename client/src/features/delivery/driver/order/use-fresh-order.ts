import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useStreamRetry } from '../../../../lib/live/use-stream-retry.ts';
import { portal, usePortal } from '../outbox/use-portal.ts';

/** How soon a change is read after its live event; the phone's own calls cause events too, so several are read once. */
const GATHER_MS = 3000;
/** How soon it is read without a stream. */
const REREAD_MS = 60_000;

/**
 * Reads the open order again while it is on the screen: with the live stream, which needs no more than its tracking
 * number, and now and then without it.
 */
export function useFreshOrder(trackingNumber: string): void {
  const { isReachable } = usePortal();
  const visibility = useDocumentVisibility();
  const isWatched = isReachable && visibility === 'visible';
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void portal.reload();
    }, GATHER_MS);
  };
  const stream = trpc.tracking.onChange.useSubscription(
    { trackingNumber },
    { enabled: isWatched, onStarted: readSoon, onData: readSoon },
  );
  useStreamRetry(stream);
  useEffect(() => {
    if (!isWatched) return;
    const reading = setInterval(() => void portal.reload(), REREAD_MS);
    return () => clearInterval(reading);
  }, [isWatched]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
