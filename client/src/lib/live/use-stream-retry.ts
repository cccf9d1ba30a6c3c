import { useEffect } from 'react';
import { statusOf } from '../api/error-message.ts';

const RETRY_MS = 30_000;

/** What a subscription's hook says of its stream. */
export interface Stream {
  status: 'idle' | 'connecting' | 'pending' | 'error';
  error: unknown;
  reset: () => void;
}

/**
 * Opens a live stream again that was refused because the server had no room for it, or could not be reached: a browser
 * comes back by itself only when a connection is cut. A refusal of the caller or of the thing itself stands.
 */
export function useStreamRetry({ status, error, reset }: Stream): void {
  const refusal = statusOf(error) ?? 0;
  const isPassing = status === 'error' && (refusal === 0 || refusal === 429 || refusal >= 500);
  useEffect(() => {
    if (!isPassing) return;
    const timer = setTimeout(reset, RETRY_MS * (0.75 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [isPassing, reset]);
}
