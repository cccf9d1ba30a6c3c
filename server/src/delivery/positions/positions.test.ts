import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverPositions, Whereabouts } from '@quickfleet/shared/delivery/drivers/positions';
import type { OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody, signatureFile } from '../../../test/support/factories.ts';
import { sweep } from '../../jobs/sweep.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const DAY = '2026-03-17';
const TEN = new Date(`${DAY}T09:00:00Z`);
const minutesAfter = (minutes: number) => new Date(TEN.getTime() + minutes * MINUTE_MS).toISOString();
const at = (minutes: number) => world.app.setClock(new Date(minutesAfter(minutes)));
const POINT = { lat: 52.520_08, lng: 13.404_95, accuracy: 12 };
const HERE = { lat: 52.52, lng: 13.405, radius: 150 };

const allow = async (positions: object) => ok(await world.admin.put('/api/v1/company', { positions }));
const mark = async (shift: object) =>
  ok(await world.driver.put(`/api/v1/drivers/${world.driver.userId}/day/shift`, { day: DAY, ...shift }));
const begin = () => mark({ startedAt: minutesAfter(0) });
const share = (...points: object[]) => world.driver.post('/api/v1/driver/positions', { points });
const shareAt = async (minutes: number, place: object = POINT) => {
  at(minutes);
  return ok(await share({ ...place, at: minutesAfter(minutes) }));
};
const make = async (window: number, deliveryAddress = '2 Delivery Road, Shelbyville'): Promise<Order> =>
  ok<Order>(
    await world.dispatcher.post('/api/v1/orders', {
      ...orderBody({ driverId: world.driver.userId, deliveryAddress }),
      deliveryWindow: { from: minutesAfter(window), to: minutesAfter(window + 60) },
    }),
  );
const setStatus = async ({ id }: Order, status: OrderStatus) =>
  ok(await world.dispatcher.put(`/api/v1/orders/${id}/status`, { status }));
const sign = async ({ id }: Order, stop: 'pickup' | 'delivery') =>
  ok(
    await world.driver.form(
      'POST',
      '/api/v1/driver/signature',
      { orderId: String(id), type: stop, customerName: 'Ada' },
      [await signatureFile()],
    ),
  );
