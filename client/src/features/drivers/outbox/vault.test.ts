import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptAction } from './entries.ts';
import { Vault } from './vault.ts';

let made = 0;
const moved = (orderId = 7): KeptAction => ({
  kind: 'status',
  status: 'in_transit',
  orderId,
  key: `key-${++made}`,
  at: '2026-03-01T10:00:00.000Z',
});
const openVault = async (): Promise<Vault> => {
  const vault = new Vault();
  await vault.open();
  return vault;
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
  it('P36 goes on behind what is stored after a reload with full storage', async () => {
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

  it('P36 goes on behind what another tab stored meanwhile', async () => {
    const [one, other] = [await openVault(), await openVault()];
    const first = await one.add(moved());
    const second = await other.add(moved());
    fillStorage();
    const third = await one.add(moved());
    expect((await one.read()).entries.map(({ key }) => key)).toEqual([first, second, third].map(({ key }) => key));
  });

  it('P36 goes on behind what is kept in memory once there is room again', async () => {
    const vault = await openVault();
    const first = await vault.add(moved());
    const full = fillStorage();
    const second = await vault.add(moved());
    full.mockRestore();
    const third = await vault.add(moved());
    expect((await vault.read()).entries.map(({ key }) => key)).toEqual([first, second, third].map(({ key }) => key));
  });
});

it('J43 what there is no room for is shown, and kept as soon as there is', async () => {
  const vault = await openVault();
  await vault.commit({ notes: () => ({ currentId: 1 }) });
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await vault.commit({ notes: (known) => ({ ...known, scans: { 1: { pickup: 2 } } }) });
  expect((await vault.read()).notes).toEqual({ currentId: 1, scans: { 1: { pickup: 2 } } });
  expect((await (await openVault()).read()).notes).toEqual({ currentId: 1 });
  full.mockRestore();
  await vault.commit({ notes: (known) => ({ ...known, isLeaving: true }) });
  expect((await (await openVault()).read()).notes).toEqual({
    currentId: 1,
    isLeaving: true,
    scans: { 1: { pickup: 2 } },
  });
});
