// The open order and everything that waits to be sent, as one thing that the screens subscribe to. One for each page.

import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning';
import { newIdempotencyKey } from '../../../../lib/api/idempotency.ts';
import { Deliveries } from './deliveries.ts';
import { OpenOrders } from './open-orders.ts';
import { PlannedDay } from './planned-day.ts';
import { type PortalEvent, PortalStore } from './portal-store.ts';
import { readAgain } from './sending/calls.ts';
import { heldBehind } from './sending/queue.ts';
import { renewRight } from './sending/renew-right.ts';
import { Sender } from './sending/sender.ts';
import { Shrinker } from './sending/shrink-entry.ts';
import { captureNow, measureClock } from './storing/capture.ts';
import type { Draft } from './storing/drafts.ts';
import { type DriverAction, type Entry, needsNewRight } from './storing/entries.ts';
import { dropPreview } from './storing/previews.ts';

const NOT_FOUND = 404;

export class Portal {
  readonly #store = new PortalStore();
  readonly #shrinker = new Shrinker(this.#store.vault);
  readonly #orders = new OpenOrders(this.#store, () => this.#sender.wake());
  readonly #deliveries = new Deliveries(this.#store, (isReachable) => this.#orders.showReach(isReachable));
  readonly #myDay = new PlannedDay(this.#store, (isReachable) => this.#orders.showReach(isReachable));
  readonly #sender: Sender;
  #started: Promise<void> | undefined;

