import type { Order, OrderCounts, OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard, DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';

let app: TestApp;
let staff: Client;
let driver: Client & { userId: number };
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York' });
  [staff, driver] = [await app.as('dispatcher'), await app.as('driver')];
  app.setClock(new Date('2026-11-24T09:00:00-05:00'));
});
afterAll(() => app.close());
// Each test has the days for itself.
beforeEach(() => app.sql('delete from orders'));

/** A window of a November day in New York. */
const at = (day: number, from: number, to: number) => ({
  from: `2026-11-${day}T${String(from).padStart(2, '0')}:00:00-05:00`,
  to: `2026-11-${day}T${String(to).padStart(2, '0')}:00:00-05:00`,
});
const make = async (customerName: string, more: object = {}) =>
  ok<Order>(
    await staff.post('/api/v1/orders', {
      customerName,
      customerEmail: 'olga@example.com',
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      items: [{ name: 'Crate' }],
      ...more,
    }),
  );
const overnight = (more: object = {}) =>
  make('Overnight', { pickupWindow: at(25, 16, 18), deliveryWindow: at(26, 9, 11), ...more });
const dayOf = async (day: string, who: Client = staff) =>
  ok<DriverDay>(await who.get(`/api/v1/drivers/${driver.userId}/day?day=${day}`));
const board = async (day: string) => ok<DayBoard>(await staff.get(`/api/v1/drivers/days?day=${day}`));
const inWords = ({ stops }: { stops: readonly { orderId: number; stop: string }[] }) =>
  stops.map(({ orderId, stop }) => `${stop} ${orderId}`);
const list = async (query: string, who: Client = staff, path = '/api/v1/orders') =>
  ok<{ data: OrderRow[] }>(await who.get(`${path}?limit=100&sort=planned&${query}`)).data.map(({ id }) => id);
const save = (day: string, stops: object[], more: object = {}) =>
  staff.put(`/api/v1/drivers/${driver.userId}/day`, { day, stops, ...more });
const stop = (orderId: number, kind: string) => ({ orderId, stop: kind });

