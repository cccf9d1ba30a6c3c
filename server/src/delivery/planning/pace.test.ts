import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ok } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
});
afterAll(() => app.close());

const paceNow = async () => ok<DayBoard>(await staff.get('/api/v1/drivers/days?day=2031-05-06')).pace;
/** Stops of one order that were made so many minutes apart, from a morning on. */
const make = (order: Order, count: number, minutes: number, morning: string, more = "'done', null") =>
  app.sql(
    `insert into attempts (order_id, stop, outcome, corrected_at, taken_at, received_at, by)
     select ?, 'pickup', ${more}, ?::timestamptz + make_interval(mins => n * ?), now(), 'Dan' from generate_series(1, ?) as n`,
    order.id,
    morning,
    minutes,
    count,
  );

it('C158 the board says what a stop takes: the median of the company’s last stops, and a usual value while they are few', async () => {
  const [ada, bo] = [await app.as('driver'), await app.as('driver')];
  const orderOf = async (driverId: number) =>
    ok<Order>(
      await staff.post('/api/v1/orders', {
        customerName: 'Olga',
        customerEmail: 'olga@example.com',
        pickupAddress: 'Pier 1',
        deliveryAddress: 'Dock 2',
        items: [{ name: 'Crate' }],
        driverId,
      }),
    );
  const [one, two] = [await orderOf(ada.userId), await orderOf(bo.userId)];
  expect(await paceNow()).toEqual({ minutesPerStop: 10, stops: 0 });
  await make(one, 15, 14, '2026-03-02T08:00:00Z');
  expect(await paceNow()).toEqual({ minutesPerStop: 10, stops: 0 });
  // Between two drivers, and from one day to the next, there is no way; failed and corrected stops say nothing.
  await make(two, 11, 14, '2026-03-02T08:03:00Z');
  await make(two, 3, 20, '2026-03-04T08:00:00Z');
  await make(one, 40, 2, '2026-03-05T08:00:00Z', "'failed', null");
  await make(one, 40, 2, '2026-03-06T08:00:00Z', "'done', now()");
  expect(await paceNow()).toEqual({ minutesPerStop: 14, stops: 26 });
});
