import { useState } from 'react';
import { readStored, store } from '../../../lib/storage/local-store.ts';

const KEY = 'quickfleet-board-compact';

/** Whether cards are one line each; the browser keeps the choice. */
export function useCompactCards(): [boolean, (isCompact: boolean) => void] {
  const [isCompact, setCompact] = useState(() => readStored(KEY) === '1');
  const change = (next: boolean) => {
    setCompact(next);
    store(KEY, next ? '1' : null);
  };
  return [isCompact, change];
}