  constructor() {
    const store = this.#store;
    this.#sender = new Sender({
      vault: store.vault,
      shrinker: this.#shrinker,
      refresh: () => store.refresh(),
      renew: (stored) => renewRight(store, stored),
      reread: readAgain,
      onSending: (sending) => store.show({ sending }),
      onReach: ({ isReachable, retryAt }) => store.show({ isReachable, retryAt }),
      onSent: (entry, contents) => {
        store.notifyTabs();
        store.emit({ type: 'sent', entry, contents });
        if (contents.entries.length === 0) void this.#orders.finishLeaving();
      },
      onHandedIn: () => {
        store.notifyTabs();
        // The order as the office has it now, or none.
        void this.#orders.reload();
      },
      onRefused: (entry, refusal) => {
        void store.refreshAll();
        store.emit({ type: 'refused', entry, refusal });
        // Deleted by the office: then the order leaves this phone.
        if (refusal.status === NOT_FOUND) void this.#orders.reload();
      },
    });
  }

  readonly subscribe = this.#store.subscribe;
  readonly getState = this.#store.getState;
  readonly itemIdOf = this.#store.itemIdOf;
  /** What was sent and what was refused, for the words on the screen. */
  onEvent(listener: (event: PortalEvent) => void): () => void {
    return this.#store.onEvent(listener);
  }

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
    await store.vault.open();
    await store.refresh();
    await this.#orders.closeExpired();
    // The driver may have signed in since; without the right it is refused again.
    await store.clearRefusals((entry) => needsNewRight(entry.refusal));
    store.show({ isReady: true, isReachable: navigator.onLine });
    store.openChannel();
    window.addEventListener('online', () => this.#back());
    window.addEventListener('offline', () => store.show({ isReachable: false, retryAt: undefined }));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#back());
    for (const entry of store.state.entries) void this.#shrinker.ready(entry);
    this.#sender.wake();
    void measureClock();
  }

  #back(): void {
    void measureClock();
    this.#store.show({ isReachable: navigator.onLine, retryAt: undefined });
    this.#sender.wake();
    void this.#orders.reload();
  }

  async resume(): Promise<void> {
    await this.start();
    await this.#orders.resume();
  }
  async openWithCode(code: string): Promise<{ order: Order; isFromPhone: boolean }> {
    await this.start();
    return this.#orders.openWithCode(code);
  }
  openOwn(row: OrderRow): Promise<void> {
    return this.#orders.openOwn(row);
  }
  openHeld(orderId: number): Promise<void> {
    return this.#orders.openHeld(orderId);
  }
  forget(orderId: number): Promise<void> {
    return this.#orders.forget(orderId);
  }
  /** Reads the open order again, if the network allows it. */
  reload(): Promise<void> {
    return this.#orders.reload();
  }
  /** The driver has read what the office changed. */
  async acknowledgeChanges(orderId: number): Promise<void> {
    await this.#store.vault.commit({ acknowledge: orderId });
    await this.#store.refreshAll();
  }
  leave(): Promise<void> {
    return this.#orders.leave();
  }
  async readDeliveries(driverId: number): Promise<OrderRow[]> {
    await this.start();
    return this.#deliveries.read(driverId);
  }
  async readDay(driverId: number): Promise<DriverDay> {
    await this.start();
    return this.#myDay.read(driverId);
  }
  /** `at` by the phone's clock; undefined takes it back. */
  markDay(driverId: number, what: 'startedAt' | 'endedAt', at: string | undefined): Promise<void> {
    return this.#myDay.mark(driverId, what, at);
  }
  /** Keeps how many parcels of an order were scanned; those of orders that left the phone are dropped. */
  countParcels(orderId: number, stage: 'pickup' | 'delivery', count: number): Promise<void> {
    const { orders } = this.#store.state;
    return this.#store.changeNotes((notes) => {
      const present = Object.entries(notes.scans ?? {}).filter(([id]) => orders.has(Number(id)));
      const scans = Object.fromEntries(present);
      return { ...notes, scans: { ...scans, [orderId]: { ...scans[orderId], [stage]: count } } };
    });
  }
  /** Removes a signed-in driver's lists from the phone after sign-out. */
  async forgetDriver(): Promise<void> {
    await this.start();
    const { deliveries, myDay } = this.#store.state.notes;
    // In one step, so that lists read for the next driver are not dropped.
    if (deliveries ?? myDay)
      await this.#store.changeNotes((notes) => ({ ...notes, deliveries: undefined, myDay: undefined }));
  }

  /** Keeps what the driver did, shows it as done and sends it as soon as that works. */
  async record(orderId: number, action: DriverAction, dropDraft?: string): Promise<Entry> {
    const store = this.#store;
    store.show({ writing: store.state.writing + 1 });
    try {
      const at = new Date().toISOString();
      const kept = { orderId, key: newIdempotencyKey(), at, capture: captureNow() };
      const entry = await store.vault.add({ ...action, ...kept }, dropDraft);
      await store.refreshAll();
      void this.#shrinker.ready(entry);
      this.#sender.wake();
      return entry;
    } finally {
      store.show({ writing: store.state.writing - 1 });
    }
  }

  /** Tries although the browser believes it is offline. */
  tryNow(): void {
    this.#sender.wake({ isAsked: true });
    void this.#orders.reload(true);
  }

  /** Sends what was refused once more. */
  async retry({ seq }: Entry): Promise<void> {
    await this.#store.clearRefusals((entry) => entry.seq === seq);
    await this.#store.refreshAll();
    this.#sender.wake({ isAsked: true });
  }

  /** Stores what is typed in a dialog, so that the dialog comes back with it. */
  async keepDraft(draft: Draft): Promise<void> {
    await this.#store.vault.commit({ draft });
    await this.#store.refreshAll();
  }
  async dropDraft(key: string): Promise<void> {
    await this.#store.vault.commit({ dropDraft: key });
    await this.#store.refreshAll();
  }

  /** Gives up a refused entry, and with an item that was never added everything done to it. */
  async discard(entry: Entry): Promise<void> {
    const lost = [entry, ...heldBehind(entry, this.#store.state.entries)].map(({ seq }) => seq);
    await this.#store.vault.commit({ dropEntries: lost });
    await this.#store.refreshAll();
    // The order may have stayed only for this.
    await this.#orders.releaseUnused();
    for (const seq of lost) dropPreview(String(seq));
    this.#sender.wake();
    // A deleted order may have stayed open only for this.
    void this.#orders.reload();
  }

  /** The driver has read the notice about late uploads. */
  async dismissHandedIn(orderId: number): Promise<void> {
    await this.#store.changeNotes(({ handedIn = [], ...notes }) => ({
      ...notes,
      handedIn: handedIn.filter((notice) => notice.orderId !== orderId),
    }));
  }
}
