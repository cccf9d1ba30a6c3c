import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import type { MovedStops } from '@quickfleet/shared/delivery/planning/planning-moves';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { sendDueNotices } from '../notices/notices.service.ts';

const NOW = new Date('2026-11-24T09:00:00Z');
const [BEFORE, DAY, AFTER] = ['2026-11-23', '2026-11-25', '2026-11-26'];
let app: TestApp;
let staff: Client;
let ada: { userId: number };
let bo: { userId: number };
beforeAll(async () => {
  app = await createTestApp();
  app.setClock(NOW);
  staff = await app.as('dispatcher');
  [ada, bo] = [await app.as('driver'), await app.as('driver')];
  await app.sql(`update users set email = username || '@example.com' where role = 'driver'`);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setClock(NOW);
  ok(await (await app.as('admin')).put('/api/v1/company', { notices: { settleMinutes: 3 } }));
  await app.sql('delete from orders');
  await app.sql('delete from emails');
});

let made = 0;
const make = async (more: object = {}) =>
  ok<Order>(
    await staff.post('/api/v1/orders', {
      customerName: 'Olga Order',
      customerEmail: `olga-${++made}@example.com`,
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      deliveryWindow: { from: `${DAY}T12:00:00Z`, to: `${DAY}T13:00:00Z` },
      items: [{ name: 'Crate' }],
      ...more,
    }),
  );
const dayless = (more: object = {}) => make({ deliveryWindow: undefined, ...more });
const both = ({ id }: Order) => (['pickup', 'delivery'] as const).map((stop) => ({ orderId: id, stop }));
const send = (steps: object[], more: object = {}, who: Client = staff) =>
  who.post(`/api/v1/drivers/days/${DAY}/moves`, { steps, ...more });
const board = async () => ok<DayBoard>(await staff.get(`/api/v1/drivers/days?day=${DAY}`));
/** The stops of a driver on the board, in words. */
const stopsOf = async ({ userId }: { userId: number }, names: Record<string, Order>) => {
  const column = (await board()).drivers.find(({ driver }) => driver.id === userId);
  const nameOf = (id: number) => Object.entries(names).find(([, order]) => order.id === id)?.[0];
  return column?.stops.map(({ orderId, stop }) => `${stop} ${nameOf(orderId)}`);
};
const rows = (...orders: Order[]) =>
  app.sql<{ driver: number | null; status: string; day: string | null }>(
    `select driver_id as driver, status, to_char(planned_day, 'YYYY-MM-DD') as day from orders where id in (${orders.map(({ id }) => id).join()}) order by id`,
  );
const drive = ({ userId }: { userId: number }, orders: Order[], reassign?: [Order, { userId: number }][]) => ({
  kind: 'drive',
  driverId: userId,
  stops: orders.flatMap(both),
  ...(reassign ? { reassign: reassign.map(([{ id }, from]) => ({ orderId: id, fromDriverId: from.userId })) } : {}),
});

