import { useState } from 'react';
import { SECOND_PRESS_MS, wasSentSince } from '../api/one-press.ts';
import { useHasJustChanged } from '../hooks/use-for-a-while.ts';

/** So long after a call of one's own a list may still change because of it. */
const OWN_MS = 3000;

/**
 * True for a moment after the order of rows has changed without this person: rows came or went. What changes together
 * with `asked` was asked for: another page, day or filter; and so was the result of a call by this person.
 */
export function useMovedAlone(places: string, asked: string): boolean {
  const [seen, setSeen] = useState({ places, asked, turn: 0 });
  if (seen.places !== places || seen.asked !== asked) {
    const isOwn = seen.places === places || seen.asked !== asked || wasSentSince(performance.now() - OWN_MS);
    setSeen({ places, asked, turn: seen.turn + (isOwn ? 0 : 1) });
  }
  return useHasJustChanged(String(seen.turn), SECOND_PRESS_MS);
}
