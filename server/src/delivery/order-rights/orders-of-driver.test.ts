import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok } from '../../../test/support/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the orders of a signed-in driver', () => {
  it('are searched, filtered and counted without anybody else’s', async () => {
    const staff = await app.as('dispatcher');
    const [mine, other] = [await app.as('driver'), await app.as('driver')];
    const first = await makeOrder(app, staff, { pickupAddress: '9 Lighthouse Quay' });
    const second = await makeOrder(app, staff);
    const third = await makeOrder(app, staff, { pickupAddress: '9 Lighthouse Quay' });
    for (const [order, driver] of [
      [first, mine],
      [second, mine],
      [third, other],
    ] as const) {
      ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
    }
    ok(await mine.put(`/api/v1/orders/${second.id}/status`, { status: 'in_transit' }));

    const list = async (query: string) =>
      ok<{ data: OrderRow[] }>(await mine.get(`/api/v1/orders/driver/${mine.userId}?${query}`)).data.map(
        (order) => order.id,
      );
    expect(await list('')).toEqual([second.id, first.id]);
    expect(await list('sort=oldest')).toEqual([first.id, second.id]);
    expect(await list('q=lighthouse')).toEqual([first.id]);
    expect(await list('status=in_transit')).toEqual([second.id]);
    expect((await mine.get(`/api/v1/orders/driver/${other.userId}?q=lighthouse`)).statusCode).toBe(403);
    expect(ok(await mine.get('/api/v1/orders/counts'))).toMatchObject({ total: 2, assigned: 1, inTransit: 1 });
    expect(ok(await staff.get('/api/v1/orders/counts'))).toMatchObject({ total: 3, assigned: 2, inTransit: 1 });
  });
});

describe('orders by their day of delivery', () => {
  it('finds what was delivered on a day or later', async () => {
    const staff = await app.as('admin');
    const order = await makeOrder(app, staff);
    await app.sql(
      `update orders set status = 'delivered', delivery_date = '2031-05-04T10:00:00Z' where id = ?`,
      order.id,
    );
    const total = async (day: string) =>
      ok<{ total: number }>(await staff.get(`/api/v1/orders?status=delivered&deliveredFrom=${day}`)).total;
    expect(await total('2031-05-04')).toBe(1);
    expect(await total('2031-05-05')).toBe(0);
  });
});
