import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderRow } from '../../../../../../test/rows.ts';
import type { Change, SignatureDraft, StoredOrder } from './contents.ts';
import { OutboxDatabase } from './database.ts';
import type { KeptAction } from './entries.ts';
import { fromRow } from './stored-order.ts';

let made = 0;
const moved = (orderId = 7): KeptAction => ({
  kind: 'status',
  status: 'in_transit',
  orderId,
  key: `key-${++made}`,
  at: '2026-03-01T10:00:00.000Z',
});
const openVault = async (): Promise<OutboxDatabase> => {
  const database = new OutboxDatabase();
  await database.open();
  return database;
};
/** The phone has no room left: nothing more can be written, everything can still be read. */
const fillStorage = () =>
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => vi.restoreAllMocks());

describe('the order in which things happened', () => {
  it('P36 continues after what is stored when the page is loaded again with full storage', async () => {
    const before = await openVault();
    const first = await before.add(moved());
    const second = await before.add(moved());

    fillStorage();
    const after = await openVault();
    const third = await after.add(moved());
    const fourth = await after.add(moved());
    const { entries, isSafe } = await after.read();
    expect(entries.map(({ key }) => key)).toEqual([first, second, third, fourth].map(({ key }) => key));
    expect(isSafe).toBe(false);
  });

  it('P36 continues after what another tab stored in between', async () => {
    const [one, other] = [await openVault(), await openVault()];
    const first = await one.add(moved());
    const second = await other.add(moved());
    fillStorage();
    const third = await one.add(moved());
    expect((await one.read()).entries.map(({ key }) => key)).toEqual([first, second, third].map(({ key }) => key));
  });

  it('P36 continues after what is in memory once there is room again', async () => {
    const database = await openVault();
    const first = await database.add(moved());
    const full = fillStorage();
    const second = await database.add(moved());
    full.mockRestore();
    const third = await database.add(moved());
    expect((await database.read()).entries.map(({ key }) => key)).toEqual([first, second, third].map(({ key }) => key));
  });
});

it('J43 what there is no room for is shown, and kept as soon as there is', async () => {
  const database = await openVault();
  await database.commit({ notes: () => ({ currentId: 1 }) });
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await database.commit({ notes: (known) => ({ ...known, handedIn: [] }) });
  expect((await database.read()).notes).toEqual({ currentId: 1, handedIn: [] });
  expect((await (await openVault()).read()).notes).toEqual({ currentId: 1 });
  full.mockRestore();
  await database.commit({ notes: (known) => ({ ...known, isLeaving: true }) });
  expect((await (await openVault()).read()).notes).toEqual({
    currentId: 1,
    isLeaving: true,
    handedIn: [],
  });
});

const row = (id: number, version = 1): StoredOrder => ({
  order: { ...fromRow(orderRow({ status: 'assigned' })), id, version },
  openedBy: 'code',
  openedAt: '2026-03-01T10:00:00.000Z',
  readAt: '2026-03-01T10:00:00.000Z',
});

describe('an order that the phone is about to clear away', () => {
  const draft: SignatureDraft = { dialog: 'signature', orderId: 7, stage: 'delivery', name: 'Bob', relation: '' };
  const stored = async () => [...(await (await openVault()).read()).orders.keys()];

  it('P131 comes back with what is done about it, as it is known, and never in place of a newer one', async () => {
    const database = await openVault();
    await database.commit({ order: row(7, 3) });
    await database.commit({ forgetOrder: 7 });
    await database.add(moved(), { hold: [row(7, 3)] });
    await database.add(moved(), { hold: [row(7, 2)] });
    const { orders, entries } = await (await openVault()).read();
    expect([orders.get(7)?.order.version, entries.length]).toEqual([3, 2]);
  });

  it('P131 stays while something waits for it, a dialog is open on it, or it is on the screen', async () => {
    const reasons: [keep: Change, release: Change][] = [
      [{ draft }, { dropDraft: '7 signature' }],
      [{ notes: () => ({ currentId: 7 }) }, { notes: () => ({}) }],
    ];
    for (const [keep, release] of reasons) {
      const database = await openVault();
      await database.commit({ order: row(7), ...keep });
      await database.commit({ forgetOrder: 7 });
      expect(await stored()).toEqual([7]);
      await database.commit(release);
      await database.commit({ forgetOrder: 7 });
      expect(await stored()).toEqual([]);
    }
    const database = await openVault();
    await database.add(moved(), { hold: [row(7)] });
    await database.commit({ forgetOrder: 7 });
    expect(await stored()).toEqual([7]);
  });
});

describe('what a full database does not take', () => {
  const fillPuts = () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });

  it('P106 is still known to the page, and what was sent leaves the phone', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const database = await openVault();
    const [first, second] = [await database.add(moved()), await database.add(moved())];
    fillPuts();
    await database.commit({ order: row(7, 2), dropEntries: [first.seq] });
    const refusal = { message: 'No', status: 409, code: 'NO' };
    await database.commit({ amend: { seq: second.seq, change: (action) => ({ ...action, refusal }) } });
    const contents = await database.read();
    expect(contents.orders.get(7)?.order.version).toBe(2);
    expect(contents.entries.map(({ seq, refusal: told }) => [seq, told?.code])).toEqual([[second.seq, 'NO']]);
    // A page that comes next does not send again what has arrived.
    expect((await (await openVault()).read()).entries.map(({ seq }) => seq)).toEqual([second.seq]);
    expect(warn).toHaveBeenCalled();
  });

  it('P106 is written once there is room, in its order', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const database = await openVault();
    const full = fillPuts();
    await database.commit({ order: row(7, 2) });
    await database.commit({ order: row(7, 3) });
    full.mockRestore();
    await database.commit({ notes: () => ({ currentId: 7 }) });
    const kept = await (await openVault()).read();
    expect(kept.orders.get(7)?.order.version).toBe(3);
    expect(kept.notes).toEqual({ currentId: 7 });
  });
});

describe('what was typed in a dialog', () => {
  const draft: SignatureDraft = {
    ...{ dialog: 'signature', orderId: 7, stage: 'delivery', name: 'Bob', relation: '' },
    picture: new Blob(['x']),
  };

  it('P101 is on the phone for the next page, until its action is kept in the same step', async () => {
    await (await openVault()).commit({ draft });
    const database = await openVault();
    expect([...(await database.read()).drafts.keys()]).toEqual(['7 signature']);
    await database.add(moved(), { dropDraft: '7 signature' });
    const { drafts, entries } = await (await openVault()).read();
    expect([drafts.size, entries.length]).toEqual([0, 1]);
  });

  it('P101 is known to the page where there is no room, and gone with its action', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const database = await openVault();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await database.commit({ draft });
    expect((await database.read()).drafts.size).toBe(1);
    full.mockRestore();
    await database.add(moved(), { dropDraft: '7 signature' });
    expect((await database.read()).drafts.size).toBe(0);
  });
});
