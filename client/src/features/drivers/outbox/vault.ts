// The phone's own memory: opened orders and what waits to be sent, in IndexedDB. Where the browser has none, or no room
// left, things are kept in this page alone and `isSafe` says so.

import type { Order, OrderRow } from '@quickfleet/shared/orders';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry, KeptAction } from './entries.ts';

export interface StoredOrder {
  order: Order;
  openedBy: 'code' | 'account';
  /** When it was opened here, which its right counts from. */
  openedAt: string;
  /** When the server last told of it. */
  readAt: string;
}
export interface Notes {
  /** The order that is open; kept so that a reload comes back to it. */
  currentId?: number;
  /** It was left without a network: the server still has to be told. */
  isLeaving?: boolean;
  /** A signed-in driver's list, as last read. */
  deliveries?: { driverId: number; rows: OrderRow[] };
}
export interface Contents {
  orders: Map<number, StoredOrder>;
  /** In the order in which things happened. */
  entries: Entry[];
  /** The server's id of an item that was added on this phone. */
  itemIds: Map<number, number>;
  notes: Notes;
  isSafe: boolean;
}
/** What is written together or not at all. */
export interface Change {
  order?: StoredOrder;
  forgetOrder?: number;
  /** Changes an entry as it stands by then; never brings one back. */
  amend?: { seq: number; change: (action: KeptAction) => KeptAction };
  dropEntries?: readonly number[];
  itemId?: { localId: number; id: number };
  notes?: Notes;
}

interface PortalSchema extends DBSchema {
  orders: { key: number; value: StoredOrder };
  entries: { key: number; value: KeptAction };
  itemIds: { key: number; value: { localId: number; id: number } };
  notes: { key: string; value: Notes };
}
const NAME = 'quickfleet-driver';
const VERSION = 1;
const NOTES = 'notes';
/** Between two numbers of the database there is room for ten thousand entries. */
const SEQ_STEP = 0.0001;

/** A repeated call is answered as the first one was: such an answer may be older than what is known by now. */
const isCurrent = (next: StoredOrder, known: StoredOrder | undefined): boolean =>
  !known || next.order.version >= known.order.version;
const emptyContents = (): Contents => ({
  orders: new Map(),
  entries: [],
  itemIds: new Map(),
  notes: {},
  isSafe: false,
});

function changeMemory(memory: Contents, { order, forgetOrder, amend, dropEntries = [], itemId, notes }: Change): void {
  if (order && isCurrent(order, memory.orders.get(order.order.id))) memory.orders.set(order.order.id, order);
  if (forgetOrder !== undefined) memory.orders.delete(forgetOrder);
  if (amend)
    memory.entries = memory.entries.map((known) =>
      known.seq === amend.seq ? { ...amend.change(known), seq: known.seq } : known,
    );
  memory.entries = memory.entries.filter(({ seq }) => !dropEntries.includes(seq));
  if (itemId) memory.itemIds.set(itemId.localId, itemId.id);
  if (notes) memory.notes = notes;
}

/** Resolves once it is on the disk itself: a phone may be dropped or run empty in the next second. */
async function addStrictly(db: IDBPDatabase<PortalSchema>, action: KeptAction): Promise<number> {
  const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
  const [seq] = await Promise.all([tx.store.add(action), tx.done]);
  return seq;
}

export class Vault {
  #db: IDBPDatabase<PortalSchema> | undefined;
  /** Everything, without a database; else only the entries that it had no room for. */
  readonly #memory = emptyContents();
  #lastSeq = 0;

