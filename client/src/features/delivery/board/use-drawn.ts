import { useEffect, useState } from 'react';

/** So wide is a column at least. */
const COLUMN_WIDTH = 190;
const IDLE_MAX_MS = 2000;
/** Safari has no idle callbacks. */
const whenIdle = (act: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') setTimeout(act);
  else requestIdleCallback(act, { timeout: IDLE_MAX_MS });
};
const waiting = new Set<() => void>();
/** One after the other, so that no two are drawn together. */
function actInTurn(): void {
  const [next] = waiting;
  if (!next) return;
  waiting.delete(next);
  next();
  if (waiting.size > 0) whenIdle(actInTurn);
}
/** Does something when it is its turn and the browser has nothing else to do; the answer takes it back. */
function inTurn(act: () => void): () => void {
  waiting.add(act);
  if (waiting.size === 1) whenIdle(actInTurn);
  return () => waiting.delete(act);
}

/** More of them than a screen is high. */
const FIRST_CARDS = 8;

/**
 * How many of its cards a column draws. Columns in view begin with those that a screen shows; all others follow, one
 * column after the other, once the browser has nothing else to do. Sixty columns are thousands of elements.
 */
export function useDrawn(place: number, isNeeded: boolean): number {
  const [isWhole, setWhole] = useState(isNeeded);
  useEffect(() => (isWhole ? undefined : inTurn(() => setWhole(true))), [isWhole]);
  if (isWhole || isNeeded) return Number.POSITIVE_INFINITY;
  return place * COLUMN_WIDTH < window.innerWidth ? FIRST_CARDS : 0;
}