describe('a stop is on its own day', () => {
  it('C150 the pickup is in the driver’s day and on the run sheet of its day, the delivery in those of its own', async () => {
    const { id } = await overnight({ driverId: driver.userId });
    const [first, second] = [await dayOf('2026-11-25'), await dayOf('2026-11-26', driver)];
    expect(inWords(first)).toEqual([`pickup ${id}`]);
    expect(first.totals).toEqual({ stops: 1, stopsDone: 0, orders: 1, parcels: 1 });
    expect(inWords(second)).toEqual([`delivery ${id}`]);
    for (const { orders } of [first, second])
      expect(orders[0]).toMatchObject({ id, pickupDay: '2026-11-25', deliveryDay: '2026-11-26' });
    expect(inWords(await dayOf('2026-11-24'))).toEqual([]);

    const sheet = async (day: string) => {
      const answer = await staff.get(`/api/v1/drivers/${driver.userId}/run-sheet.pdf?day=${day}`);
      return (await readPages(answer.rawPayload)).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ');
    };
    expect(await sheet('2026-11-25')).toContain('Delivery Thu, Nov 26');
    expect(await sheet('2026-11-25')).not.toContain('DELIVERY');
    expect(await sheet('2026-11-26')).toContain('Pickup Wed, Nov 25');
    expect(await sheet('2026-11-26')).not.toContain('PICKUP');

    // Picked up, it is done on its day, and nothing is carried over to the next.
    await app.sql(`update orders set status = 'picked_up' where id = ?`, id);
    expect((await dayOf('2026-11-25')).stops).toEqual([{ ...stop(id, 'pickup'), isDone: true, isPlaced: false }]);
    expect((await dayOf('2026-11-26')).stops).toMatchObject([{ isDone: false }]);
  });

  it('C150 without a pickup window the pickup is on the day of the delivery, and a day at night is the company’s', async () => {
    const whole = await make('Whole day', { driverId: driver.userId, deliveryDate: '2026-11-27' });
    const night = await make('Night', {
      driverId: driver.userId,
      pickupWindow: { from: '2026-11-28T23:30:00-05:00', to: '2026-11-28T23:45:00-05:00' },
      deliveryWindow: { from: '2026-11-29T00:15:00-05:00', to: '2026-11-29T01:00:00-05:00' },
    });
    expect(inWords(await dayOf('2026-11-27'))).toEqual([`pickup ${whole.id}`, `delivery ${whole.id}`]);
    expect(inWords(await dayOf('2026-11-28'))).toEqual([`pickup ${night.id}`]);
    expect(inWords(await dayOf('2026-11-29'))).toEqual([`delivery ${night.id}`]);
  });

  it('C151 each day has its own order of stops, and saving one leaves the other as it is', async () => {
    const [one, other] = [await overnight(), await overnight()];
    ok(await save('2026-11-25', [stop(other.id, 'pickup'), stop(one.id, 'pickup')]));
    // A delivery needs its pickup before it where that is on the same day.
    ok(await save('2026-11-26', [stop(one.id, 'delivery'), stop(other.id, 'delivery')]));
    expect(inWords(await dayOf('2026-11-25'))).toEqual([`pickup ${other.id}`, `pickup ${one.id}`]);
    expect(inWords(await dayOf('2026-11-26'))).toEqual([`delivery ${one.id}`, `delivery ${other.id}`]);
    // Who names both stops of an order, as before, places the one of the day.
    ok(
      await save(
        '2026-11-26',
        [other, one].flatMap(({ id }) => [stop(id, 'pickup'), stop(id, 'delivery')]),
      ),
    );
    expect(inWords(await dayOf('2026-11-25'))).toEqual([`pickup ${other.id}`, `pickup ${one.id}`]);
    expect(inWords(await dayOf('2026-11-26'))).toEqual([`delivery ${other.id}`, `delivery ${one.id}`]);
    expectError(await save('2026-11-27', [stop(one.id, 'delivery')]), 409, 'ORDER_ON_OTHER_DAY');

    // What is taken from the driver leaves both days, and both lists are stale.
    const { version } = await dayOf('2026-11-26');
    const before = await dayOf('2026-11-25');
    ok(await staff.post(`/api/v1/orders/${one.id}/unassign`));
    expect(inWords(await dayOf('2026-11-25'))).toEqual([`pickup ${other.id}`]);
    expectError(await save('2026-11-25', [], { version: before.version }), 409, 'STALE_VERSION');
    expectError(await save('2026-11-26', [], { version }), 409, 'STALE_VERSION');
    const both = [await board('2026-11-25'), await board('2026-11-26')];
    for (const { unassigned } of both)
      expect(unassigned).toMatchObject({ orderIds: [one.id], totals: { stops: 1, orders: 1 } });
  });

  it('C152 an order is found by either of its stops: in the list, the file, the counts and a driver’s own list', async () => {
    const order = await overnight({ driverId: driver.userId });
    for (const day of ['2026-11-25', '2026-11-26']) {
      expect(await list(`plannedOn=${day}`), day).toEqual([order.id]);
      expect(await list(`plannedOn=${day}`, driver, `/api/v1/orders/driver/${driver.userId}`), day).toEqual([order.id]);
      expect((await staff.get(`/api/v1/orders.csv?plannedOn=${day}`)).body, day).toContain(order.trackingNumber);
    }
    expect(await list('plannedOn=2026-11-24')).toEqual([]);
    app.setClock(new Date('2026-11-25T09:00:00-05:00'));
    expect(ok<OrderCounts>(await staff.get('/api/v1/orders/counts'))).toMatchObject({ today: 1, tomorrow: 1 });
    // The list of drivers counts the stops of today, not both stops of today's orders.
    const [worker] = ok<{ data: { stopsToday: number }[] }>(await staff.get('/api/v1/users?role=driver')).data;
    expect(worker?.stopsToday).toBe(1);
  });
});

