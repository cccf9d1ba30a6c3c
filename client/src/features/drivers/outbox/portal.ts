// The open order and everything that waits to be sent, as one thing that the screens watch. One for each page.

import { normaliseAccessCode } from '@quickfleet/shared/access-code';
import type { Order, OrderRow } from '@quickfleet/shared/orders';
import { newIdempotencyKey } from '../../../lib/idempotency.ts';
import { leaveAll, openWithCode, readAgain, readLastOpened, readOwn } from './calls.ts';
import { classifyAnswer, needsNewRight } from './classify-answer.ts';
import { type DriverAction, type Entry, lostWith, type Refusal } from './entries.ts';
import { dropPreview } from './previews.ts';
import { markReturning } from './returning.ts';
import { Sender } from './sender.ts';
import { Shrinker } from './shrink-entry.ts';
import { isExpired, opened, readAnew } from './stored-order.ts';
import { type Contents, type Notes, type StoredOrder, Vault } from './vault.ts';

const CHANNEL = 'quickfleet-driver';

export interface PortalState extends Contents {
  /** The phone's memory has been read. */
  isReady: boolean;
  /** Whether anything is open is known: memory and, if need be, the server were asked. */
  isResolved: boolean;
  isReachable: boolean;
  /** How many things are being written to the phone right now. */
  writing: number;
  retryAt?: number | undefined;
  sending?: { seq: number; progress: number } | undefined;
}
/** Before the phone's memory has been read, and in the page as it is built. */
export const STARTING: PortalState = {
  orders: new Map(),
  entries: [],
  itemIds: new Map(),
  notes: {},
  isSafe: true,
  isReady: false,
  isResolved: false,
  isReachable: true,
  writing: 0,
};
export type PortalEvent =
  | { type: 'sent'; entry: Entry; contents: Contents }
  | { type: 'refused'; entry: Entry; refusal: Refusal };

export class Portal {
  readonly #vault = new Vault();
  readonly #shrinker = new Shrinker(this.#vault);
  readonly #sender: Sender;
  readonly #watchers = new Set<() => void>();
  readonly #hearers = new Set<(event: PortalEvent) => void>();
  #channel: BroadcastChannel | undefined;
  #started: Promise<void> | undefined;
  #resuming: Promise<void> | undefined;
  #state = STARTING;

