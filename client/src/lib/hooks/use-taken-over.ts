import { useEffect } from 'react';

/** Takes over, once, what was typed, chosen, opened or pointed at on the page before its scripts had come. */
export function useTakenOver(take: () => void): void {
  useEffect(take, []);
}