describe('what no day has', () => {
  it('C153 the board shows orders without a day and open stops of earlier days, whichever day is shown; lists and counts find the same', async () => {
    app.setClock(new Date('2026-11-30T23:00:00-05:00'));
    [staff, driver] = [await app.as('dispatcher'), await app.as('driver')];
    const left = await overnight({
      driverId: driver.userId,
      pickupWindow: { from: '2026-11-30T23:30:00-05:00', to: '2026-11-30T23:50:00-05:00' },
      deliveryWindow: { from: '2026-12-01T10:00:00-05:00', to: '2026-12-01T11:00:00-05:00' },
    });
    const late = await make('Late', { deliveryDate: '2026-11-29' });
    const loose = await make('Loose');
    const held = await make('Held', { driverId: driver.userId });
    const done = await make('Done', { deliveryDate: '2026-11-29' });
    await app.sql(`update orders set status = 'delivered' where id = ?`, done.id);
    app.setClock(new Date('2026-12-01T09:00:00-05:00'));

    for (const day of ['2026-12-01', '2026-11-30', '2027-01-15']) {
      const { carriedOver, unplanned, orders } = await board(day);
      expect(carriedOver, day).toEqual({
        totals: { stops: 3, stopsDone: 0, orders: 2, parcels: 2 },
        // The delivery of `left` is today and not left over.
        stops: [
          { ...stop(left.id, 'pickup'), day: '2026-11-30' },
          { ...stop(late.id, 'pickup'), day: '2026-11-29' },
          { ...stop(late.id, 'delivery'), day: '2026-11-29' },
        ],
        hasMore: false,
      });
      expect(unplanned, day).toEqual({
        totals: { stops: 4, stopsDone: 0, orders: 2, parcels: 2 },
        orderIds: [loose.id, held.id],
        hasMore: false,
      });
      const shown = new Set(orders.map(({ id }) => id));
      for (const { id } of [left, late, loose, held]) expect(shown.has(id), day).toBe(true);
      expect(shown.size, day).toBe(orders.length);
    }
    expect((await list('carriedOver=true')).toSorted()).toEqual([left.id, late.id].toSorted());
    expect(await list('unplanned=true&carriedOver=false')).toEqual([loose.id, held.id]);
    expect(ok<OrderCounts>(await staff.get('/api/v1/orders/counts'))).toMatchObject({ carriedOver: 2, unplanned: 2 });
    const own = `/api/v1/orders/driver/${driver.userId}`;
    expect(await list('carriedOver=true', driver, own)).toEqual([left.id]);
    expect(await list('unplanned=true', driver, own)).toEqual([held.id]);
    for (const query of ['carriedOver=yes', 'unplanned=1'])
      expectError(await staff.get(`/api/v1/orders?${query}`), 400);

    // Picked up late, it is carried over no more.
    await app.sql(`update orders set status = 'picked_up' where id = ?`, left.id);
    expect(inWords((await board('2026-12-01')).carriedOver)).toEqual([`pickup ${late.id}`, `delivery ${late.id}`]);
  });

  it('C153 shows 200 orders of each at most and says that there are more', async () => {
    await make('Model');
    await app.sql(
      `insert into orders (tracking_number, access_code_hash, access_code_sealed, customer_name, pickup_address, delivery_address, status, delivery_date, created_at, updated_at)
       select 'QF8' || lpad(n::text, 11, '0'), 'left ' || n, access_code_sealed, customer_name, pickup_address, delivery_address, 'pending',
         case when n % 2 = 0 then timestamptz '2026-11-20T17:00:00Z' - make_interval(days => n) end, created_at, updated_at
       from (select * from orders order by id limit 1) o, generate_series(1, 410) n`,
    );
    const { carriedOver, unplanned } = await board('2026-12-01');
    expect([carriedOver.hasMore, unplanned.hasMore]).toEqual([true, true]);
    expect(unplanned.orderIds).toHaveLength(200);
    const days = carriedOver.stops.map(({ day }) => day);
    expect(new Set(carriedOver.stops.map(({ orderId }) => orderId)).size).toBe(200);
    expect(days).toEqual(days.toSorted().toReversed());
  });
});
