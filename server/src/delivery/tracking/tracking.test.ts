import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { makeOrder, ok } from '../../../test/support/factories.ts';

const DAY = 86_400_000;
let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

describe('the public page of an order that is over', () => {
  it('K20 says only the state 30 days after the order was cancelled or delivered', async () => {
    const driver = await app.as('driver');
    const [cancelled, delivered] = [await makeOrder(app, staff), await makeOrder(app, staff)];
    ok(await staff.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    ok(await staff.post(`/api/v1/orders/${delivered.id}/assign`, { driverId: driver.userId }));
    for (const status of ['in_transit', 'delivered'])
      ok(await staff.put(`/api/v1/orders/${delivered.id}/status`, { status }));
    for (const [days, isShown] of [
      [29, true],
      [31, false],
      [400, false],
    ] as const) {
      app.setClock(new Date(Date.now() + days * DAY));
      for (const order of [cancelled, delivered]) {
        const seen = ok<TrackedOrder>(await app.client().get(`/api/v1/orders/tracking/${order.trackingNumber}`));
        expect(seen.customerName !== '', `${seen.status} after ${days} days`).toBe(isShown);
        if (!isShown) expect(seen).toMatchObject({ pickupAddress: '', deliveryAddress: '', items: [], quote: null });
      }
    }
    app.setClock(undefined);
  });
});