  async open(): Promise<void> {
    try {
      this.#db = await openDB<PortalSchema>(NAME, VERSION, {
        upgrade(db) {
          db.createObjectStore('orders');
          db.createObjectStore('entries', { autoIncrement: true });
          db.createObjectStore('itemIds', { keyPath: 'localId' });
          db.createObjectStore('notes');
        },
        // A newer release in another tab wants to change the tables: this page comes back with that release.
        blocking: () => location.reload(),
      });
    } catch {
      this.#db = undefined;
    }
  }

  /** Phones drop the connection to the database of a page that was asleep: it is opened again, once. */
  async #withDb<T>(db: IDBPDatabase<PortalSchema>, work: (db: IDBPDatabase<PortalSchema>) => Promise<T>): Promise<T> {
    try {
      return await work(db);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name === 'QuotaExceededError') throw error;
      await this.open();
      if (!this.#db) throw error;
      return work(this.#db);
    }
  }

  async read(): Promise<Contents> {
    const memory = this.#memory;
    if (!this.#db) return { ...memory, entries: [...memory.entries] };
    return this.#withDb(this.#db, (db) => this.#readDb(db));
  }

  async #readDb(db: IDBPDatabase<PortalSchema>): Promise<Contents> {
    const tx = db.transaction(['orders', 'entries', 'itemIds', 'notes']);
    const [orders, seqs, actions, ids, notes] = await Promise.all([
      tx.objectStore('orders').getAll(),
      tx.objectStore('entries').getAllKeys(),
      tx.objectStore('entries').getAll(),
      tx.objectStore('itemIds').getAll(),
      tx.objectStore('notes').get(NOTES),
    ]);
    const written = actions.map((action, at): Entry => ({ ...action, seq: seqs[at] ?? 0 }));
    return {
      orders: new Map(orders.map((stored) => [stored.order.id, stored])),
      entries: [...written, ...this.#memory.entries].toSorted((a, b) => a.seq - b.seq),
      itemIds: new Map(ids.map(({ localId, id }) => [localId, id])),
      notes: notes ?? {},
      isSafe: this.#memory.entries.length === 0,
    };
  }

  async add(action: KeptAction): Promise<Entry> {
    try {
      if (!this.#db) throw new Error('There is no database');
      const seq = await this.#withDb(this.#db, (db) => addStrictly(db, action));
      this.#lastSeq = Math.max(this.#lastSeq, seq);
      return { ...action, seq };
    } catch {
      // Between the numbers that the database gives, so that the order stays.
      this.#lastSeq = Math.max(this.#lastSeq, await this.#highestStored()) + SEQ_STEP;
      const entry: Entry = { ...action, seq: this.#lastSeq };
      this.#memory.entries.push(entry);
      return entry;
    }
  }

  /** What an earlier page or another tab has stored; a full database can still be read. */
  async #highestStored(): Promise<number> {
    if (!this.#db) return 0;
    const keys = await this.#withDb(this.#db, (db) => db.getAllKeys('entries')).catch(() => []);
    return Math.max(0, ...keys);
  }

  async commit(change: Change): Promise<void> {
    changeMemory(this.#memory, change);
    if (this.#db) await this.#withDb(this.#db, (db) => this.#commitDb(db, change));
  }

  async #commitDb(db: IDBPDatabase<PortalSchema>, change: Change): Promise<void> {
    const { order, forgetOrder, amend, dropEntries = [], itemId, notes } = change;
    const tx = db.transaction(['orders', 'entries', 'itemIds', 'notes'], 'readwrite');
    const [orders, entries] = [tx.objectStore('orders'), tx.objectStore('entries')];
    if (order && isCurrent(order, await orders.get(order.order.id))) void orders.put(order, order.order.id);
    // Another tab may have kept something for it a moment ago.
    if (forgetOrder !== undefined && !(await entries.getAll()).some(({ orderId }) => orderId === forgetOrder))
      void orders.delete(forgetOrder);
    const amended = amend && (await entries.get(amend.seq));
    if (amend && amended) void entries.put(amend.change(amended), amend.seq);
    for (const seq of dropEntries) void entries.delete(seq);
    if (itemId) void tx.objectStore('itemIds').put(itemId);
    if (notes) void tx.objectStore('notes').put(notes, NOTES);
    await tx.done;
  }
}
