import { useEffect, useState } from 'react';
import { SECOND_PRESS_MS } from '../api/one-press.ts';

/** True for a moment after `purpose` changed, so that the second of two clicks does not trigger the new action. */
export function useClickGuard(purpose: string): boolean {
  const [seen, setSeen] = useState({ purpose, isGuarded: false });
  if (seen.purpose !== purpose) setSeen({ purpose, isGuarded: true });
  useEffect(() => {
    if (!seen.isGuarded) return;
    const timer = setTimeout(() => setSeen({ purpose: seen.purpose, isGuarded: false }), SECOND_PRESS_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isGuarded || seen.purpose !== purpose;
}
