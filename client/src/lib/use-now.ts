import { useEffect, useState } from 'react';

const REFRESH_MS = 30_000;

/** The present time, renewed twice a minute, for words that count up or down. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
