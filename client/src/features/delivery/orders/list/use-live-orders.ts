import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../../lib/live/live.tsx';
import { isOwnChange, subscribeToOwnChanges } from '../../../../lib/live/own-changes.ts';

/**
 * Follows changed orders while the tab is visible. Rows on the screen are updated in place; changes elsewhere only
 * raise `waiting`, because a list must not move under the pointer.
 */
export function useLiveOrders(rows: readonly { id: number }[]) {
  const utils = trpc.useUtils();
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const shown = useRef(new Set<number>());

  useEffect(() => {
    shown.current = new Set(rows.map(({ id }) => id));
  }, [rows]);
  // The answer that names one's own change may come after its live event.
  useEffect(
    () =>
      subscribeToOwnChanges(() =>
        setWaiting((ids) => {
          const others = [...ids].filter((id) => !isOwnChange('order', id));
          return others.length === ids.size ? ids : new Set(others);
        }),
      ),
    [],
  );

  const showAll = () => {
    setWaiting(new Set());
    void utils.orders.invalidate();
    void utils.history.invalidate();
  };

  useLiveChanges((change) => {
    if (change.topic === 'resync') return showAll();
    if (change.topic !== 'order') return;
    const { id } = change;
    // A driver's stream does not say which order it was.
    if (id === null || shown.current.has(id)) return showAll();
    void utils.orders.counts.invalidate();
    if (!isOwnChange('order', id)) setWaiting((ids) => new Set(ids).add(id));
  });

  return {
    /** How many orders were changed by others and are not on this page. */
    waiting: waiting.size,
    showAll,
  };
}
