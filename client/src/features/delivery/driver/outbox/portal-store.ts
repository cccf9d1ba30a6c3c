// The state of the portal: what the phone stores, and whether the server answers. Screens and other tabs follow it.

import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { type Contents, emptyContents, type Notes } from './storing/contents.ts';
import { OutboxDatabase } from './storing/database.ts';
import { type Entry, isFor, type Refusal, withoutRefusal } from './storing/entries.ts';

// Reading the database takes a moment. This flag in localStorage decides immediately whether the code card is shown
// while it is read (public/before-paint.js reads the same key).
const KEY = 'quickfleet-driver-open';

export function hasOpenOrderFlag(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function setOpenOrderFlag(isOpen: boolean): void {
  try {
    if (isOpen) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the code card shows for a moment.
  }
}

const CHANNEL = 'quickfleet-driver';

export interface PortalState extends Contents {
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
  ...emptyContents(),
  isSafe: true,
  isReady: false,
  isResolved: false,
  isReachable: true,
  writing: 0,
};
export type PortalEvent =
  /** It can no longer be undone, and is sent from now on. */
  | { type: 'final'; entry: Entry }
  | { type: 'sent'; entry: Entry; contents: Contents }
  | { type: 'refused'; entry: Entry; refusal: Refusal }
  /** The order is no longer this driver's, and was removed from the phone. */
  | { type: 'closed'; order: Order };

export class PortalStore {
  readonly database = new OutboxDatabase();
  readonly #subscribers = new Set<() => void>();
  readonly #listeners = new Set<(event: PortalEvent) => void>();
  #channel: BroadcastChannel | undefined;
  #state = STARTING;

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };
  readonly getState = (): PortalState => this.#state;
  get state(): PortalState {
    return this.#state;
  }
  show(changes: Partial<PortalState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const notify of this.#subscribers) notify();
  }

  readonly onEvent = (listener: (event: PortalEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  emit(event: PortalEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  openChannel(): void {
    if (!('BroadcastChannel' in window)) return;
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.addEventListener('message', () => void this.refresh());
  }
  notifyTabs(): void {
    this.#channel?.postMessage('changed');
  }

  async refresh(): Promise<Contents> {
    const contents = await this.database.read();
    setOpenOrderFlag(contents.notes.currentId !== undefined);
    this.show(contents);
    return contents;
  }
  async refreshAll(): Promise<void> {
    await this.refresh();
    this.notifyTabs();
  }
  async changeNotes(change: (known: Notes) => Notes): Promise<void> {
    await this.database.commit({ notes: change });
    await this.refreshAll();
  }

  isWaitedFor(orderId: number): boolean {
    return [...this.#state.entries, ...this.#state.drafts.values()].some((kept) => isFor(kept, orderId));
  }
  readonly itemIdOf = (itemId: number): number => this.#state.itemIds.get(itemId) ?? itemId;

  /** Resolves to whether there were any. */
  async clearRefusals(which: (entry: Entry) => boolean): Promise<boolean> {
    const cleared = this.#state.entries.filter((entry) => entry.refusal && which(entry));
    for (const { seq } of cleared) await this.database.commit({ amend: { seq, change: withoutRefusal } });
    return cleared.length > 0;
  }
}
