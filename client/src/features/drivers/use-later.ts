import { useEffect, useState } from 'react';

/**
 * A part of the portal that is loaded right after the first view, so that it is there when the network is not. Asked
 * for while it is missing it is tried once more, and `giveUp` is called when that failed too.
 */
export function useLater<T>(load: () => Promise<T>, isWanted: boolean, giveUp: () => void): T | undefined {
  const [part, setPart] = useState<{ loaded: T }>();
  useEffect(() => {
    if (part) return;
    let isOver = false;
    load().then(
      (loaded) => !isOver && setPart({ loaded }),
      () => {
        if (!isOver && isWanted) giveUp();
      },
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, part]);
  return part?.loaded;
}
