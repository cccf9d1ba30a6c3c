// The outbox database: opened orders and what waits to be sent, in IndexedDB. Without IndexedDB or free space, entries
// are kept only in this page and `isSafe` is false.

import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from 'idb';
import {
  asRead,
  type Change,
  type Contents,
  changeContents,
  type Draft,
  draftKey,
  emptyContents,
  isNeeded,
  type KeptPicture,
  type Notes,
  orderToKeep,
  SEQ_STEP,
  type StoredOrder,
  seqsFrom,
} from './contents.ts';
import type { Entry, KeptAction } from './entries.ts';

interface PortalSchema extends DBSchema {
  orders: { key: number; value: StoredOrder };
  entries: { key: number; value: KeptAction };
  itemIds: { key: number; value: { localId: number; id: number } };
  pictures: { key: string; value: KeptPicture };
  drafts: { key: string; value: Draft };
  notes: { key: string; value: Notes };
}
type Database = IDBPDatabase<PortalSchema>;
type StoreName = (typeof stores)[number];
/** What is stored in the same step as an action: its order, and its draft's end. */
type With = Pick<Change, 'hold' | 'dropDraft'>;
const NAME = 'quickfleet-driver';
/** 2: pictures. 3: drafts. */
const VERSION = 3;
const NOTES = 'notes';
const stores = ['orders', 'entries', 'itemIds', 'pictures', 'drafts', 'notes'] as const;

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
      if (before < 3) db.createObjectStore('drafts');
    },
    // A newer release in another tab wants to change the tables: this page comes back with that release.
    blocking: () => location.reload(),
  });

/** Resolves once it is on disk: the phone may die in the next second. */
async function addStrictly(db: Database, action: KeptAction, { dropDraft, hold }: With): Promise<number> {
  const tx = db.transaction(['orders', 'entries', 'drafts'], 'readwrite', { durability: 'strict' });
  const [seq] = await Promise.all([
    tx.objectStore('entries').add(action),
    ...(hold ?? []).map((stored) => putIfMissing(tx.objectStore('orders'), stored)),
    dropDraft === undefined ? undefined : tx.objectStore('drafts').delete(dropDraft),
    tx.done,
  ]);
  return seq;
}
async function putIfMissing(
  orders: IDBPObjectStore<PortalSchema, ArrayLike<StoreName>, 'orders', 'readwrite'>,
  stored: StoredOrder,
): Promise<void> {
  const { id } = stored.order;
  if ((await orders.getKey(id)) === undefined) await orders.put(stored, id);
}

async function readDatabase(db: Database): Promise<Omit<Contents, 'isSafe'>> {
  const tx = db.transaction(stores);
  const [orders, seqs, actions, ids, pictures, drafts, notes] = await Promise.all([
    tx.objectStore('orders').getAll(),
    tx.objectStore('entries').getAllKeys(),
    tx.objectStore('entries').getAll(),
    tx.objectStore('itemIds').getAll(),
    tx.objectStore('pictures').getAll(),
    tx.objectStore('drafts').getAll(),
    tx.objectStore('notes').get(NOTES),
  ]);
  return {
    orders: new Map(orders.map((stored) => [stored.order.id, stored])),
    entries: actions.map((action, at): Entry => ({ ...action, seq: seqs[at] ?? 0 })),
    itemIds: new Map(ids.map(({ localId, id }) => [localId, id])),
    pictures: new Map(pictures.map((picture) => [picture.url, picture])),
    drafts: new Map(drafts.map((draft) => [draftKey(draft), draft])),
    notes: notes ?? {},
  };
}

type Writing = IDBPTransaction<PortalSchema, typeof stores, 'readwrite'>;

const readNeeds = (tx: Writing) =>
  Promise.all([
    tx.objectStore('notes').get(NOTES),
    tx.objectStore('entries').getAll(),
    tx.objectStore('drafts').getAll(),
  ]);

