import { HIGHLIGHT_MS, HIGHLIGHT_NEW_MS, PULSE_MS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { useForAWhile, useHasJustChanged } from '../../../../lib/hooks/use-for-a-while.ts';
import type { ShownItem } from '../outbox/portal.ts';

/** A change that is highlighted for a while; every change is a new object. */
export interface Flash {
  kind: 'new' | 'changed';
}

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
 * The last change of each item by its key, and the latest changes in words. A photo that was sent is no change, it only
 * stopped waiting.
 */
export function useItemChanges(items: readonly ShownItem[], waitingOf: (item: ShownItem) => number) {
  const looks = new Map(items.map((item) => [item.key, look(item, waitingOf(item))]));
  const fingerprint = JSON.stringify([...looks]);
  const [seen, setSeen] = useState({ fingerprint, looks, changes: new Map<number, Flash>(), said: '' });
  if (seen.fingerprint !== fingerprint) {
    const changed = items
      .filter(({ key }) => seen.looks.get(key) !== looks.get(key))
      .map(({ key, name }) => ({ key, name, kind: seen.looks.has(key) ? ('changed' as const) : ('new' as const) }));
    const changes = new Map([...seen.changes, ...changed.map(({ key, kind }): [number, Flash] => [key, { kind }])]);
    const said = changed
      .map(({ name, kind }) => (kind === 'new' ? t('{name} added', { name }) : t('{name} updated', { name })))
      .join(', ');
    setSeen({ fingerprint, looks, changes, said: said || seen.said });
  }
  return { changes: seen.changes, said: seen.said };
}

/** How a row is highlighted: 2 s after it was added, 1.5 s after it changed. */
export const useFlash = (change: Flash | undefined): Flash['kind'] | undefined =>
  useForAWhile(change, change?.kind === 'new' ? HIGHLIGHT_NEW_MS : HIGHLIGHT_MS)?.kind;

/** True for 1.2 s after the order's status has changed. */
export const useStatusPulse = (status: string): boolean => useHasJustChanged(status, PULSE_MS);
