import { useEffect, useState } from 'react';
import { loadWhenIdle } from '../loading/load-when-idle.ts';

/** What was loaded for another view: it is there immediately. */
const known = new WeakMap<() => Promise<unknown>, { loaded: unknown }>();

/**
 * Loads a part of the page when the page is idle, or immediately when it is wanted, so that it also works offline.
 * When it is wanted and cannot be loaded, it is tried once more, then `giveUp` is called.
 */
export function useLater<T>(load: () => Promise<T>, isWanted: boolean, giveUp: () => void): T | undefined {
  const [part, setPart] = useState(() => known.get(load) as { loaded: T } | undefined);
  useEffect(() => {
    if (part) return;
    let isOver = false;
    const start = () =>
      load().then(
        (loaded) => {
          known.set(load, { loaded });
          if (!isOver) setPart({ loaded });
        },
        () => {
          if (!isOver && isWanted) giveUp();
        },
      );
    if (isWanted) void start();
    else loadWhenIdle(async () => isOver || start());
    return () => {
      isOver = true;
    };
  }, [isWanted, part]);
  return part?.loaded;
}
