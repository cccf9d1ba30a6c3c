import { useEffect, useState } from 'react';
import { loadWhenIdle } from '../../../../lib/load-when-idle.ts';

/**
 * A part of the portal that is loaded as soon as the page is at rest, so that it is there when it is wanted and when the
 * network is not; at once where it is wanted already. Asked for while it is missing it is tried once more, and `giveUp`
 * is called when that failed too.
 */
export function useLater<T>(load: () => Promise<T>, isWanted: boolean, giveUp: () => void): T | undefined {
  const [part, setPart] = useState<{ loaded: T }>();
  useEffect(() => {
    if (part) return;
    let isOver = false;
    const start = () =>
      load().then(
        (loaded) => !isOver && setPart({ loaded }),
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
