import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay, StopSuggestion } from '@quickfleet/shared/delivery/planning/planning';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { expectError } from '../../../../test/support/contract.ts';
import { ok } from '../../../../test/support/factories.ts';

const DAY = '2026-11-25';
let app: TestApp;
let staff: Client;
let ada: { userId: number };
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setClock(new Date('2026-11-24T09:00:00Z'));
  ada = await app.as('driver');
});

const window = (from: string, to: string) => ({ from: `${DAY}T${from}:00Z`, to: `${DAY}T${to}:00Z` });
const make = async (deliveryAddress: string, more: object = {}) =>
  ok<Order>(
    await staff.post('/api/v1/orders', {
      ...{ customerName: 'Olga', customerEmail: 'olga@example.com', pickupAddress: 'The Hub, 10115 Berlin' },
      ...{ deliveryAddress, deliveryDate: DAY, driverId: ada.userId, items: [{ name: 'Crate' }], ...more },
    }),
  );
/** A delivery that was made at an address, with a photo that says where. */
async function prove(address: string, lat: number, lng: number): Promise<void> {
  const { id } = await make(address, { deliveryDate: null, driverId: null });
  await app.sql(
    `insert into proof_pieces (order_id, kind, stop, url, received_at, "by", position)
     values (?, 'photo', 'delivery', '/files/none', now(), 'Dan', jsonb_build_object('lat', ?::float8, 'lng', ?::float8, 'accuracy', 10))`,
    id,
    lat,
    lng,
  );
}
const suggest = async (day = DAY) =>
  ok<StopSuggestion>(await staff.get(`/api/v1/drivers/${ada.userId}/day/suggestion?day=${day}`));
const dayNow = async () => ok<DriverDay>(await staff.get(`/api/v1/drivers/${ada.userId}/day?day=${DAY}`));
const listed = (stops: readonly { orderId: number; stop: string }[]) =>
  stops.map(({ orderId, stop }) => `${stop} ${orderId}`);
const setDay = (stops: readonly { orderId: number; stop: string }[], more: object = {}) =>
  staff.put(`/api/v1/drivers/${ada.userId}/day`, { day: DAY, stops, ...more });
/** Orders to addresses that lie in turn in the north and in the south. */
async function makeZigzag(name: string): Promise<Order[]> {
  const addresses = Array.from({ length: 6 }, (_, at) => `${at + 1} ${name} Street, 1200${at} Berlin`);
  for (const [at, address] of addresses.entries()) await prove(address, at % 2 === 0 ? 52.6 : 52.4, 13.4 + at / 1000);
  const orders: Order[] = [];
  for (const address of addresses) orders.push(await make(address));
  const stops = (['pickup', 'delivery'] as const).flatMap((stop) => orders.map(({ id }) => ({ orderId: id, stop })));
  ok(await setDay(stops));
  return orders;
}

it('C171 `GET /drivers/{id}/day/suggestion` puts neighbours together from the positions of earlier proofs, and changes nothing', async () => {
  const orders = await makeZigzag('Elm');
  const before = await dayNow();
  const suggestion = await suggest();
  expect(suggestion).toMatchObject({ code: null, message: null, driverId: ada.userId, version: before.version });
  expect(suggestion).toMatchObject({ addresses: 7, knownAddresses: 6 });
  expect(listed(suggestion.stops).toSorted()).toEqual(listed(before.stops).toSorted());
  const ids = suggestion.stops.flatMap(({ orderId, stop }) => (stop === 'delivery' ? orderId : []));
  const north = ids.map((id) => orders.findIndex((order) => order.id === id) % 2 === 0);
  expect(north.filter((is, at) => at > 0 && is !== north[at - 1])).toHaveLength(1);
  expect(suggestion.after?.kilometres).toBeLessThan((suggestion.before?.kilometres ?? 0) / 2);
  expect(suggestion.after?.minutes).toBeLessThan(suggestion.before?.minutes ?? 0);
  expect(suggestion.stops.map(({ reason }) => reason)).toContain('near');
  expect(await dayNow()).toEqual(before);

  const saved = ok<DriverDay>(
    await setDay(
      suggestion.stops.map(({ orderId, stop }) => ({ orderId, stop })),
      { version: suggestion.version },
    ),
  );
  expect(listed(saved.stops)).toEqual(listed(suggestion.stops));
  expect(await suggest()).toMatchObject({ code: 'NOTHING_BETTER', after: null, stops: [], before: suggestion.after });
  expectError(
    await setDay(
      suggestion.stops.map(({ orderId, stop }) => ({ orderId, stop })),
      { version: suggestion.version },
    ),
    409,
    'STALE_VERSION',
  );
});