describe('several changes of a day in one call', () => {
  it('C156 gives orders of two drivers, of nobody, of no day and of an earlier day to one driver, and takes it back in one call', async () => {
    const [of, from, free, none] = [
      await make({ driverId: bo.userId }),
      await make({ driverId: ada.userId }),
      await make(),
      await dayless(),
    ];
    const old = await dayless({ deliveryDate: BEFORE, driverId: ada.userId });
    const answer = ok<MovedStops>(
      await send([
        { kind: 'reschedule', ids: [none.id, old.id], day: DAY },
        drive(
          bo,
          [old, of, from, free, none],
          [
            [from, ada],
            [old, ada],
          ],
        ),
      ]),
    );
    expect(await stopsOf(bo, { of, from, free, none, old })).toEqual(
      ['old', 'of', 'from', 'free', 'none'].flatMap((name) => [`pickup ${name}`, `delivery ${name}`]),
    );
    expect(answer.data.map(({ driver, totals }) => [driver.id, totals.stops])).toEqual([[bo.userId, 10]]);
    expect(await rows(none, old)).toEqual([
      { driver: bo.userId, status: 'assigned', day: DAY },
      { driver: bo.userId, status: 'assigned', day: DAY },
    ]);
    ok(
      await send([
        drive(
          ada,
          [from, old],
          [
            [from, bo],
            [old, bo],
          ],
        ),
        { kind: 'unassign', ids: [free.id, none.id] },
        { kind: 'plan', id: none.id, pickupWindow: null, deliveryWindow: null, deliveryDate: null },
        { kind: 'plan', id: old.id, pickupWindow: null, deliveryWindow: null, deliveryDate: BEFORE },
      ]),
    );
    expect(await rows(of, from, free, none, old)).toEqual([
      { driver: bo.userId, status: 'assigned', day: DAY },
      { driver: ada.userId, status: 'assigned', day: DAY },
      { driver: null, status: 'pending', day: DAY },
      { driver: null, status: 'pending', day: null },
      { driver: ada.userId, status: 'assigned', day: BEFORE },
    ]);
    expect(await stopsOf(bo, { of })).toEqual(['pickup of', 'delivery of']);
  });

  it('C156 makes all steps or none, and says which was refused and why', async () => {
    const [one, done, moved] = [await make(), await make({ driverId: ada.userId }), await make()];
    await app.sql(`update orders set status = 'delivered' where id = ?`, done.id);
    const first = { kind: 'reschedule', ids: [one.id], day: AFTER };
    const refused = await send([first, { kind: 'unassign', ids: [moved.id, done.id] }]);
    expectError(refused, 409, 'ORDER_NOT_ASSIGNED');
    expect(refused.json().issues).toEqual([
      { path: 'steps.1.ids.0', message: expect.stringMatching(/^QF[\d ]+: No driver has this order/) },
    ]);
    expectError(await send([first, { kind: 'unassign', ids: [done.id] }]), 409, 'ORDER_CLOSED');
    // On another day than the one that is planned.
    const elsewhere = await send([first, drive(bo, [one])]);
    expectError(elsewhere, 409, 'ORDER_ON_OTHER_DAY');
    expect(elsewhere.json().issues[0].path).toBe('steps.1.stops.0');
    // Someone else was faster.
    ok(await staff.post(`/api/v1/orders/${moved.id}/assign`, { driverId: ada.userId }));
    expectError(await send([first, drive(bo, [moved])]), 409, 'CARD_MOVED');
    expectError(await send([first, { ...drive(bo, [moved], [[moved, ada]]), version: 7 }]), 409, 'STALE_VERSION');
    // What is over is not planned.
    const past = { from: `${BEFORE}T12:00:00Z`, to: `${BEFORE}T13:00:00Z` };
    const over = await send([first, { kind: 'plan', id: moved.id, deliveryWindow: past }]);
    expectError(over, 400, 'VALIDATION_FAILED');
    expect(over.json().issues[0].path).toBe('steps.1.deliveryWindow.to');
    expect(await rows(one, moved)).toEqual([
      { driver: null, status: 'pending', day: DAY },
      { driver: ada.userId, status: 'assigned', day: DAY },
    ]);
  });

  it('C176 an Undo gives back times that are over, without a mail, and nothing that is a month ago', async () => {
    ok(await (await app.as('admin')).post('/api/v1/email-templates/initialize'));
    const late = { from: `${BEFORE}T12:00:00Z`, to: `${BEFORE}T13:00:00Z` };
    app.setClock(new Date('2026-11-22T09:00:00Z'));
    const order = await make({ pickupWindow: late, deliveryWindow: late, driverId: ada.userId });
    app.setClock(NOW);
    await sendDueNotices(app.services);
    await app.sql('delete from emails');
    const planOf = (window: object) => ({ kind: 'plan', id: order.id, pickupWindow: window, deliveryWindow: window });
    ok(await send([{ kind: 'reschedule', ids: [order.id], day: DAY }]));
    expectError(await send([planOf(late)]), 400, 'VALIDATION_FAILED');
    ok(await send([{ ...planOf(late), isUndo: true }]));
    expect(await rows(order)).toEqual([{ driver: ada.userId, status: 'assigned', day: BEFORE }]);
    const [windows] = await app.sql<{ from: Date; to: Date }>(
      'select pickup_from as from, delivery_to as to from orders where id = ?',
      order.id,
    );
    expect([windows?.from, windows?.to].map((at) => at && new Date(at).getTime())).toEqual(
      [late.from, late.to].map((at) => Date.parse(at)),
    );
    app.setClock(new Date(NOW.getTime() + 10 * 60_000));
    await sendDueNotices(app.services);
    expect(await app.sql('select trigger from emails')).toEqual([]);
    const old = { from: '2026-10-20T12:00:00Z', to: '2026-10-20T13:00:00Z' };
    const refused = await send([{ ...planOf(old), isUndo: true }]);
    expectError(refused, 400, 'VALIDATION_FAILED');
    expect(refused.json().issues[0].message).toMatch(/at most 31 days back/);
  });

  it('C156 has the limits and the permission of its steps', async () => {
    const order = await make();
    expectError(await send([]), 400, 'VALIDATION_FAILED');
    expectError(await send([{ kind: 'delete', ids: [order.id] }]), 400, 'VALIDATION_FAILED');
    expectError(await send([{ ...drive(bo, [order]), stops: both(order).toReversed() }]), 400, 'VALIDATION_FAILED');
    expectError(await send([{ kind: 'unassign', ids: [999_999] }]), 404, 'ORDER_NOT_FOUND');
    expectError(await send([drive({ userId: 999_999 }, [order])]), 404, 'DRIVER_NOT_FOUND');
    expectError(await send([drive(bo, [order])], {}, await app.as('driver')), 403, 'FORBIDDEN');
    ok(await send([drive(bo, [order])]));
  });

  it('C157 all changes of a call settle together: one mail to each driver and customer, none when it is taken back', async () => {
    ok(await (await app.as('admin')).post('/api/v1/email-templates/initialize'));
    const orders = [await make(), await make(), await make()];
    await app.sql('delete from emails');
    ok(await send([drive(ada, orders)]));
    const give = drive(
      bo,
      orders,
      orders.map((order) => [order, ada]),
    );
    const back = drive(
      ada,
      orders,
      orders.map((order) => [order, bo]),
    );
    ok(await send([give]));
    ok(await send([back]));
    ok(await send([give, { kind: 'reschedule', ids: orders.map(({ id }) => id), day: AFTER }]));
    app.setClock(new Date(NOW.getTime() + 10 * 60_000));
    await sendDueNotices(app.services);
    const sent = await app.sql<{ recipient: string; trigger: string; text: string }>(
      'select recipient, trigger, text from emails order by recipient',
    );
    expect(sent.map(({ trigger }) => trigger).toSorted()).toEqual([
      'driver_assigned',
      'driver_assigned',
      'driver_assigned',
      expect.stringMatching(/^driver_(job|jobs)/),
    ]);
    const day = sent.filter(({ trigger }) => trigger === 'driver_assigned').map(({ text }) => text);
    expect(day.every((text) => text.includes('Nov 26') || text.includes('November 26'))).toBe(true);
  });
});
