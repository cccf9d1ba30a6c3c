import 'fake-indexeddb/auto';
import { API_BASE } from '@quickfleet/shared/paths';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Network, useNetwork } from '../../../../../test/network.ts';
import { orderItem, orderRow } from '../../../../../test/rows.ts';
import { Portal } from './portal.ts';
import { nextEntry } from './storing/entries.ts';
import { fromRow } from './storing/stored-order.ts';

const DRIVER = 5;
const rows = [7, 8, 9].map((id) =>
  orderRow({
    id,
    trackingNumber: `QF00000000000${id}`,
    status: 'in_transit',
    driverId: DRIVER,
    items: [orderItem({ id })],
  }),
);
const planned = rows.map((row) => ({ ...row, pickupDay: null, deliveryDay: null }));
const day = {
  day: '2026-03-02',
  driver: { id: DRIVER, firstName: 'Robin', lastName: null, phone: null },
  ...{
    version: 1,
    totals: { stops: 0, stopsDone: 0, orders: 0, parcels: 0 },
    startedAt: null,
    endedAt: null,
    plannedFrom: null,
    plannedTo: null,
    breaks: [],
  },
  ...{ canSharePosition: false, stops: [], orders: planned },
};
const PHOTOS = `${API_BASE}/driver/stops/delivery-7-8-9/photos`;
const PIN = `${API_BASE}/driver/stops/delivery-7-8/pin`;
const ofOne = (id: number) => `${API_BASE}/driver/orders/${id}/photos`;
const photo = {
  kind: 'stopPhoto' as const,
  stage: 'delivery' as const,
  photo: { blob: new Blob(['x'], { type: 'image/jpeg' }), name: 'door.jpg', isShrunk: true },
};
const move = { kind: 'status' as const, status: 'in_transit' as const };
const refusal = (code: string, status: number) => ({ error: 'No', message: 'No', code, status, requestId: 'r' });
const answerOf = (id: number, version: number) => ({
  ...fromRow(orderRow({ ...rows.find((row) => row.id === id), version })),
});

let network: Network;
let portal: Portal;
beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  network = useNetwork();
  network.answer(`${API_BASE}/drivers/${DRIVER}/day`, day);
  network.answer(`${API_BASE}/orders/driver/${DRIVER}`, { data: rows });
  portal = new Portal();
  await portal.readDay(DRIVER);
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const entries = () => portal.getState().entries.map(({ orderId, alsoFor = [], kind }) => [kind, orderId, ...alsoFor]);

it('P137 one photo of a stop waits once for its orders, leaves in one call, and every order has its answer', async () => {
  network.hold(PHOTOS);
  await portal.record([7, 8, 9], photo);
  expect(entries()).toEqual([['stopPhoto', 7, 8, 9]]);
  await vi.waitFor(() => expect(network.asked).toContain(PHOTOS));
  // None of them leaves the phone before it has arrived.
  await portal.orders.releaseUnused();
  expect([...portal.getState().orders.keys()].toSorted()).toEqual([7, 8, 9]);
  network.answer(PHOTOS, { data: [7, 8, 9].map((id) => answerOf(id, 2)) });
  await vi.waitFor(() => expect(entries()).toEqual([]));
  expect(portal.getState().notes.myDay?.rows.map(({ id, version }) => [id, version])).toEqual([
    [7, 2],
    [8, 2],
    [9, 2],
  ]);
  expect(network.asked.filter((path) => path.includes('/photos'))).toEqual([PHOTOS]);
});

it('P138 what a stop’s call is refused for is decided order by order, before what was done later', async () => {
  network.hold(PHOTOS);
  await portal.record([7, 8, 9], photo);
  await portal.record(8, move);
  for (const id of [7, 8, 9]) network.hold(ofOne(id));
  network.answer(PHOTOS, refusal('ORDER_CLOSED', 409), 409);
  await vi.waitFor(() => expect(entries()).toEqual([...[7, 8, 9].map((id) => ['stopPhoto', id]), ['status', 8]]));
  for (const id of [7, 9]) network.answer(ofOne(id), answerOf(id, 2));
  network.answer(`${API_BASE}/orders/8`, refusal('FORBIDDEN', 403), 403);
  network.answer('/api/driver/evidence', refusal('NOT_TAKEN', 409), 409);
  network.answer(ofOne(8), refusal('ORDER_CLOSED', 409), 409);
  network.hold(`${API_BASE}/orders/8/status`);
  await vi.waitFor(() => expect(network.asked).toContain(`${API_BASE}/orders/8/status`));
  expect(entries()).toEqual([
    ['stopPhoto', 8],
    ['status', 8],
  ]);
  expect(portal.getState().entries[0]?.refusal?.code).toBe('ORDER_CLOSED');
});

it('P138 an answer that names fewer orders than were sent is not ours: nothing is given up', async () => {
  network.answer(PHOTOS, { data: [answerOf(7, 2)] });
  await portal.record([7, 8, 9], photo);
  await vi.waitFor(() => expect(portal.getState().isReachable).toBe(false));
  expect(entries()).toEqual([['stopPhoto', 7, 8, 9]]);
});

it('P138 evidence of an order that ended meanwhile is kept as late, and the others are done', async () => {
  network.answer(PHOTOS, {
    data: [answerOf(7, 2), { id: 1, orderId: 8, late: true, after: 'cancelled' }, answerOf(9, 2)],
  });
  await portal.record([7, 8, 9], photo);
  await vi.waitFor(() => expect(entries()).toEqual([]));
  expect(portal.getState().notes.handedIn).toMatchObject([{ orderId: 8, after: 'cancelled', photos: 1 }]);
});

it('P139 a wrong PIN of a stop is refused once, and is not tried order by order', async () => {
  network.answer(PIN, refusal('WRONG_PIN', 409), 409);
  network.hold(`${API_BASE}/orders/7`);
  await portal.record([7, 8], { kind: 'pin', stop: 'delivery', pin: '123456' });
  network.answer(`${API_BASE}/orders/7`, answerOf(7, 2));
  await vi.waitFor(() => expect(portal.getState().entries[0]?.refusal?.code).toBe('WRONG_PIN'));
  expect(entries()).toEqual([['pin', 7, 8]]);
  expect(network.asked.filter((path) => path.endsWith('/pin'))).toEqual([PIN]);
});

it('P140 nothing of an order overtakes what was done at its stop before, and an undo takes it back for all', async () => {
  network.hold(PHOTOS);
  const signed = await portal.record(
    [7, 8],
    { kind: 'signature', stage: 'delivery', image: new Blob(['x']), fileName: 's.png', customerName: 'Rosa' },
    { isUndoable: true },
  );
  const later = { ...signed, kind: 'status' as const, status: 'in_transit' as const, seq: signed.seq + 1, orderId: 8 };
  expect(nextEntry([signed, later], () => false)).toBeUndefined();
  expect(nextEntry([signed, { ...later, alsoFor: [], isUndoable: false, orderId: 9 }], () => false)?.orderId).toBe(9);
  await portal.undo(signed, {
    ...{ dialog: 'signature', orderId: 7, alsoFor: [8], stage: 'delivery', name: 'Rosa', relation: '' },
  });
  expect(entries()).toEqual([]);
});
