import 'fake-indexeddb/auto';
import type { DelayReason } from '@quickfleet/shared/delivery/eta/delay-words';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { API_BASE } from '@quickfleet/shared/paths';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useNetwork } from '../../../../../test/network.ts';
import { orderRow } from '../../../../../test/rows.ts';
import { Portal } from './portal.ts';
import { fromRow } from './storing/stored-order.ts';

const DRIVER = 5;
const row = orderRow({ status: 'assigned', driverId: DRIVER });
const day: DriverDay = {
  day: '2026-03-02',
  driver: { id: DRIVER, firstName: 'Robin', lastName: null, phone: null },
  version: 1,
  totals: { stops: 0, stopsDone: 0, orders: 0, parcels: 0 },
  startedAt: null,
  plannedFrom: null,
  plannedTo: null,
  breaks: [],
  endedAt: null,
  canSharePosition: false,
  stops: [],
  orders: [],
};
const DELAYS = `${API_BASE}/driver/delays`;

it('P131 what is said about a stop in the moment in which the phone clears its order away is sent', async () => {
  const network = useNetwork();
  onTestFinished(() => void vi.unstubAllGlobals());
  network.answer(`${API_BASE}/drivers/${DRIVER}/day`, { ...day, orders: [{ ...row, pickupDay: null }] });
  network.answer(`${API_BASE}/orders/driver/${DRIVER}`, { data: [row] });
  network.hold(DELAYS);
  const portal = new Portal();
  await portal.readDay(DRIVER);
  const say = (reason: DelayReason) => portal.record(row.id, { kind: 'delay', reason, words: null });
  const sent = () => network.asked.filter((path) => path === DELAYS).length;
  await say('traffic');
  await vi.waitFor(() => expect(sent()).toBe(1));

  // Nothing waits any more, so the phone is cleared; the driver goes on.
  let hasGoneOn = false;
  portal.subscribe(() => {
    if (hasGoneOn || portal.getState().entries.length > 0) return;
    hasGoneOn = true;
    network.hold(DELAYS);
    void portal.orders.releaseUnused();
    void say('weather');
  });
  network.answer(DELAYS, fromRow(row));
  await vi.waitFor(() => {
    expect(sent()).toBe(2);
    expect(portal.getState().entries).toMatchObject([{ kind: 'delay', reason: 'weather' }]);
  });
  expect(portal.getState().entries[0]?.refusal).toBeUndefined();
  network.answer(DELAYS, fromRow(row));
  await vi.waitFor(() => expect(portal.getState().entries).toEqual([]));
});

it('P134 once the office has deleted an order, what says where it is settles and nothing is left to dismiss', async () => {
  const network = useNetwork();
  onTestFinished(() => void vi.unstubAllGlobals());
  const deleted = { error: 'Deleted', message: 'Deleted', code: 'ORDER_DELETED', status: 404, requestId: 'r' };
  network.answer(`${API_BASE}/drivers/${DRIVER}/day`, { ...day, orders: [{ ...row, pickupDay: null }] });
  network.answer(`${API_BASE}/orders/driver/${DRIVER}`, { data: [row] });
  network.hold(DELAYS);
  const portal = new Portal();
  await portal.readDay(DRIVER);
  await portal.record(row.id, { kind: 'delay', reason: 'traffic', words: null });
  expect(portal.getState().entries).toHaveLength(1);
  for (const path of [DELAYS, `${API_BASE}/orders/${row.id}`, '/api/driver/access']) network.answer(path, deleted, 404);
  await vi.waitFor(() => expect(portal.getState().entries).toEqual([]));
});