const track = async ({ trackingNumber }: Order): Promise<Whereabouts | null> =>
  ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${trackingNumber}`)).whereabouts;
const rows = () => world.app.sql<{ at: string }>('select at from driver_positions order by at');
const seen = async () => ok<DriverPositions>(await world.dispatcher.get('/api/v1/drivers/positions')).data;

beforeEach(async () => {
  await world.app.sql('delete from driver_positions');
  await world.app.sql('delete from driver_days');
  at(1);
  await allow({ isOn: true, customersSee: true });
});

describe('where a driver is', () => {
  it('C400 is kept only while the company wants it and the driver’s day runs', async () => {
    const point = { ...POINT, at: minutesAfter(1) };
    const day = async () => ok<DriverDay>(await world.driver.get(`/api/v1/drivers/${world.driver.userId}/day`));
    expect((await day()).canSharePosition).toBe(true);
    expect(ok(await share(point))).toEqual({ isOn: false, kept: 0 });
    await begin();
    expect(ok(await share(point, { ...point, at: minutesAfter(-5) }))).toEqual({ isOn: true, kept: 1 });
    expect(ok(await share(point))).toEqual({ isOn: true, kept: 0 });
    await allow({ isOn: false });
    expect((await day()).canSharePosition).toBe(false);
    expect(ok(await share({ ...point, at: minutesAfter(2) }))).toEqual({ isOn: false, kept: 0 });
    expect(await seen()).toEqual([]);
    await allow({ isOn: true });
    await mark({ startedAt: minutesAfter(0), endedAt: minutesAfter(1) });
    expect(ok(await share({ ...point, at: minutesAfter(2) }))).toEqual({ isOn: false, kept: 0 });
    expect(await seen()).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });

  it('C400 comes in up to 60 points, and a phone’s clock that is ahead is taken back', async () => {
    await begin();
    at(30);
    const track = Array.from({ length: 60 }, (_, n) => ({ ...POINT, lat: 52 + n / 1000, at: minutesAfter(n - 10) }));
    expect(ok(await share(...track))).toEqual({ isOn: true, kept: 31 });
    expect(new Date((await rows()).at(-1)?.at ?? 0).toISOString()).toBe(minutesAfter(30));
    expectError(await share(...track, ...track.slice(0, 1)), 400);
    for (const wrong of [{ lat: 91, lng: 0 }, { lat: '52', lng: 13 }, { lng: 13 }, { lat: 0, lng: 0 }])
      expectError(await share({ ...wrong, at: minutesAfter(30) }), 400);
    expectError(await share({ ...POINT, at: 'now' }), 400);
    expectError(await share(), 400);
  });

  it('C401 is shown to staff with the next stop and how far it is, and to no driver, customer or key', async () => {
    await begin();
    // The day before was never ended: the driver is still one driver.
    await mark({ day: '2026-03-16', startedAt: minutesAfter(-600) });
    const order = await make(60);
    await shareAt(2);
    expect(await seen()).toEqual([
      {
        driver: expect.objectContaining({ id: world.driver.userId }),
        ...POINT,
        at: minutesAfter(2),
        stopsLeft: 2,
        next: { trackingNumber: order.trackingNumber, address: order.pickupAddress },
        kilometres: null,
      },
    ]);
    const program = await world.program('drivers:read', 'orders:read', 'orders:manage', 'stats:read');
    for (const other of [world.driver, world.customer, world.visitor, program])
      expect([401, 403]).toContain((await other.get('/api/v1/drivers/positions')).statusCode);
    for (const other of [world.dispatcher, world.customer, world.visitor, program])
      expect([401, 403]).toContain(
        (await other.post('/api/v1/driver/positions', { points: [{ ...POINT, at: minutesAfter(2) }] })).statusCode,
      );
    // A phone that is silent is not shown.
    at(18);
    expect(await seen()).toEqual([]);
    await setStatus(order, 'cancelled');
  });

  it('C402 the customer sees it from the pickup to the delivery, and before another stop only how many there are', async () => {
    await begin();
    const [first, second] = [await make(60, '1 First Street'), await make(120, '2 Second Street')];
    await shareAt(3);
    expect(await track(first)).toBeNull();
    await sign(first, 'pickup');
    await sign(second, 'pickup');
    await shareAt(4);
    const about = { at: minutesAfter(4), kilometres: null };
    expect(await track(first)).toEqual({ ...about, stopsBefore: 0, place: HERE });
    expect(await track(second)).toEqual({ ...about, stopsBefore: 1, place: null });
    await setStatus(first, 'in_transit');
    expect((await track(first))?.place).toEqual(HERE);
    await sign(first, 'delivery');
    expect(await track(first)).toBeNull();
    expect((await track(second))?.place).toEqual(HERE);
    await allow({ customersSee: false });
    expect(await track(second)).toBeNull();
    await allow({ customersSee: true });
    // Another driver has not been here.
    const { userId } = await world.app.as('driver');
    ok(await world.dispatcher.post(`/api/v1/orders/${second.id}/assign`, { driverId: userId, reassign: true }));
    expect(await track(second)).toBeNull();
    await setStatus(second, 'cancelled');
  });

  it('C402 says about how far it is once earlier proofs have said where the address is', async () => {
    await begin();
    const order = await make(60, '7 Known Street');
    await sign(order, 'pickup');
    await world.app.sql(
      `insert into proof_pieces (order_id, stop, kind, url, position, received_at, by)
       select ?, 'delivery', 'photo', '/x', '{"lat": 52.54, "lng": 13.405, "accuracy": 8}', now(), 'Dan'`,
      order.id,
    );
    await shareAt(5);
    expect(await track(order)).toMatchObject({ stopsBefore: 0, kilometres: '2.2' });
    await setStatus(order, 'cancelled');
  });

  it('C403 is forgotten after 24 hours', async () => {
    await begin();
    await shareAt(1);
    await shareAt(120);
    at(24 * 60 + 60);
    await sweep(world.app.services);
    expect((await rows()).map((row) => new Date(row.at).toISOString())).toEqual([minutesAfter(120)]);
  });
});
