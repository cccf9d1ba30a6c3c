import { useEffect } from 'react';
import { statusOf } from '../api/error-message.ts';

const RETRY_MS = { byServer: 30_000, byNetwork: 4_000 } as const;

/** What a subscription's hook says of its stream. */
export interface Stream {
  status: 'idle' | 'connecting' | 'pending' | 'error';
  error: unknown;
  reset: () => void;
}

/**
 * Reopens a live stream after a temporary refusal or a network failure; browsers only reconnect a cut connection. A
 * server that refuses is left alone for half a minute, and a network that comes back is used at once.
 */
export function useStreamRetry({ status, error, reset }: Stream): void {
  const refusal = statusOf(error) ?? 0;
  const isPassing = status === 'error' && (refusal === 0 || refusal === 429 || refusal >= 500);
  useEffect(() => {
    if (!isPassing) return;
    // A phone without a network for hours is not asked every few seconds: its network says when it is back.
    const wait = refusal === 0 && navigator.onLine ? RETRY_MS.byNetwork : RETRY_MS.byServer;
    const timer = setTimeout(reset, wait * (0.75 + Math.random() / 2));
    if (refusal === 0) window.addEventListener('online', reset);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', reset);
    };
  }, [isPassing, refusal, reset]);
}
