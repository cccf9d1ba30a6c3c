import { useEffect, useRef, useState } from 'react';
import { useLiveChanges } from '../../lib/live.tsx';
import { trpc } from '../../lib/trpc.ts';

const OWN_CHANGE_MS = 5000;

/**
 * Hears of changed orders while the tab is looked at. A row on the screen is brought up to date in place; changes
 * elsewhere only raise `waiting`, because a list must not move under the pointer.
 */
export function useLiveOrders(rows: readonly { id: number }[]) {
  const utils = trpc.useUtils();
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const shown = useRef(new Set<number>());
  const own = useRef(new Map<number, number>());

  useEffect(() => {
    shown.current = new Set(rows.map(({ id }) => id));
  }, [rows]);

  const showAll = () => {
    setWaiting(new Set());
    void utils.orders.invalidate();
    void utils.history.invalidate();
  };
  const isOwn = (id: number) => Date.now() - (own.current.get(id) ?? 0) < OWN_CHANGE_MS;

  useLiveChanges((change) => {
    if (change.topic === 'resync') return showAll();
    if (change.topic !== 'order') return;
    const { id } = change;
    // A driver is not told which order it was.
    if (id === null || shown.current.has(id)) return showAll();
    void utils.orders.counts.invalidate();
    if (!isOwn(id)) setWaiting((ids) => new Set(ids).add(id));
  });

  return {
    /** How many orders changed that are not on this page. */
    waiting: waiting.size,
    showAll,
    /** A change of one's own is no news. */
    noteOwnChange: (id: number) => own.current.set(id, Date.now()),
  };
}