it('C171 an address that nobody has been to is where its neighbourhood is', async () => {
  await prove('1 Oak Row, 20095 Hamburg', 53.55, 9.99);
  await prove('2 Oak Row, 80331 Munich', 48.13, 11.57);
  const orders = [
    await make('7 New Lane, 20097 Hamburg'),
    await make('8 New Lane, 80335 Munich'),
    await make('9 New Lane, 20099 Hamburg'),
    await make('10 New Lane, 80339 Munich'),
  ];
  ok(
    await setDay((['pickup', 'delivery'] as const).flatMap((stop) => orders.map(({ id }) => ({ orderId: id, stop })))),
  );
  const suggestion = await suggest();
  expect(suggestion).toMatchObject({ code: null, addresses: 5, knownAddresses: 4 });
  const [, , , , one, two] = suggestion.stops.map(({ orderId }) => orders.findIndex(({ id }) => id === orderId) % 2);
  expect(one).toBe(two);
});

it('C172 a suggestion meets windows first, also where no position is known', async () => {
  const late = await make('1 Nowhere', { deliveryWindow: window('16:00', '17:00'), deliveryDate: undefined });
  const early = await make('2 Nowhere', { deliveryWindow: window('08:10', '08:30'), deliveryDate: undefined });
  ok(
    await setDay(
      [late, early].flatMap(({ id }) => [
        { orderId: id, stop: 'pickup' },
        { orderId: id, stop: 'delivery' },
      ]),
    ),
  );
  const suggestion = await suggest();
  expect(suggestion).toMatchObject({
    code: null,
    before: { missedWindows: 1 },
    after: { missedWindows: 0, lateMinutes: 0 },
  });
  expect(suggestion.before?.lateMinutes).toBeGreaterThan(400);
  expect(suggestion.after?.kilometres).toBeNull();
  const at = listed(suggestion.stops).indexOf(`delivery ${early.id}`);
  expect(at).toBeLessThan(listed(suggestion.stops).indexOf(`delivery ${late.id}`));
  expect(suggestion.stops[at]).toMatchObject({ reason: 'window', place: 4, lateMinutes: 0 });
});

it('C173 what is done or under way, and what waits for a decision, keeps its place', async () => {
  const orders = await makeZigzag('Fir');
  const [first, second, third] = orders;
  await app.sql(`update orders set status = 'picked_up' where driver_id = ?`, ada.userId);
  await app.sql(`update orders set status = 'delivered' where id = ?`, first?.id ?? 0);
  await app.sql(`update orders set status = 'in_transit' where id = ?`, second?.id ?? 0);
  await app.sql(`update orders set outcome = 'failed' where id = ?`, third?.id ?? 0);
  const before = listed((await dayNow()).stops);
  const { stops } = await suggest();
  const kept = stops.flatMap(({ reason }, at) => (reason === 'kept' ? at : []));
  expect(kept).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(listed(stops).slice(0, 9)).toEqual(before.slice(0, 9));
  expect(stops.slice(0, 7).map(({ expectedAt }) => expectedAt)).toEqual(Array.from({ length: 7 }, () => null));
  expect(listed(stops).slice(9).toSorted()).toEqual(before.slice(9).toSorted());
});

it('C174 it says when it knows too little, when nothing can be moved, and when the day is over', async () => {
  expect(await suggest()).toMatchObject({ code: 'TOO_FEW_STOPS', after: null, stops: [] });
  await make('3 Nowhere');
  await make('4 Nowhere');
  expect(await suggest()).toMatchObject({
    ...{ code: 'TOO_LITTLE_KNOWN', addresses: 3, knownAddresses: 0, after: null, stops: [] },
    message: expect.stringContaining('for 0 of 3 addresses'),
  });
  app.setClock(new Date('2026-11-26T09:00:00Z'));
  expect(await suggest()).toMatchObject({ code: 'DAY_IS_OVER', after: null });
  expectError(await staff.get(`/api/v1/drivers/999999/day/suggestion?day=${DAY}`), 404, 'DRIVER_NOT_FOUND');
  const own = await (await app.as('driver')).get(`/api/v1/drivers/${ada.userId}/day/suggestion?day=${DAY}`);
  expect(own.statusCode).toBe(403);
});
