import { useEffect } from 'react';
import { statusOf } from '../api/error-message.ts';

const RETRY_MS = 30_000;

/** What a subscription's hook says of its stream. */
export interface Stream {
  status: 'idle' | 'connecting' | 'pending' | 'error';
  error: unknown;
  reset: () => void;
}

/** Reopens a live stream after a temporary refusal or a network failure; browsers only reconnect a cut connection. */
export function useStreamRetry({ status, error, reset }: Stream): void {
  const refusal = statusOf(error) ?? 0;
  const isPassing = status === 'error' && (refusal === 0 || refusal === 429 || refusal >= 500);
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(reset, RETRY_MS * (0.75 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [isPassing, reset]);
}
