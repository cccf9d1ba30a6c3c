import { useEffect, useState } from 'react';

/** Longer than the pause between the two clicks of somebody who clicks twice. */
const SETTLE_MS = 700;

/**
 * True for a moment after `purpose` changed. A button that does something else from one moment to the next stays
 * disabled for the pointer meanwhile, so that the second of two clicks does not do what nobody asked for.
 */
export function useIsSettling(purpose: string): boolean {
  const [seen, setSeen] = useState({ purpose, isSettling: false });
  if (seen.purpose !== purpose) setSeen({ purpose, isSettling: true });
  useEffect(() => {
    if (!seen.isSettling) return;
    const timer = setTimeout(() => setSeen({ purpose: seen.purpose, isSettling: false }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isSettling || seen.purpose !== purpose;
}
