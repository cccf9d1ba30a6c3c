// The open order and everything that waits to be sent, as one thing that the screens subscribe to. One for each page.

import type { Order, OrderItem, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../../../lib/api/idempotency.ts';
import { shownOrder } from './apply-entries.ts';
import { OpenOrders } from './open-orders.ts';
import { DriverLists } from './planned-day.ts';
import { type PortalEvent, type PortalState, PortalStore, STARTING } from './portal-store.ts';
import { Sender } from './sending/sender.ts';
import { captureNow, measureClock } from './storing/capture.ts';
import { type Draft, draftKey } from './storing/contents.ts';
import {
  type DriverAction,
  dependentsOf,
  type Entry,
  isFor,
  needsNewRight,
  ordersOf,
  withoutUndo,
} from './storing/entries.ts';
import type { OfficeChange } from './storing/office-changes.ts';
import { dropPreview, previewOf, Shrinker } from './storing/pictures.ts';
import { withProof } from './storing/stored-order.ts';

export class Portal {
  readonly #store = new PortalStore();
  readonly #shrinker = new Shrinker(this.#store.database);
  readonly orders = new OpenOrders(this.#store, () => this.#sender.wake());
  readonly lists = new DriverLists(this.#store, (isReachable) => this.orders.showReach(isReachable));
  readonly #sender = new Sender(this.#store, this.#shrinker, this.orders);
  #started: Promise<void> | undefined;

  readonly subscribe = this.#store.subscribe;
  readonly getState = this.#store.getState;
  readonly itemIdOf = this.#store.itemIdOf;
  readonly onEvent = this.#store.onEvent;

  /** Reads what this phone holds, and from then on sends whenever it can. */
  start(): Promise<void> {
    // A phone may lose its database for a moment; what failed once is tried again with the next call.
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  async #start(): Promise<void> {
    const store = this.#store;
    await store.database.open();
    await store.refresh();
    await this.orders.closeExpired();
    // The driver may have signed in since; without the right it is refused again.
    await store.clearRefusals((entry) => needsNewRight(entry.refusal));
    store.show({ isReady: true, isReachable: navigator.onLine });
    store.openChannel();
    window.addEventListener('online', () => this.#back());
    window.addEventListener('offline', () => store.show({ isReachable: false, retryAt: undefined }));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#back());
    for (const entry of store.state.entries) {
      void this.#shrinker.ready(entry);
      // The page was ended in these six seconds: what was saved counts.
      if (entry.isUndoable) this.#sender.finishLater(entry);
    }
    this.#sender.wake();
    void measureClock();
  }

  #back(): void {
    void measureClock();
    this.#store.show({ isReachable: navigator.onLine, retryAt: undefined });
    this.#sender.wake();
    void this.orders.reload();
  }

  async resume(): Promise<void> {
    await this.start();
    await this.orders.resume();
  }
  async openWithCode(code: string): Promise<{ order: Order; isFromPhone: boolean }> {
    await this.start();
    return this.orders.openWithCode(code);
  }
  async acknowledgeChanges(orderId: number): Promise<void> {
    await this.#store.database.commit({ acknowledge: orderId });
    await this.#store.refreshAll();
  }
  async readDeliveries(driverId: number): Promise<OrderRow[]> {
    await this.start();
    return this.lists.readDeliveries(driverId);
  }
  async readDay(driverId: number): Promise<DriverDay> {
    await this.start();
    return this.lists.readDay(driverId);
  }
  /** Removes a signed-in driver's lists from the phone after sign-out. */
  async forgetDriver(): Promise<void> {
    await this.start();
    const { deliveries, myDay } = this.#store.state.notes;
    // In one step, so that lists read for the next driver are not dropped.
    if (deliveries ?? myDay)
      await this.#store.changeNotes((notes) => ({ ...notes, deliveries: undefined, myDay: undefined }));
  }

  /**
   * Keeps what the driver did, shows it as done and sends it as soon as that works, or once it can no longer be undone.
   * `about`: an order, or the orders of one stop for which it is done in one call.
   */
  async record(
    about: number | readonly number[],
    action: DriverAction,
    { dropDraft, isUndoable }: { dropDraft?: string | undefined; isUndoable?: boolean } = {},
  ): Promise<Entry> {
    const store = this.#store;
    const [orderId, ...alsoFor] = typeof about === 'number' ? [about] : about;
    if (orderId === undefined) throw new Error('No order was named');
    const whole = { orderId, ...(alsoFor.length > 0 ? { alsoFor } : {}) };
    for (const id of ordersOf(whole)) await this.finish(id);
    store.show({ writing: store.state.writing + 1 });
    try {
      const at = new Date().toISOString();
      const kept = { ...whole, key: newIdempotencyKey(), at, capture: captureNow() };
      const full = { ...action, ...kept, ...(isUndoable ? { isUndoable } : {}) };
      const hold = ordersOf(whole).flatMap((id) => this.orders.known(id) ?? []);
      const entry = await store.database.add(full, { dropDraft, hold });
      await store.refreshAll();
      void this.#shrinker.ready(entry);
      if (isUndoable) this.#sender.finishLater(entry);
      this.#sender.wake();
      return entry;
    } finally {
      store.show({ writing: store.state.writing - 1 });
    }
  }

  /** The driver went on: what could still be undone of this order is final. */
  async finish(orderId: number): Promise<void> {
    const open = this.#store.state.entries.filter((entry) => isFor(entry, orderId) && entry.isUndoable);
    for (const { seq } of open) await this.#store.database.commit({ amend: { seq, change: withoutUndo } });
    if (open.length === 0) return;
    await this.#store.refreshAll();
    this.#sender.wake();
  }

  /**
   * Takes back an entry that nobody has sent yet, and keeps its draft for the dialog it came from. Resolves to false
   * when its time is over.
   */
  async undo({ seq }: Entry, draft: Draft): Promise<boolean> {
    await this.#store.database.commit({ undo: { seq, draft } });
    await this.#store.refreshAll();
    dropPreview(String(seq));
    return (
      !this.#store.state.entries.some((entry) => entry.seq === seq) && this.#store.state.drafts.has(draftKey(draft))
    );
  }

  /** Takes back what nobody has sent yet; nothing where its time is over. */
  async takeBack({ seq }: Entry): Promise<void> {
    await this.#store.database.commit({ undo: { seq } });
    await this.#store.refreshAll();
    dropPreview(String(seq));
  }

  /** Tries although the browser believes it is offline. */
  tryNow(): void {
    this.#sender.wake({ isAsked: true });
    void this.orders.reload(true);
  }

  async retry({ seq }: Entry): Promise<void> {
    await this.#store.clearRefusals((entry) => entry.seq === seq);
    await this.#store.refreshAll();
    this.#sender.wake({ isAsked: true });
  }

  /** The draft that a dialog left when the page was killed. */
  draftOf<D extends Draft['dialog']>(orderId: number, dialog: D): Extract<Draft, { dialog: D }> | undefined {
    const draft = this.#store.state.drafts.get(draftKey({ orderId, dialog }));
    const isOf = (one: Draft): one is Extract<Draft, { dialog: D }> => one.dialog === dialog;
    return draft && isOf(draft) ? draft : undefined;
  }
  /** Stores what is typed in a dialog, so that the dialog comes back with it. */
  async keepDraft(draft: Draft): Promise<void> {
    await this.#store.database.commit({ draft });
    await this.#store.refreshAll();
  }
  async dropDraft(key: string): Promise<void> {
    await this.#store.database.commit({ dropDraft: key });
    await this.#store.refreshAll();
  }

  /** Gives up a refused entry, and with an item that was never added everything done to it. */
  async discard(entry: Entry): Promise<void> {
    const lost = [entry, ...dependentsOf(entry, this.#store.state.entries)].map(({ seq }) => seq);
    await this.#store.database.commit({ dropEntries: lost });
    await this.#store.refreshAll();
    // The order may have stayed only for this.
    await this.orders.releaseUnused();
    for (const seq of lost) dropPreview(String(seq));
    this.#sender.wake();
    // A deleted order may have stayed open only for this.
    void this.orders.reload();
  }

  async dismissLateUpload(orderId: number): Promise<void> {
    await this.#store.changeNotes(({ handedIn = [], ...notes }) => ({
      ...notes,
      handedIn: handedIn.filter((notice) => notice.orderId !== orderId),
    }));
  }
}

/** One for the page: it keeps sending while other screens are shown. */
export const portal = new Portal();

/** Hears what happens to what this phone sends, for as long as it is shown. */
export function usePortalEvents(hear: (event: PortalEvent) => void): void {
  const listen = useEffectEvent(hear);
  useEffect(() => portal.onEvent((event) => listen(event)), []);
}

export const usePortal = (): PortalState => useSyncExternalStore(portal.subscribe, portal.getState, () => STARTING);

/** An item keeps its key when the server gives it an id, so that nothing jumps. */
export type ShownItem = OrderItem & { key: number };

export interface ShownOrder {
  order: Order;
  items: ShownItem[];
  /** What waits for this order, refused things included. */
  entries: Entry[];
  readAt: string;
  isCodeDead: boolean;
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
    const order = shownOrder(withProof(stored.order), { entries, itemIds }, ({ seq, image }) =>
      previewOf(String(seq), image),
    );
    const keys = new Map([...itemIds].map(([localId, itemId]) => [itemId, localId]));
    return {
      order,
      items: order.items.map((item) => ({ ...item, key: keys.get(item.id) ?? item.id })),
      entries: entries.filter((entry) => isFor(entry, id)),
      readAt: stored.readAt,
      isCodeDead: stored.isCodeDead ?? false,
      changes: stored.changes ?? [],
      isStop: stored.openedBy === 'account' && (notes.myDay?.rows.some((row) => row.id === id) ?? false),
    };
  }, [orders, entries, itemIds, notes.currentId, notes.myDay]);
}