async function writeChange(
  tx: Writing,
  {
    order,
    hasOwnItems = false,
    hold,
    acknowledge,
    forgetOrder,
    amend,
    dropEntries = [],
    split,
    undo,
    itemId,
    picture,
    draft,
    dropDraft,
    notes,
  }: Change,
): Promise<void> {
  const [orders, entries, pictures] = [tx.objectStore('orders'), tx.objectStore('entries'), tx.objectStore('pictures')];
  const kept = order && orderToKeep(order, await orders.get(order.order.id), hasOwnItems);
  if (kept) await orders.put(kept, kept.order.id);
  for (const stored of hold ?? []) await putIfMissing(orders, stored);
  const read = acknowledge === undefined ? undefined : await orders.get(acknowledge);
  if (read) await orders.put(asRead(read), read.order.id);
  if (forgetOrder !== undefined && !isNeeded(forgetOrder, ...(await readNeeds(tx)))) {
    await orders.delete(forgetOrder);
    for (const { url, orderId } of await pictures.getAll()) if (orderId === forgetOrder) await pictures.delete(url);
  }
  const amended = amend && (await entries.get(amend.seq));
  if (amend && amended) await entries.put(amend.change(amended), amend.seq);
  for (const seq of dropEntries) await entries.delete(seq);
  if (split && (await entries.getKey(split.seq)) !== undefined) {
    await entries.delete(split.seq);
    for (const [at, seq] of seqsFrom(split.seq, split.into.length).entries()) {
      const action = split.into[at];
      if (action) await entries.put(action, seq);
    }
  }
  // In one step with the check: another tab may be about to send it.
  if (undo && (await entries.get(undo.seq))?.isUndoable) {
    await entries.delete(undo.seq);
    if (undo.draft) await tx.objectStore('drafts').put(undo.draft, draftKey(undo.draft));
  }
  if (itemId) await tx.objectStore('itemIds').put(itemId);
  if (picture) await pictures.put(picture);
  if (draft) await tx.objectStore('drafts').put(draft, draftKey(draft));
  if (dropDraft !== undefined) await tx.objectStore('drafts').delete(dropDraft);
  if (notes) await tx.objectStore('notes').put(notes((await tx.objectStore('notes').get(NOTES)) ?? {}), NOTES);
}

async function changeDatabase(db: Database, changes: readonly Change[]): Promise<void> {
  const tx = db.transaction(stores, 'readwrite');
  const isOver = tx.done.then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    for (const change of changes) await writeChange(tx, change);
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has already ended.
    }
    await isOver;
    throw error;
  }
  const failure = await isOver;
  if (failure) throw failure;
}

/** The part of a change that needs no room. */
const releases = ({ forgetOrder, dropEntries, dropDraft }: Change): Change => ({
  ...(forgetOrder === undefined ? {} : { forgetOrder }),
  ...(dropEntries ? { dropEntries } : {}),
  ...(dropDraft === undefined ? {} : { dropDraft }),
});

export class OutboxDatabase {
  #db: Database | undefined;
  /** Everything, without a database; otherwise only the entries it had no room for. */
  readonly #memory = emptyContents();
  #lastSeq = 0;
  /** Changes that could not be written, in order; they are written with the next one. */
  #unkept: Change[] = [];

  async open(): Promise<void> {
    this.#db = await openDatabase().catch(() => undefined);
  }

  /** Phones close the database of a page that was asleep: it is opened again, once. */
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
    const contents = {
      ...written,
      entries: [...written.entries, ...memory.entries].toSorted((a, b) => a.seq - b.seq),
      isSafe: memory.entries.length === 0,
    };
    for (const change of this.#unkept) changeContents(contents, change);
    return contents;
  }

  /** Stores an action, and in the same step its order, if the phone has none of it, and the end of its draft. */
  async add(action: KeptAction, { dropDraft, hold }: With = {}): Promise<Entry> {
    try {
      if (!this.#db) throw new Error('There is no database');
      const seq = await this.#withDb(this.#db, (db) => addStrictly(db, action, { dropDraft, hold }));
      this.#unkept = this.#unkept.filter(({ draft }) => !draft || draftKey(draft) !== dropDraft);
      this.#lastSeq = Math.max(this.#lastSeq, seq);
      return { ...action, seq };
    } catch {
      // Between the numbers that the database gives, so that the order stays.
      this.#lastSeq = Math.max(this.#lastSeq, await this.#highestStored()) + SEQ_STEP;
      const entry: Entry = { ...action, seq: this.#lastSeq };
      this.#memory.entries.push(entry);
      if (dropDraft !== undefined || hold) await this.commit({ dropDraft, hold });
      return entry;
    }
  }

  /** What an earlier page or another tab has stored; a full database can still be read. */
  async #highestStored(): Promise<number> {
    if (!this.#db) return 0;
    const keys = await this.#withDb(this.#db, (db) => db.getAllKeys('entries')).catch(() => []);
    return Math.max(0, ...keys);
  }

  /**
   * Never rejects: sending does not depend on storing. A change that could not be written is kept in this page and
   * written with the next one.
   */
  async commit(change: Change): Promise<void> {
    changeContents(this.#memory, change);
    if (!this.#db) return;
    const changes = [...this.#unkept, change];
    try {
      await this.#withDb(this.#db, (db) => changeDatabase(db, changes));
      this.#unkept = this.#unkept.filter((known) => !changes.includes(known));
    } catch (error) {
      console.warn('This phone could not store a change', error);
      this.#unkept.push(change);
      // Removing what was sent needs no room, and makes some.
      await this.#withDb(this.#db, (db) => changeDatabase(db, [releases(change)])).catch(() => undefined);
    }
  }

  /** Keeps a small copy of what was sent; a phone without room goes without it. */
  async keepPicture(picture: KeptPicture): Promise<void> {
    if (this.#db) await this.#withDb(this.#db, (db) => changeDatabase(db, [{ picture }])).catch(() => undefined);
    else changeContents(this.#memory, { picture });
  }
}
