import { HIGHLIGHT_MS, HIGHLIGHT_NEW_MS, PULSE_MS } from '@quickfleet/shared/limits';
import { useEffect, useRef, useState } from 'react';
import type { ShownItem } from '../outbox/use-portal.ts';

export type Flash = 'new' | 'changed';

const look = (item: ShownItem, waiting: number): string =>
  JSON.stringify([
    item.name,
    item.description,
    item.quantity,
    item.isPickedUp,
    item.isInTransit,
    item.isDelivered,
    item.imageUrls,
    item.pickupImageUrls.length + item.deliveryImageUrls.length + waiting,
  ]);

/**
 * Which items to highlight: 2 s for a new one, 1.5 s for a changed one. A photo that was sent is no change, it only
 * stopped waiting. `said` is the same in words.
 */
export function useItemFlashes(
  orderId: number,
  items: readonly ShownItem[],
  waitingOf: (item: ShownItem) => number,
): { flashes: ReadonlyMap<number, Flash>; said: string } {
  const [flashes, setFlashes] = useState<ReadonlyMap<number, Flash>>(new Map());
  const [said, setSaid] = useState('');
  const seen = useRef<{ orderId: number; looks: Map<number, string> }>(undefined);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const looks = new Map(items.map((item) => [item.key, look(item, waitingOf(item))]));
  const fingerprint = JSON.stringify([orderId, ...looks]);

  useEffect(() => {
    const before = seen.current;
    seen.current = { orderId, looks };
    if (!before || before.orderId !== orderId) return;
    const changed = items.filter((item) => before.looks.get(item.key) !== looks.get(item.key));
    if (changed.length === 0) return;
    const flashOf = (item: ShownItem): Flash => (before.looks.has(item.key) ? 'changed' : 'new');
    setFlashes((all) => new Map([...all, ...changed.map((item): [number, Flash] => [item.key, flashOf(item)])]));
    setSaid(changed.map((item) => `${item.name} ${flashOf(item) === 'new' ? 'added' : 'updated'}`).join(', '));
    for (const item of changed) {
      clearTimeout(timers.current.get(item.key));
      timers.current.delete(item.key);
    }
  }, [fingerprint]);
  // Counted from when it is on the screen, not from when it was asked for.
  useEffect(() => {
    for (const [key, flash] of flashes) {
      if (timers.current.has(key)) continue;
      const end = () => {
        timers.current.delete(key);
        setFlashes((all) => new Map([...all].filter(([other]) => other !== key)));
      };
      timers.current.set(key, setTimeout(end, flash === 'new' ? HIGHLIGHT_NEW_MS : HIGHLIGHT_MS));
    }
  }, [flashes]);
  useEffect(
    () => () => {
      for (const timer of timers.current.values()) clearTimeout(timer);
    },
    [],
  );
  return { flashes, said };
}

/** True for 1.2 s after the order's status has changed. */
export function useStatusPulse(orderId: number, status: string): boolean {
  const [isPulsing, setPulsing] = useState(false);
  const seen = useRef({ orderId, status });
  useEffect(() => {
    const before = seen.current;
    seen.current = { orderId, status };
    if (before.orderId !== orderId || before.status === status) return;
    setPulsing(true);
  }, [orderId, status]);
  // Counted from when it is on the screen, not from when it was asked for.
  useEffect(() => {
    if (!isPulsing) return;
    const timer = setTimeout(() => setPulsing(false), PULSE_MS);
    return () => clearTimeout(timer);
  }, [isPulsing, status]);
  return isPulsing;
}
