// Which order is open on this phone and which others it stores: opened, read again, left, and removed when not needed.

import { normaliseAccessCode } from '@quickfleet/shared/delivery/orders/access-code';
import type { Order, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { keepPlacePhotos } from './place-photos.ts';
import type { PortalStore } from './portal-store.ts';
import {
  classifyAnswer,
  leaveAll,
  openWithCode,
  readAgain,
  readLastOpened,
  readOwn,
  refusalOf,
} from './sending/calls.ts';
import { isOpenIn, type Notes, type StoredOrder } from './storing/contents.ts';
import { holdsEvidence, isFor, needsNewRight, type Refusal } from './storing/entries.ts';
import { fromRow, hasItemChanges, isExpired, isKept, opened, refreshed, withAnswer } from './storing/stored-order.ts';

interface Renewal {
  how: 'renewed' | 'code refused' | 'no code' | 'unreachable';
  refusal?: Refusal;
}

/** After the session has expired, opens an order again with the code that this phone still knows. */
export async function renewRight(store: PortalStore, stored: StoredOrder): Promise<Renewal> {
  const { accessCode, id } = stored.order;
  if (stored.openedBy === 'account' || !accessCode) return { how: 'no code' };
  if (isExpired(stored) && !store.isWaitedFor(id)) return { how: 'no code' };
  try {
    const order = await openWithCode(accessCode);
    await store.database.commit({
      order: { ...refreshed(stored, order), isCodeDead: false },
      hasOwnItems: hasItemChanges(store.state.entries, id),
    });
    return { how: 'renewed' };
  } catch (error) {
    if (['unreachable', 'later'].includes(classifyAnswer(error))) return { how: 'unreachable' };
    await store.database.commit({ order: { ...stored, isCodeDead: true } });
    return { how: 'code refused', refusal: refusalOf(error) };
  }
}

/** The stop stays while the order that is opened is one of it. */
const stopOf = (notes: Notes, orderId: number) => (notes.stop?.orderIds.includes(orderId) ? notes.stop : undefined);

/** How soon the server is asked again while nothing waits to be sent. */
const PROBE_MS = 10_000;

export class OpenOrders {
  readonly #store: PortalStore;
  readonly #wake: () => void;
  #resuming: Promise<void> | undefined;
  #probe: ReturnType<typeof setTimeout> | undefined;

  constructor(store: PortalStore, wake: () => void) {
    this.#store = store;
    this.#wake = wake;
  }

  get current(): StoredOrder | undefined {
    const { orders, notes } = this.#store.state;
    return orders.get(notes.currentId ?? 0);
  }

  /** Shows whether the server answers; while it does not, it is asked again automatically. */
  showReach(isReachable: boolean): void {
    clearTimeout(this.#probe);
    this.#store.show({ isReachable });
    if (!isReachable) this.#probe = setTimeout(() => void this.#ask(), PROBE_MS);
  }
  #ask(): Promise<void> {
    if (this.current) return this.reload(true);
    return this.#store.state.notes.isLeaving ? this.finishLeaving(true) : this.#readLast();
  }

  /** Brings back what was open: from this phone, else what this browser's session still holds. */
  resume(): Promise<void> {
    this.#resuming ??= this.#resume().finally(() => {
      this.#resuming = undefined;
    });
    return this.#resuming;
  }
  async #resume(): Promise<void> {
    const { notes, entries } = this.#store.state;
    if (notes.isLeaving && entries.length === 0) await this.finishLeaving();
    if (notes.currentId !== undefined) {
      this.#store.show({ isResolved: true });
      return this.reload();
    }
    if (!notes.isLeaving) await this.#readLast();
    this.#store.show({ isResolved: true });
  }

  async #readLast(): Promise<void> {
    try {
      const order = await readLastOpened();
      this.showReach(true);
      // A code in the address may have opened another order in the meantime.
      if (order && this.#store.state.notes.currentId === undefined) await this.#open(order, 'code');
    } catch (error) {
      if (classifyAnswer(error) === 'unreachable') this.showReach(false);
    }
  }

  /** Reads the open order from the server again; without a network what the phone holds stays. */
  async reload(isAsked = false): Promise<void> {
    const stored = this.current;
    if (!stored || !(navigator.onLine || isAsked)) return;
    try {
      const order = await readAgain(stored);
      const hasOwnItems = hasItemChanges(this.#store.state.entries, order.id);
      await this.#store.database.commit({ order: refreshed(stored, order), hasOwnItems });
      this.showReach(true);
      await this.#goOn(stored.order.id);
      const beside = this.#store.state.notes.stop?.orderIds.filter((id) => id !== order.id) ?? [];
      await Promise.all(beside.map((id) => this.#readBeside(id)));
    } catch (error) {
      const answer = classifyAnswer(error);
      if (answer === 'unreachable') this.showReach(false);
      const renewal = answer === 'reopen' ? (await renewRight(this.#store, stored)).how : undefined;
      if (renewal === 'renewed') await this.#goOn(stored.order.id);
      const isGone = answer === 'refused' || renewal === 'code refused' || renewal === 'no code';
      const { entries, drafts } = this.#store.state;
      const hasEvidence =
        entries.some((entry) => isFor(entry, stored.order.id) && holdsEvidence(entry)) ||
        [...drafts.values()].some((draft) => isFor(draft, stored.order.id));
      if (isGone && !hasEvidence && this.current?.order.id === stored.order.id) {
        await this.#close();
        this.#store.emit({ type: 'closed', order: stored.order });
      }
    }
    await this.#store.refreshAll();
    void keepPlacePhotos(this.#store);
  }

  /** The right is back: what waited for it is sent. */
  async #goOn(orderId: number): Promise<void> {
    if (await this.#store.clearRefusals((entry) => isFor(entry, orderId) && needsNewRight(entry.refusal))) this.#wake();
  }

  /** Opens an order with its code; `isFromPhone` when only this phone could be asked. Rejects with the server's no. */
  async openWithCode(code: string): Promise<{ order: Order; isFromPhone: boolean }> {
    try {
      const order = await openWithCode(normaliseAccessCode(code));
      await this.#open(order, 'code');
      return { order, isFromPhone: false };
    } catch (error) {
      const known = [...this.#store.state.orders.values()].find(
        ({ order, isCodeDead }) => !isCodeDead && order.accessCode === normaliseAccessCode(code),
      );
      const isAway = classifyAnswer(error) === 'unreachable';
      if (isAway) this.showReach(false);
      if (!isAway || !known) throw error;
      await this.openHeld(known.order.id);
      return { order: known.order, isFromPhone: true };
    }
  }

  /** Opens an order of the signed-in driver; without a network as the list showed it. */
  async openOwn(row: OrderRow): Promise<void> {
    try {
      await this.#open(await readOwn(row.id), 'account');
    } catch (error) {
      if (classifyAnswer(error) !== 'unreachable') throw error;
      await this.#open(this.#store.state.orders.get(row.id)?.order ?? fromRow(row), 'account');
    }
  }

  /**
   * An order as this page knows it: stored with what is done about it, which can be sent although nobody opened the
   * order, or the phone has just been cleared of it.
   */
  known(orderId: number): StoredOrder | undefined {
    const { orders, notes } = this.#store.state;
    const row = notes.myDay?.rows.find(({ id }) => id === orderId);
    return orders.get(orderId) ?? (row && opened(fromRow(row), 'account'));
  }

  /**
   * The orders of the stop that is open: kept in full for as long as it is, so that what the strictest of them asks for
   * is known, with those of before as they were read last.
   */
  async keepStop(orderIds: readonly number[]): Promise<void> {
    await this.#store.changeNotes((notes) => {
      if (notes.currentId === undefined || !orderIds.includes(notes.currentId)) return notes;
      return { ...notes, stop: { orderIds, leftOut: notes.stop?.leftOut ?? [] } };
    });
    await Promise.all(orderIds.filter((id) => id !== this.current?.order.id).map((id) => this.#readBeside(id)));
    await this.releaseUnused();
  }
  async #readBeside(id: number): Promise<void> {
    try {
      const order = await readOwn(id);
      if (!isOpenIn(this.#store.state.notes, id)) return;
      const known = this.#store.state.orders.get(id);
      await this.#store.database.commit({
        order: known ? refreshed(known, order) : opened(order, 'account'),
        hasOwnItems: hasItemChanges(this.#store.state.entries, id),
        notes: (notes) => withAnswer(notes, order),
      });
    } catch (error) {
      if (classifyAnswer(error) === 'unreachable') this.showReach(false);
    }
  }
  /** Leaves an order out of what is done at the stop, or takes it in again. */
  leaveOut(orderId: number, isOut: boolean): Promise<void> {
    const change = (notes: Notes): Notes => {
      if (!notes.stop) return notes;
      const others = notes.stop.leftOut.filter((id) => id !== orderId);
      return { ...notes, stop: { ...notes.stop, leftOut: isOut ? [...others, orderId] : others } };
    };
    // Shown before it is written: the next tap may be the signature.
    this.#store.show({ notes: change(this.#store.state.notes) });
    return this.#store.changeNotes(change);
  }

  /** Opens an order that lies on this phone, and brings it up to date as soon as that works. */
  async openHeld(orderId: number): Promise<void> {
    await this.#store.changeNotes((notes) => ({
      ...notes,
      currentId: orderId,
      isLeaving: false,
      stop: stopOf(notes, orderId),
    }));
    void this.reload();
  }

  async #open(order: Order, openedBy: StoredOrder['openedBy']): Promise<void> {
    await this.#store.database.commit({
      order: opened(order, openedBy),
      hasOwnItems: hasItemChanges(this.#store.state.entries, order.id),
      notes: (notes) => ({ ...notes, currentId: order.id, isLeaving: false, stop: stopOf(notes, order.id) }),
    });
    await this.#store.refresh();
    await this.#store.clearRefusals((entry) => isFor(entry, order.id) && needsNewRight(entry.refusal));
    await this.releaseUnused();
    this.#wake();
    // Asks the browser not to evict the data; a phone that refuses still keeps it, only less surely.
    void navigator.storage?.persist?.().catch(() => undefined);
  }

  /** 'Access Different Order'. What waits stays on the phone and is still sent. */
  async leave(): Promise<void> {
    await this.#close();
    if (this.#store.state.entries.length === 0) await this.finishLeaving();
  }

  async #close(): Promise<void> {
    const isLeaving = this.current?.openedBy === 'code';
    await this.#store.changeNotes((notes) => ({ ...notes, currentId: undefined, stop: undefined, isLeaving }));
    await this.releaseUnused();
  }

  /** Ends the session of every code once nothing waits; without a network it is tried again until it works. */
  async finishLeaving(isAsked = false): Promise<void> {
    await this.releaseUnused();
    const { notes } = this.#store.state;
    if (!notes.isLeaving || notes.currentId !== undefined || !(navigator.onLine || isAsked)) return;
    try {
      await leaveAll();
      this.showReach(true);
      await this.#store.changeNotes((known) => ({ ...known, isLeaving: false }));
    } catch (error) {
      if (classifyAnswer(error) === 'unreachable') this.showReach(false);
    }
  }

  /** After a day's work nothing of a customer stays on the phone, except what still has to be sent. */
  async closeExpired(): Promise<void> {
    const stored = this.current;
    if (stored && isExpired(stored) && !this.#store.isWaitedFor(stored.order.id)) await this.#close();
    else await this.releaseUnused();
  }

  async forget(orderId: number): Promise<void> {
    if (!this.#store.isWaitedFor(orderId)) await this.#store.database.commit({ forgetOrder: orderId });
    await this.#store.refreshAll();
  }

  /** Customers' addresses stay on a phone only as long as they are needed there. */
  async releaseUnused(): Promise<void> {
    const { orders, notes } = this.#store.state;
    for (const [id, stored] of orders) {
      if (!isOpenIn(notes, id) && !isKept(stored) && !this.#store.isWaitedFor(id))
        await this.#store.database.commit({ forgetOrder: id });
    }
    await this.#store.refreshAll();
    void keepPlacePhotos(this.#store);
  }
}
