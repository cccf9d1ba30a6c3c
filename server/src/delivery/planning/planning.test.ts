import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard, DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, expectRefused, NOWHERE, useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';

const ZONE = 'America/New_York';
const world = useWorld({ BUSINESS_TIMEZONE: ZONE });
const DAY = '2028-05-06';
/** A window of the day, by hours of a clock in New York, which is four hours behind UTC in May. */
const at = (from: number, to: number, day = DAY) => ({
  from: `${day}T${String(from).padStart(2, '0')}:00:00-04:00`,
  to: `${day}T${String(to).padStart(2, '0')}:00:00-04:00`,
});
const makeOrder = async (more: object = {}) =>
  ok<Order>(
    await world.dispatcher.post('/api/v1/orders', {
      customerName: 'Olga Order',
      customerEmail: 'olga@example.com',
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      deliveryDate: DAY,
      items: [{ name: 'Crate', quantity: 2 }],
      ...more,
    }),
  );
const makeDriver = async () => {
  const driver = await world.app.as('driver');
  return { ...driver, name: driver.username.replace(/^driver-(\d+)$/, 'First$1 Last$1') };
};
const pathOf = (driverId: number) => `/api/v1/drivers/${driverId}/day`;
const readDay = async (driverId: number, day = DAY) =>
  ok<DriverDay>(await world.dispatcher.get(`${pathOf(driverId)}?day=${day}`));
const readBoard = async (day = DAY) => ok<DayBoard>(await world.dispatcher.get(`/api/v1/drivers/days?day=${day}`));
const pickup = (orderId: number) => ({ orderId, stop: 'pickup' });
const delivery = (orderId: number) => ({ orderId, stop: 'delivery' });
const both = (orderId: number) => [pickup(orderId), delivery(orderId)];
const save = (driverId: number, stops: object[], more: object = {}) =>
  world.dispatcher.put(pathOf(driverId), { day: DAY, stops, ...more });
const inWords = ({ stops }: { stops: DriverDay['stops'] }) => stops.map(({ orderId, stop }) => `${stop} ${orderId}`);
const wordsOf = (...stops: { orderId: number; stop: string }[]) =>
  stops.map(({ orderId, stop }) => `${stop} ${orderId}`);

