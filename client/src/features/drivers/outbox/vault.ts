// The phone's own memory: opened orders and what waits to be sent, in IndexedDB. Where the browser has none, or no room
// left, things are kept in this page alone and `isSafe` says so.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import {
  type Change,
  type Contents,
  changeContents,
  emptyContents,
  isCurrent,
  type KeptPicture,
  type Notes,
  type StoredOrder,
} from './contents.ts';
import type { Entry, KeptAction } from './entries.ts';

interface PortalSchema extends DBSchema {
  orders: { key: number; value: StoredOrder };
  entries: { key: number; value: KeptAction };
  itemIds: { key: number; value: { localId: number; id: number } };
  pictures: { key: string; value: KeptPicture };
  notes: { key: string; value: Notes };
}
type Database = IDBPDatabase<PortalSchema>;
const NAME = 'quickfleet-driver';
/** 2: pictures. */
const VERSION = 2;
const NOTES = 'notes';
const stores = ['orders', 'entries', 'itemIds', 'pictures', 'notes'] as const;
/** Between two numbers of the database there is room for ten thousand entries. */
const SEQ_STEP = 0.0001;

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

const openDatabase = async (): Promise<Database> =>
  openDB<PortalSchema>(NAME, VERSION, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('orders');
        db.createObjectStore('entries', { autoIncrement: true });
        db.createObjectStore('itemIds', { keyPath: 'localId' });
        db.createObjectStore('notes');
      }
      if (before < 2) db.createObjectStore('pictures', { keyPath: 'url' });
    },
    // A newer release in another tab wants to change the tables: this page comes back with that release.
    blocking: () => location.reload(),
  });

/** Resolves once it is on the disk itself: a phone may be dropped or run empty in the next second. */
async function addStrictly(db: Database, action: KeptAction): Promise<number> {
  const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
  const [seq] = await Promise.all([tx.store.add(action), tx.done]);
  return seq;
}

async function readDatabase(db: Database): Promise<Omit<Contents, 'isSafe'>> {
  const tx = db.transaction(stores);
  const [orders, seqs, actions, ids, pictures, notes] = await Promise.all([
    tx.objectStore('orders').getAll(),
    tx.objectStore('entries').getAllKeys(),
    tx.objectStore('entries').getAll(),
    tx.objectStore('itemIds').getAll(),
    tx.objectStore('pictures').getAll(),
    tx.objectStore('notes').get(NOTES),
  ]);
  return {
    orders: new Map(orders.map((stored) => [stored.order.id, stored])),
    entries: actions.map((action, at): Entry => ({ ...action, seq: seqs[at] ?? 0 })),
    itemIds: new Map(ids.map(({ localId, id }) => [localId, id])),
    pictures: new Map(pictures.map((picture) => [picture.url, picture])),
    notes: notes ?? {},
  };
}

async function changeDatabase(
  db: Database,
  { order, forgetOrder, amend, dropEntries = [], itemId, picture, notes }: Change,
): Promise<void> {
  const tx = db.transaction(stores, 'readwrite');
  const [orders, entries, pictures] = [tx.objectStore('orders'), tx.objectStore('entries'), tx.objectStore('pictures')];
  if (order && isCurrent(order, await orders.get(order.order.id))) void orders.put(order, order.order.id);
  // Another tab may have kept something for it a moment ago.
  if (forgetOrder !== undefined && !(await entries.getAll()).some(({ orderId }) => orderId === forgetOrder)) {
    void orders.delete(forgetOrder);
    for (const { url, orderId } of await pictures.getAll()) if (orderId === forgetOrder) void pictures.delete(url);
  }
  const amended = amend && (await entries.get(amend.seq));
  if (amend && amended) void entries.put(amend.change(amended), amend.seq);
  for (const seq of dropEntries) void entries.delete(seq);
  if (itemId) void tx.objectStore('itemIds').put(itemId);
  if (picture) void pictures.put(picture);
  if (notes) void tx.objectStore('notes').put(notes((await tx.objectStore('notes').get(NOTES)) ?? {}), NOTES);
  await tx.done;
}

export class Vault {
  #db: Database | undefined;
  /** Everything, without a database; else only the entries that it had no room for. */
  readonly #memory = emptyContents();
  #lastSeq = 0;
  /** What the database had no room for; the next change that it takes puts it there. */
  #unkeptNotes: Notes | undefined;

  async open(): Promise<void> {
    this.#db = await openDatabase().catch(() => undefined);
  }

  /** Phones drop the connection to the database of a page that was asleep: it is opened again, once. */
  async #withDb<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await work(db);
    } catch (error) {
      if (!(error instanceof DOMException) || isFull(error)) throw error;
      await this.open();
      if (!this.#db) throw error;
      return work(this.#db);
    }
  }

  async read(): Promise<Contents> {
    const memory = this.#memory;
    if (!this.#db) return { ...memory, entries: [...memory.entries] };
    const written = await this.#withDb(this.#db, readDatabase);
    return {
      ...written,
      notes: this.#unkeptNotes ?? written.notes,
      entries: [...written.entries, ...memory.entries].toSorted((a, b) => a.seq - b.seq),
      isSafe: memory.entries.length === 0,
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
    changeContents(this.#memory, change);
    if (!this.#db) return;
    const { notes: changeNotes, ...rest } = change;
    const unkept = this.#unkeptNotes;
    const notes = changeNotes && ((known: Notes) => changeNotes(unkept ?? known));
    try {
      await this.#withDb(this.#db, (db) => changeDatabase(db, notes ? { ...rest, notes } : rest));
      if (notes) this.#unkeptNotes = undefined;
    } catch (error) {
      // A day that was read is shown although this phone has no room to keep it.
      if (!isFull(error) || !notes || Object.keys(rest).length > 0) throw error;
      this.#unkeptNotes = notes((await this.read()).notes);
    }
  }

  /** Keeps a small copy of what was sent; a phone without room goes without it. */
  async keepPicture(picture: KeptPicture): Promise<void> {
    await this.commit({ picture }).catch(() => undefined);
  }
}