  constructor() {
    this.#sender = new Sender({
      vault: this.#vault,
      shrinker: this.#shrinker,
      refresh: () => this.#refresh(),
      renew: (stored) => this.#renew(stored),
      reread: readAgain,
      onSending: (sending) => this.#show({ sending }),
      onReach: ({ isReachable, retryAt }) => this.#show({ isReachable, retryAt }),
      onSent: (entry, contents) => {
        this.#tellTabs();
        this.#tell({ type: 'sent', entry, contents });
        if (contents.entries.length === 0) void this.#finishLeaving();
      },
      onRefused: (entry, refusal) => {
        void this.#refreshAll();
        this.#tell({ type: 'refused', entry, refusal });
      },
    });
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  readonly getState = (): PortalState => this.#state;
  /** Hears what was sent and what was refused, for the words on the screen. */
  hear(hearer: (event: PortalEvent) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Reads what this phone holds, and from then on sends whenever it can. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    await this.#vault.open();
    await this.#refresh();
    await this.#closeExpired();
    this.#show({ isReady: true, isReachable: navigator.onLine });
    if ('BroadcastChannel' in window) this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel?.addEventListener('message', () => void this.#refresh());
    window.addEventListener('online', () => this.#back());
    window.addEventListener('offline', () => this.#show({ isReachable: false, retryAt: undefined }));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#back());
    for (const entry of this.#state.entries) void this.#shrinker.ready(entry);
    // Somebody may have signed in since; without the right it is refused again.
    await this.#clearRefusals((entry) => needsNewRight(entry.refusal));
    this.#sender.wake();
  }

  /** After a day's work nothing of a customer stays on the phone, except what still has to be sent. */
  async #closeExpired(): Promise<void> {
    const stored = this.#current();
    if (stored && isExpired(stored) && !this.#isWaitedFor(stored.order.id)) await this.#close();
  }

  #current(): StoredOrder | undefined {
    return this.#state.orders.get(this.#state.notes.currentId ?? 0);
  }
  #isWaitedFor(orderId: number): boolean {
    return this.#state.entries.some((entry) => entry.orderId === orderId);
  }

  #back(): void {
    this.#show({ isReachable: navigator.onLine, retryAt: undefined });
    this.#sender.wake();
    void this.reload();
  }

  /** Brings back what was open: from this phone, else what this browser's session still holds. */
  resume(): Promise<void> {
    this.#resuming ??= this.#resume().finally(() => {
      this.#resuming = undefined;
    });
    return this.#resuming;
  }

  async #resume(): Promise<void> {
    await this.start();
    const { notes } = this.#state;
    if (notes.isLeaving && this.#state.entries.length === 0) await this.#finishLeaving();
    if (notes.currentId !== undefined) {
      this.#show({ isResolved: true });
      return this.reload();
    }
    if (!notes.isLeaving) {
      const order = await readLastOpened().catch(() => null);
      // A code in the address may have opened another one meanwhile.
      if (order && this.#state.notes.currentId === undefined) await this.#open(order, 'code');
    }
    this.#show({ isResolved: true });
  }

  /** Reads the open order from the server again; without a network what the phone holds stays. */
  async reload(): Promise<void> {
    const stored = this.#current();
    if (!stored || !navigator.onLine) return;
    try {
      await this.#vault.commit({ order: readAnew(stored, await readAgain(stored)) });
      this.#show({ isReachable: true });
      if (await this.#clearRefusals((entry) => entry.orderId === stored.order.id && needsNewRight(entry.refusal)))
        this.#sender.wake();
    } catch (error) {
      const answer = classifyAnswer(error);
      if (answer === 'unreachable') this.#show({ isReachable: false });
      const isGone = answer === 'refused' || (answer === 'reopen' && (await this.#renew(stored)) === 'refused');
      const isStillOpen = this.#state.notes.currentId === stored.order.id;
      if (isGone && isStillOpen && !this.#isWaitedFor(stored.order.id)) await this.#close();
    }
    await this.#refreshAll();
  }

  /** Opens an order with its code; `isFromPhone` when only this phone could be asked. Rejects with the server's no. */
  async openWithCode(code: string): Promise<{ order: Order; isFromPhone: boolean }> {
    await this.start();
    try {
      const order = await openWithCode(code.trim().toUpperCase());
      await this.#open(order, 'code');
      return { order, isFromPhone: false };
    } catch (error) {
      const known = [...this.#state.orders.values()].find(
        ({ order }) => order.accessCode === normaliseAccessCode(code),
      );
      if (classifyAnswer(error) !== 'unreachable' || !known) throw error;
      await this.#note({ currentId: known.order.id, isLeaving: false });
      return { order: known.order, isFromPhone: true };
    }
  }

  /** Opens an order of the signed-in driver; without a network as the list showed it. */
  async openOwn(row: OrderRow): Promise<void> {
    try {
      await this.#open(await readOwn(row.id), 'account');
    } catch (error) {
      if (classifyAnswer(error) !== 'unreachable') throw error;
      const known = this.#state.orders.get(row.id)?.order;
      await this.#open(
        known ?? {
          ...row,
          accessCode: null,
          quote: null,
          signatures: [],
          pickupSignature: null,
          deliverySignature: null,
        },
        'account',
      );
    }
  }

  async #open(order: Order, openedBy: StoredOrder['openedBy']): Promise<void> {
    await this.#vault.commit({
      order: opened(order, openedBy),
      notes: { ...this.#state.notes, currentId: order.id, isLeaving: false },
    });
    // The right is back: what stood still for want of it goes on.
    await this.#clearRefusals((entry) => entry.orderId === order.id && needsNewRight(entry.refusal));
    await this.#forgetUnused(order.id);
    await this.#refreshAll();
    this.#sender.wake();
    // Asked for once there is something to keep; phones that refuse still keep it, only less surely.
    void navigator.storage?.persist?.().catch(() => undefined);
  }

  /** 'Access Different Order'. What waits stays on the phone and is still sent. */
  async leave(): Promise<void> {
    await this.#close();
    if (this.#state.entries.length === 0) await this.#finishLeaving();
  }

  async #close(): Promise<void> {
    const stored = this.#current();
    const { currentId: _left, ...notes } = this.#state.notes;
    await this.#vault.commit({ notes: { ...notes, isLeaving: stored?.openedBy === 'code' } });
    await this.#forgetUnused();
    await this.#refreshAll();
  }

  async #finishLeaving(): Promise<void> {
    await this.#forgetUnused();
    if (this.#state.notes.isLeaving && this.#state.notes.currentId === undefined && navigator.onLine) {
      const hasLeft = await leaveAll().then(
        () => true,
        () => false,
      );
      if (hasLeft) await this.#note({ isLeaving: false });
    }
    await this.#refresh();
  }

  /** Customers' addresses stay on a phone only as long as they are needed there. */
  async #forgetUnused(keepId = this.#state.notes.currentId): Promise<void> {
    for (const id of this.#state.orders.keys()) {
      if (id !== keepId && !this.#isWaitedFor(id)) await this.#vault.commit({ forgetOrder: id });
    }
  }

  /** Keeps what the driver did, shows it as done and sends it as soon as that works. */
  async record(orderId: number, action: DriverAction): Promise<Entry> {
    this.#show({ writing: this.#state.writing + 1 });
    try {
      const entry = await this.#vault.add({
        ...action,
        orderId,
        key: newIdempotencyKey(),
        at: new Date().toISOString(),
      });
      await this.#refreshAll();
      void this.#shrinker.ready(entry);
      this.#sender.wake();
      return entry;
    } finally {
      this.#show({ writing: this.#state.writing - 1 });
    }
  }

  tryNow(): void {
    this.#sender.wake();
    void this.reload();
  }

  async retry(orderId: number): Promise<void> {
    await this.#clearRefusals((entry) => entry.orderId === orderId);
    await this.#refreshAll();
    this.#sender.wake();
  }

  /** Gives a refused thing up; an item that was never added takes along what was done to it. */
  async discard(entry: Entry): Promise<void> {
    const lost = lostWith(entry, this.#state.entries).map(({ seq }) => seq);
    await this.#vault.commit({ dropEntries: lost });
    await this.#refreshAll();
    for (const seq of lost) dropPreview(String(seq));
    this.#sender.wake();
  }

  async keepDeliveries(driverId: number, rows: OrderRow[]): Promise<void> {
    await this.#note({ deliveries: { driverId, rows } });
  }

  readonly itemIdOf = (itemId: number): number => this.#state.itemIds.get(itemId) ?? itemId;

  /** Opens an order again whose session has run out, with the code that this phone still knows. */
  async #renew(stored: StoredOrder): Promise<'renewed' | 'refused' | 'unreachable'> {
    if (stored.openedBy === 'account' || !stored.order.accessCode) return 'refused';
    if (isExpired(stored) && !this.#isWaitedFor(stored.order.id)) return 'refused';
    try {
      await this.#vault.commit({ order: readAnew(stored, await openWithCode(stored.order.accessCode)) });
      return 'renewed';
    } catch (error) {
      return ['unreachable', 'later'].includes(classifyAnswer(error)) ? 'unreachable' : 'refused';
    }
  }

  /** Resolves to whether there were any. */
  async #clearRefusals(which: (entry: Entry) => boolean): Promise<boolean> {
    const cleared = this.#state.entries.filter((entry) => entry.refusal && which(entry));
    for (const { seq } of cleared)
      await this.#vault.commit({ amend: { seq, change: ({ refusal: _refusal, ...action }) => action } });
    return cleared.length > 0;
  }

  async #note(notes: Notes): Promise<void> {
    await this.#vault.commit({ notes: { ...this.#state.notes, ...notes } });
    await this.#refreshAll();
  }

  async #refresh(): Promise<Contents> {
    const contents = await this.#vault.read();
    markReturning(contents.notes.currentId !== undefined);
    this.#show(contents);
    return contents;
  }
  async #refreshAll(): Promise<void> {
    await this.#refresh();
    this.#tellTabs();
  }
  #tellTabs(): void {
    this.#channel?.postMessage('changed');
  }
  #tell(event: PortalEvent): void {
    for (const hear of this.#hearers) hear(event);
  }
  #show(changes: Partial<PortalState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const tell of this.#watchers) tell();
  }
}