describe('a driver’s day', () => {
  it('I01 lists the stops that were placed first, then the others by window, each pickup before its delivery', async () => {
    const { userId } = await makeDriver();
    const late = await makeOrder({ driverId: userId, pickupWindow: at(13, 14), deliveryWindow: at(15, 16) });
    const early = await makeOrder({ driverId: userId, pickupWindow: at(9, 12), deliveryWindow: at(8, 12) });
    const placed = await makeOrder({ driverId: userId, deliveryWindow: at(17, 18) });
    await makeOrder({ driverId: userId, deliveryDate: '2028-05-07' });

    const before = await readDay(userId);
    expect(inWords(before)).toEqual(wordsOf(...both(early.id), pickup(late.id), delivery(late.id), ...both(placed.id)));
    expect(before).toMatchObject({
      day: DAY,
      version: 1,
      driver: { id: userId },
      totals: { stops: 6, stopsDone: 0, orders: 3, parcels: 6 },
    });
    const saved = ok<DriverDay>(
      await save(userId, [pickup(placed.id), pickup(late.id), delivery(placed.id)], { version: 1 }),
    );
    expect(inWords(saved)).toEqual(
      wordsOf(pickup(placed.id), pickup(late.id), delivery(placed.id), ...both(early.id), delivery(late.id)),
    );
    expect(saved.version).toBe(2);
    expect(saved.stops.map(({ isPlaced }) => isPlaced)).toEqual([true, true, true, false, false, false]);
    expect(await readDay(userId)).toEqual(saved);
    expect(
      await world.app.sql(
        `select s.order_id, s.stop, s.position from driver_day_stops s join driver_days d on d.id = s.driver_day_id where d.driver_id = ? order by 3`,
        userId,
      ),
    ).toEqual([
      { order_id: placed.id, stop: 'pickup', position: 1 },
      { order_id: late.id, stop: 'pickup', position: 2 },
      { order_id: placed.id, stop: 'delivery', position: 3 },
    ]);
  });

  it('I01 is the day of the company’s clock: a window at night counts for the day it begins on there', async () => {
    const { userId } = await makeDriver();
    // 23:30 in New York is the next day in UTC.
    const night = await makeOrder({
      driverId: userId,
      deliveryWindow: { from: `${DAY}T23:30:00-04:00`, to: '2028-05-07T00:30:00-04:00' },
    });
    expect(inWords(await readDay(userId))).toEqual(wordsOf(...both(night.id)));
    expect(inWords(await readDay(userId, '2028-05-07'))).toEqual([]);
  });

  it('I01 refuses a delivery before its pickup, a stop that is named twice and one that has no pickup', async () => {
    const { userId } = await makeDriver();
    const one = await makeOrder({ driverId: userId });
    const path = (n: number) => `stops.${n}.stop`;
    const first = 'An order is picked up before it is delivered';
    expectIssue(await save(userId, [delivery(one.id), pickup(one.id)]), path(0), first);
    const twice = 'An order is picked up once and delivered once';
    expectIssue(await save(userId, [...both(one.id), pickup(one.id)]), path(2), twice);
    expectError(await save(userId, [delivery(one.id)]), 400, 'PICKUP_MISSING');
    expectIssue(await save(userId, [{ orderId: one.id, stop: 'lunch' }]), path(0), 'stop must be pickup or delivery');
    expectIssue(await save(userId, [], { day: '2028-02-30' }), 'day', 'Must be a date like 2026-03-01');
    expect((await readDay(userId)).version).toBe(1);
  });

  it('I02 gives the driver what nobody has, with history and mail, and keeps at the end what is not named', async () => {
    const { userId, name } = await makeDriver();
    const kept = await makeOrder({ driverId: userId });
    const open = await makeOrder();
    const saved = ok<DriverDay>(await save(userId, both(open.id)));
    expect(inWords(saved)).toEqual(wordsOf(...both(open.id), ...both(kept.id)));
    expect(saved.orders.find(({ id }) => id === open.id)).toMatchObject({ status: 'assigned', driverId: userId });
    expect(
      await world.app.sql(
        `select action, detail from history where subject = 'order' and subject_id = ? and action = 'order.assigned'`,
        open.id,
      ),
    ).toEqual([{ action: 'order.assigned', detail: name }]);
    expect(await world.app.sql(`select trigger from emails where order_id = ? order by id`, open.id)).toContainEqual({
      trigger: 'driver_assigned',
    });
  });

  it('I02 changes nothing at all when one of its orders is refused', async () => {
    const { userId } = await makeDriver();
    const [free, cancelled, other] = [
      await makeOrder(),
      await makeOrder(),
      await makeOrder({ deliveryDate: '2028-05-07' }),
    ];
    ok(await world.dispatcher.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    const gone = await save(userId, [...both(free.id), ...both(cancelled.id)]);
    expect(expectError(gone, 409, 'ORDER_CLOSED').message).toMatch(/^QF[\d ]+ was cancelled and has left the day$/);
    expectError(await save(userId, [...both(free.id), ...both(other.id)]), 409, 'ORDER_ON_OTHER_DAY');
    expectError(await save(userId, [...both(free.id), ...both(NOWHERE)]), 404, 'ORDER_NOT_FOUND');
    expectError(await save(NOWHERE, both(free.id)), 404, 'DRIVER_NOT_FOUND');
    expectIssue(await save(world.customer.userId, both(free.id)), 'driverId', 'Not a driver');
    expect(await world.app.sql('select status, driver_id from orders where id = ?', free.id)).toEqual([
      { status: 'pending', driver_id: null },
    ]);
  });

  it('I02 takes an order from another driver only when it is said from whom', async () => {
    const [one, other] = [await makeDriver(), await makeDriver()];
    const order = await makeOrder();
    ok(await save(one.userId, both(order.id)));
    const refused = expectError(await save(other.userId, both(order.id)), 409, 'CARD_MOVED');
    expect(refused.message).toContain(`${one.name} has QF`);
    expect(refused.issues).toEqual([{ path: 'stops.0', message: expect.stringContaining(one.name) }]);
    const saved = ok<DriverDay>(
      await save(other.userId, both(order.id), { reassign: [{ orderId: order.id, fromDriverId: one.userId }] }),
    );
    expect(inWords(saved)).toEqual(wordsOf(...both(order.id)));
    expect(await readDay(one.userId)).toMatchObject({ stops: [], version: 3 });
  });
});

describe('two dispatchers', () => {
  it('I03 a stale version is refused, names where each order is now, and moves nothing', async () => {
    const [one, other] = [await makeDriver(), await makeDriver()];
    const [stays, moves] = [await makeOrder({ driverId: one.userId }), await makeOrder({ driverId: one.userId })];
    const { version } = await readDay(one.userId);
    ok(await save(other.userId, both(moves.id), { reassign: [{ orderId: moves.id, fromDriverId: one.userId }] }));
    const refused = expectError(
      await save(one.userId, [...both(moves.id), ...both(stays.id)], { version }),
      409,
      'STALE_VERSION',
    );
    expect(refused.message).toBe(
      `Someone else has changed the day of ${one.name}. Reload it to see the current version (2).`,
    );
    expect(refused.issues).toEqual([{ path: 'stops.0', message: expect.stringContaining(`${other.name} has QF`) }]);
    expect(inWords(await readDay(other.userId))).toEqual(wordsOf(...both(moves.id)));
  });

  it('I03 an order that was taken from the driver is not given back by a list that still names it', async () => {
    const { userId } = await makeDriver();
    const order = await makeOrder({ driverId: userId });
    const { version } = await readDay(userId);
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/unassign`));
    const refused = expectError(await save(userId, both(order.id), { version }), 409, 'STALE_VERSION');
    expect(refused.issues).toEqual([{ path: 'stops.0', message: expect.stringMatching(/^Nobody has QF/) }]);
    expect(await world.app.sql('select driver_id from orders where id = ?', order.id)).toEqual([{ driver_id: null }]);
  });

  it('I03 when two move orders together 50 times, no order is lost and none is in two places', async () => {
    const day = '2028-06-02';
    const drivers = [await makeDriver(), await makeDriver()].map(({ userId }) => userId);
    const dispatchers = [world.dispatcher, await world.app.as('dispatcher')];
    const ids: number[] = [];
    for (let made = 0; made < 6; made++) ids.push((await makeOrder({ deliveryDate: day })).id);
    let refused = 0;
    const move = async (who: (typeof dispatchers)[number], round: number) => {
      const board = ok<DayBoard>(await who.get(`/api/v1/drivers/days?day=${day}`));
      const orderId = ids[round % ids.length] ?? 0;
      const to = drivers[dispatchers.indexOf(who) === round % 2 ? 0 : 1] ?? 0;
      const from = board.orders.find(({ id }) => id === orderId)?.driverId ?? undefined;
      const column = board.drivers.find(({ driver }) => driver.id === to);
      const rest = (column?.stops ?? [])
        .filter((stop) => stop.orderId !== orderId)
        .map(({ orderId, stop }) => ({ orderId, stop }));
      const answer = await who.put(pathOf(to), {
        day,
        version: column?.version,
        stops: [...both(orderId), ...rest],
        ...(from === undefined || from === to ? {} : { reassign: [{ orderId, fromDriverId: from }] }),
      });
      if (answer.statusCode === 409) {
        expect(['STALE_VERSION', 'CARD_MOVED']).toContain(answer.json<{ code: string }>().code);
        refused++;
      } else expect(answer.statusCode, answer.body).toBe(200);
      return answer.statusCode;
    };
    for (let round = 0; round < 50; round++) {
      const codes = await Promise.all(dispatchers.map((who) => move(who, round)));
      expect(codes).toContain(200);
      const board = await readBoard(day);
      const seen = [
        ...board.unassigned.orderIds.flatMap((id) => wordsOf(...both(id))),
        ...board.drivers.flatMap((column) => inWords(column)),
      ];
      expect(seen.toSorted()).toEqual(ids.flatMap((id) => wordsOf(...both(id))).toSorted());
    }
    expect(refused).toBeGreaterThan(0);
    console.log(`${refused} of 100 moves were refused`);
  });
});

describe('the board', () => {
  it('I04 shows each active driver and what nobody has, with totals, and no column for who does not work', async () => {
    const day = '2028-07-01';
    const [works, gone] = [await makeDriver(), await makeDriver()];
    const order = await makeOrder({ driverId: works.userId, deliveryDate: day, parcels: 5 });
    const open = await makeOrder({ deliveryDate: day });
    ok(await world.admin.put(`/api/v1/users/${gone.userId}`, { isActive: false }));
    const board = await readBoard(day);
    const ids = board.drivers.map(({ driver }) => driver.id);
    expect(ids).toContain(works.userId);
    expect(ids).not.toContain(gone.userId);
    expect(board.drivers.find(({ driver }) => driver.id === works.userId)).toMatchObject({
      totals: { stops: 2, stopsDone: 0, orders: 1, parcels: 5 },
      stops: [
        { orderId: order.id, stop: 'pickup', isDone: false, isPlaced: false },
        { orderId: order.id, stop: 'delivery', isDone: false, isPlaced: false },
      ],
    });
    expect(board.unassigned).toEqual({
      totals: { stops: 2, stopsDone: 0, orders: 1, parcels: 2 },
      orderIds: [open.id],
    });
    expect(board.orders.map(({ id }) => id).toSorted()).toEqual([order.id, open.id].toSorted());
  });

  it('I04 answers a day of 600 stops in one piece, and takes their order in one call', async () => {
    const day = '2028-08-01';
    const { userId } = await makeDriver();
    const { id } = await makeOrder({ driverId: userId, deliveryDate: day });
    await world.app.sql(
      `with more as (
         insert into orders (tracking_number, access_code_hash, access_code_sealed, customer_name, customer_email, pickup_address, delivery_address, status, driver_id, delivery_date, created_at, updated_at)
         select 'QF9' || lpad(n::text, 11, '0'), 'many ' || n, access_code_sealed, customer_name, customer_email, pickup_address, delivery_address, status, driver_id, delivery_date, created_at, updated_at
         from orders, generate_series(1, 299) as n where id = ? returning id)
       insert into order_items (order_id, position, name, quantity, updated_at)
       select id, 0, 'Crate', 2, now() from more`,
      id,
    );
    const { stops, version } = await readDay(userId, day);
    expect(stops).toHaveLength(600);
    const wanted = [
      ...stops.filter(({ stop }) => stop === 'pickup').toReversed(),
      ...stops.filter(({ stop }) => stop === 'delivery'),
    ];
    const took = async (name: string, call: () => Promise<unknown>) => {
      const from = performance.now();
      await call();
      console.log(`600 stops, ${name}: ${Math.round(performance.now() - from)} ms`);
    };
    await took('saved', async () =>
      ok(
        await save(
          userId,
          wanted.map(({ orderId, stop }) => ({ orderId, stop })),
          { day, version },
        ),
      ),
    );
    await took('read', () => readDay(userId, day));
    await took('board', () => readBoard(day));
    expect(inWords(await readDay(userId, day))).toEqual(inWords({ stops: wanted }));
  });

  it('I05 what is cancelled or moved to another day leaves the day; what is picked up stays as done', async () => {
    const { userId } = await makeDriver();
    const [cancelled, moved, driven] = [
      await makeOrder({ driverId: userId }),
      await makeOrder({ driverId: userId }),
      await makeOrder({ driverId: userId }),
    ];
    ok(
      await save(
        userId,
        [cancelled, moved, driven].flatMap(({ id }) => both(id)),
      ),
    );
    ok(await world.dispatcher.put(`/api/v1/orders/${cancelled.id}/status`, { status: 'cancelled' }));
    ok(await world.dispatcher.put(`/api/v1/orders/${moved.id}`, { deliveryDate: '2028-05-09' }));
    ok(await world.dispatcher.put(`/api/v1/orders/${driven.id}/status`, { status: 'in_transit' }));
    const day = await readDay(userId);
    expect(day.stops).toEqual([
      { ...pickup(driven.id), isDone: true, isPlaced: true },
      { ...delivery(driven.id), isDone: false, isPlaced: true },
    ]);
    expect(inWords(await readDay(userId, '2028-05-09'))).toEqual(wordsOf(...both(moved.id)));
    ok(await save(userId, [delivery(driven.id)]));
  });

  it('I05 what a deactivated driver held is unassigned again, without a place', async () => {
    const day = '2028-07-02';
    const { userId } = await makeDriver();
    const order = await makeOrder({ deliveryDate: day });
    ok(await save(userId, both(order.id), { day }));
    expect(ok(await world.admin.put(`/api/v1/users/${userId}`, { isActive: false }))).toMatchObject({
      unassignedOrders: 1,
    });
    expect((await readBoard(day)).unassigned.orderIds).toEqual([order.id]);
    expect(await world.app.sql('select * from driver_day_stops where order_id = ?', order.id)).toEqual([]);
    expectError(await save(userId, both(order.id), { day }), 409, 'DRIVER_INACTIVE');
  });

  it('I08 the list of drivers says what each has open and how many stops are left today', async () => {
    const { userId, username } = await makeDriver();
    const today = dayAt(new Date(), ZONE);
    const driven = await makeOrder({ driverId: userId, deliveryDate: today });
    await makeOrder({ driverId: userId, deliveryDate: today });
    await makeOrder({ driverId: userId });
    ok(await world.dispatcher.put(`/api/v1/orders/${driven.id}/status`, { status: 'in_transit' }));
    const listed = async (of: typeof world.admin, name: string) =>
      ok<{ data: object[] }>(await of.get(`/api/v1/users?q=${name}`)).data;
    expect(await listed(world.dispatcher, username)).toMatchObject([{ id: userId, openOrders: 3, stopsToday: 3 }]);
    expect(await listed(world.admin, world.dispatcher.username)).toMatchObject([
      { openOrders: null, stopsToday: null },
    ]);
  });

  it('X04 is for staff; a driver reads their own day and changes none', async () => {
    const driver = await makeDriver();
    ok(await driver.get(`${pathOf(driver.userId)}?day=${DAY}`));
    ok(await driver.get(pathOf(driver.userId)));
    expectError(await driver.get(`${pathOf(world.driver.userId)}?day=${DAY}`), 403, 'FORBIDDEN');
    await expectRefused(
      world,
      [
        ['GET', '/api/v1/drivers/days'],
        ['PUT', pathOf(driver.userId), { day: DAY, stops: [] }],
      ],
      ['driver', 'customer'],
    );
  });
});

describe('the driver’s hours', () => {
  const setShift = (who: typeof world.dispatcher, driverId: number, shift: object) =>
    who.put(`${pathOf(driverId)}/shift`, { day: DAY, ...shift });

  it('P47 are kept as the driver’s phone says them, taken back by leaving them out, and leave the stops as they are', async () => {
    const driver = await makeDriver();
    const order = await makeOrder({ driverId: driver.userId });
    const { version } = ok<DriverDay>(await save(driver.userId, both(order.id)));
    const today = dayAt(new Date(), ZONE);
    const [startedAt, endedAt] = [60, 1].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString());
    expect(ok<DriverDay>(await setShift(driver, driver.userId, { day: today, startedAt, endedAt }))).toMatchObject({
      startedAt,
      endedAt,
    });
    expect(ok<DriverDay>(await setShift(driver, driver.userId, { day: today, startedAt }))).toMatchObject({
      startedAt,
      endedAt: null,
    });
    expect((await readBoard(today)).drivers.find((column) => column.driver.id === driver.userId)).toMatchObject({
      startedAt,
    });
    expect(await readDay(driver.userId)).toMatchObject({ version, startedAt: null });
  });

  it('P47 an impossible time becomes now, and an end before the beginning is refused', async () => {
    const { userId } = await makeDriver();
    const today = dayAt(new Date(), ZONE);
    for (const startedAt of ['1999-01-01T08:00:00Z', '2099-01-01T08:00:00Z']) {
      const before = Date.now();
      const said = ok<DriverDay>(await setShift(world.dispatcher, userId, { day: today, startedAt })).startedAt ?? '';
      expect(Date.parse(said)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(said)).toBeLessThanOrEqual(Date.now());
    }
    const [startedAt, endedAt] = [1, 60].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString());
    expectIssue(
      await setShift(world.dispatcher, userId, { day: today, startedAt, endedAt }),
      'endedAt',
      'The day ends before it begins',
    );
  });

  it('P47 X04 a driver says their own hours alone', async () => {
    const driver = await makeDriver();
    expectError(await setShift(driver, world.driver.userId, {}), 403, 'FORBIDDEN');
    await expectRefused(world, [['PUT', `${pathOf(driver.userId)}/shift`, { day: DAY }]], ['customer']);
  });
});
