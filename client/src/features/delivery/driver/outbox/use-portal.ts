import type { Order, OrderItem } from '@quickfleet/shared/delivery/orders';
import { useMemo, useSyncExternalStore } from 'react';
import { applyEntries } from './apply-entries.ts';
import { Portal } from './portal.ts';
import { type PortalState, STARTING } from './portal-store.ts';
import { shownAsDone } from './sending/queue.ts';
import type { Entry } from './storing/entries.ts';
import type { OfficeChange } from './storing/office-changes.ts';
import { previewOf } from './storing/previews.ts';
import { withProof } from './storing/stored-order.ts';

/** One for the page: it keeps sending while other screens are shown. */
export const portal = new Portal();

export const usePortal = (): PortalState => useSyncExternalStore(portal.subscribe, portal.getState, () => STARTING);

/** An item keeps its key when the server gives it an id, so that nothing jumps. */
export type ShownItem = OrderItem & { key: number };

export interface ShownOrder {
  order: Order;
  items: ShownItem[];
  /** What waits for this order, refused things included. */
  entries: Entry[];
  /** When the server last sent it. */
  readAt: string;
  /** Its code opens nothing any more. */
  isCodeDead: boolean;
  /** What the office changed, to be read. */
  changes: readonly OfficeChange[];
  /** One of the stops of a signed-in driver's day, and left for the next of them. */
  isStop: boolean;
}

/** The open order with everything the driver did, sent or not. */
export function useShownOrder(): ShownOrder | undefined {
  const { orders, entries, itemIds, notes } = usePortal();
  return useMemo(() => {
    const stored = orders.get(notes.currentId ?? 0);
    if (!stored) return undefined;
    const id = stored.order.id;
    const itemIdOf = (itemId: number) => itemIds.get(itemId) ?? itemId;
    const order = applyEntries(withProof(stored.order), shownAsDone(entries, id), {
      itemIdOf,
      urlOf: ({ seq, image }) => previewOf(String(seq), image),
    });
    const keys = new Map([...itemIds].map(([localId, itemId]) => [itemId, localId]));
    return {
      order,
      items: order.items.map((item) => ({ ...item, key: keys.get(item.id) ?? item.id })),
      entries: entries.filter((entry) => entry.orderId === id),
      readAt: stored.readAt,
      isCodeDead: stored.isCodeDead ?? false,
      changes: stored.changes ?? [],
      isStop: stored.openedBy === 'account' && (notes.myDay?.rows.some((row) => row.id === id) ?? false),
    };
  }, [orders, entries, itemIds, notes.currentId, notes.myDay]);
}
