import { useEffect, useState } from 'react';
import { SECOND_PRESS_MS } from '../api/one-press.ts';

/**
 * True for a moment after `purpose` changed. A button that does something else from one moment to the next stays
 * disabled for the pointer meanwhile, so that the second of two clicks does not do what nobody asked for.
 */
export function useIsSettling(purpose: string): boolean {
  const [seen, setSeen] = useState({ purpose, isSettling: false });
  if (seen.purpose !== purpose) setSeen({ purpose, isSettling: true });
  useEffect(() => {
    if (!seen.isSettling) return;
    const timer = setTimeout(() => setSeen({ purpose: seen.purpose, isSettling: false }), SECOND_PRESS_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isSettling || seen.purpose !== purpose;
}
