import 'fake-indexeddb/auto';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { API_BASE } from '@quickfleet/shared/paths';
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Network, useNetwork } from '../../../../../test/network.ts';
import { renderPart } from '../../../../../test/render.tsx';
import { orderRow, userRow } from '../../../../../test/rows.ts';
import { sessionKey } from '../../../../lib/api/session.tsx';
import { DayStops } from '../day/day-stops.tsx';
import { Portal, portal } from '../outbox/portal.ts';
// What the day loads later is there at once: on a busy machine it would come to a screen that nobody waits for.
import '../push/push-offer.tsx';
import '../sharing/sharing-card.tsx';
import { DriverPortal } from './driver-portal.tsx';

const robin = userRow('driver');
const row = orderRow({ status: 'assigned', driverId: robin.id });
const { customerName, customerCompany, customerPhone, pickupAddress, deliveryAddress, trackingNumber } = row;
const day: DriverDay = {
  day: '2026-03-02',
  driver: { id: robin.id, firstName: 'Robin', lastName: null, phone: null },
  version: 1,
  totals: { stops: 1, stopsDone: 0, orders: 1, parcels: 1 },
  startedAt: null,
  plannedFrom: null,
  plannedTo: null,
  breaks: [],
  endedAt: null,
  canSharePosition: false,
  stops: [{ orderId: row.id, stop: 'pickup', isDone: false, isPlaced: true }],
  orders: [
    {
      ...{ id: row.id, trackingNumber, status: 'assigned', driverId: robin.id, customerName, customerCompany },
      ...{ customerPhone, pickupAddress, deliveryAddress, pickupWindow: null, deliveryWindow: null },
      ...{ pickupDay: '2026-03-02', deliveryDay: '2026-03-02', outcome: null },
      ...{
        pickupContact: null,
        deliveryContact: null,
        notes: null,
        driverNotes: null,
        parcels: 1,
        ...{ weightKg: null, needs: [], fixedStops: [] },
        items: [],
        version: row.version,
      },
    },
  ],
};
const DAY = `${API_BASE}/drivers/${robin.id}/day`;
const LIST = `${API_BASE}/orders/driver/${robin.id}`;

let network: Network;
beforeEach(() => {
  network = useNetwork();
  network.answer(`${API_BASE}/driver/last`, { order: null });
  network.answer(LIST, { data: [row] });
});
afterEach(async () => {
  cleanup();
  // The network that a test took is back. No screen is there any more that could be changed after its test.
  window.dispatchEvent(new Event('online'));
  onlineManager.setOnline(true);
  await portal.forgetDriver();
  vi.unstubAllGlobals();
});

let queryClient: QueryClient;
const Cache = () => {
  queryClient = useQueryClient();
  return null;
};
/** The portal on Robin's phone; `session` says when the server tells who is signed in. */
const openPortal = (session: Promise<unknown> = Promise.resolve()) =>
  renderPart(
    <>
      <Cache />
      <DriverPortal />
    </>,
    { answers: { auth: { session: () => session.then(() => ({ user: robin })) } } },
  );
const myDay = () => screen.findByRole('region', { name: 'My day' });
const nextStop = () => screen.findByRole('region', { name: 'Next stop' });

it('J43 the kept day stays when something else changes in the moment in which the session is known', async () => {
  network.answer(DAY, day);
  const { unmount } = openPortal();
  await nextStop();
  unmount();

  // The page comes back: the day as it was kept, before anybody has answered.
  network.hold(DAY);
  network.hold(LIST);
  openPortal(new Promise(() => {}));
  await nextStop();
  // The answer reaches the cache, and before the screens show it the phone loses its network.
  act(() => {
    queryClient.setQueryData(sessionKey, robin);
    window.dispatchEvent(new Event('offline'));
  });
  await waitFor(() => screen.getByText('Offline'));
  await act(() => portal.orders.forget(0));
  await nextStop();
  expect(portal.getState().notes).toMatchObject({ myDay: { driverId: robin.id }, deliveries: { driverId: robin.id } });
});

it('J43 a day that is not there yet is seen to be loading', async () => {
  network.hold(DAY);
  openPortal();
  await screen.findByRole('region', { name: 'Your deliveries' });
  expect((await myDay()).textContent).toContain('Loading');
  network.answer(DAY, day);
  await nextStop();
});

for (const [what, fail] of [
  ['is cut', () => network.cut(DAY)],
  ['is refused by a server in trouble', () => network.answer(DAY, { error: 'Try later', code: 'INTERNAL' }, 503)],
  ['never comes', () => network.runOut(DAY)],
  ['is someone else’s page', () => network.answer(DAY, { wifi: 'Sign in' })],
] as const)
  it(`J43 an answer about the day that ${what} is said, and asked for again`, async () => {
    network.hold(DAY);
    const { user } = openPortal();
    await waitFor(() => expect(network.asked).toContain(DAY));
    act(fail);
    await screen.findByText('We could not read your day. Trying again…');
    network.answer(DAY, day);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await nextStop();
  });

it('J43 a day that another tab took off the phone is read again', async () => {
  network.answer(DAY, day);
  openPortal();
  await nextStop();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await act(() => portal.forgetDriver());
  expect((await myDay()).textContent).toContain('Loading');
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  vi.useRealTimers();
  await nextStop();
});

it('J43 a phone is read again when its memory could not be read at first', async () => {
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  });
  const phone = new Portal();
  await expect(phone.start()).rejects.toThrow('server lost');
  lost.mockRestore();
  await phone.start();
  expect(phone.getState().isReady).toBe(true);
});

it('P134 the code of a link stays in the address until it was tried, so that a reload loses nothing', async () => {
  const ACCESS = '/api/driver/access';
  network.hold(ACCESS);
  history.replaceState(null, '', '/driver#code=ABCD2345EF');
  openPortal();
  await waitFor(() => expect(network.asked).toContain(ACCESS));
  expect(location.hash).toBe('#code=ABCD2345EF');
  const refusal = { error: 'Invalid access code', message: 'Invalid access code', code: 'WRONG_CODE', status: 401 };
  network.answer(ACCESS, { ...refusal, requestId: 'r' }, 401);
  await waitFor(() => expect(location.hash).toBe(''));
  expect(await screen.findByDisplayValue('ABCD2345EF')).toBeTruthy();
});

it('P136 a day that changes while it is read answers no finger for 700 ms, and then it does', async () => {
  const later: DriverDay = { ...day, stops: [{ orderId: row.id, stop: 'delivery', isDone: false, isPlaced: true }] };
  const shown = (planned: DriverDay) => (
    <DayStops
      kept={{ driverId: robin.id, day: planned, rows: [row], readAt: '2026-03-02T08:00:00.000Z' }}
      isOld={false}
    />
  );
  const { rerender } = renderPart(shown(day));
  const group = () => screen.getByRole('region', { name: 'Next stop' }).closest('[role=group]');
  expect(group()?.getAttribute('aria-disabled')).toBeNull();
  rerender(shown(later));
  expect(group()?.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(group()?.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 });
});
