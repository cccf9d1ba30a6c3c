import { useEffect, useState } from 'react';

const REFRESH_MS = 30_000;

/**
 * The present time in milliseconds, for words that count up or down: renewed every `everyMs`, by default twice a minute,
 * and not at all with null.
 */
export function useNow(everyMs: number | null = REFRESH_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
