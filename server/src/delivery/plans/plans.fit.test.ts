import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { PlanFit } from '@quickfleet/shared/delivery/planning/plans';
import { describe, expect, it } from 'vitest';
import { expectError, useWorld } from '../../../test/support/contract.ts';
import { ok, orderBody } from '../../../test/support/factories.ts';

const world = useWorld();
/** A working day in two weeks. */
const day = (() => {
  const some = addDays(dayAt(new Date(), 'UTC'), 14);
  return addDays(some, [1, 0, 0, 0, 0, 0, 2][new Date(`${some}T00:00:00Z`).getUTCDay()] ?? 0);
})();
const at = (lat: number) => ({ lat, lng: 16.37 });
const body = (more: Record<string, unknown> = {}) =>
  orderBody({
    ...{ pickupAddress: 'Depot 9', pickupPlace: at(48.2), deliveryAddress: 'Ring 1', deliveryPlace: at(48.21) },
    deliveryDate: day,
    ...more,
  });
const ask = async (more: Record<string, unknown> = {}) =>
  ok<PlanFit>(await world.dispatcher.post('/api/v1/plans/fit', body(more)));

describe('I25 whether one more order can still be done', () => {
  it('I25 names the drivers with the shortest detour and the windows, and stores nothing', async () => {
    const near = world.driver.userId;
    ok(await world.dispatcher.post('/api/v1/orders', body({ driverId: near, deliveryAddress: 'Ring 2' })));
    const far = await world.app.as('driver');
    const away = {
      pickupAddress: 'Far depot',
      pickupPlace: at(48.6),
      deliveryAddress: 'Far 1',
      deliveryPlace: at(48.61),
    };
    ok(await world.dispatcher.post('/api/v1/orders', body({ ...away, driverId: far.userId })));
    const before = await world.app.sql('select count(*)::int as orders from orders');
    const found = await ask();
    expect(found).toMatchObject({ day, isPlaceKnown: true });
    const own = found.drivers.findIndex(({ driverId }) => driverId === near);
    const others = found.drivers.findIndex(({ driverId }) => driverId === far.userId);
    expect(own).toBeGreaterThanOrEqual(0);
    if (others >= 0) expect(own).toBeLessThan(others);
    for (const { pickupAt, deliveryAt, lateElsewhere } of found.drivers) {
      expect(Date.parse(pickupAt)).toBeLessThan(Date.parse(deliveryAt));
      expect(lateElsewhere).toBe(0);
    }
    expect(found.windows.length).toBeGreaterThan(1);
    expect(found.windows.every((one) => one.fit === 'fits')).toBe(true);
    expect(await world.app.sql('select count(*)::int as orders from orders')).toEqual(before);
  });

  it('I25 a window that nobody can keep is full, and so is every one of a place that is too far away', async () => {
    const found = await ask({ deliveryAddress: 'Another country', deliveryPlace: at(60) });
    expect(found.drivers).toEqual([]);
    expect(found.windows.map((one) => one.fit)).toEqual(found.windows.map(() => 'full'));
    // Some 130 km in streets take four hours: the first windows are over by then.
    const late = await ask({ deliveryAddress: 'Far village', deliveryPlace: at(49.1) });
    expect(late.windows[0]?.fit).toBe('full');
    expect(late.windows.at(-1)?.fit).toBe('tight');
  });

  it('I25 says that nothing can be said where nobody knows an address', async () => {
    const found = await ask({ deliveryAddress: 'Nobody knows', deliveryPlace: undefined });
    expect(found).toEqual({ day, isPlaceKnown: false, drivers: [], windows: [] });
    expectError(await world.driver.post('/api/v1/plans/fit', body()), 403);
    expectError(await world.dispatcher.post('/api/v1/plans/fit', { deliveryAddress: 'Ring 1' }), 400);
  });

  it('I25 is the answer that creating the order then keeps', async () => {
    const [best] = (await ask()).drivers;
    const made = ok<Order>(await world.dispatcher.post('/api/v1/orders', body({ driverId: best?.driverId })));
    expect(made.driverId).toBe(best?.driverId);
  });
});
