import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';

let app: TestApp;
let staff: Client;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York' });
  staff = await app.as('dispatcher');
  app.setClock(new Date('2026-11-24T09:00:00-05:00'));
});
afterAll(() => app.close());

/** A window of a November day in New York. */
const at = (day: number, from: string, to: string) => ({
  from: `2026-11-${day}T${from}:00-05:00`,
  to: `2026-11-${day}T${to}:00-05:00`,
});
const make = async (more: object = {}) =>
  ok<Order>(
    await staff.post('/api/v1/orders', {
      customerName: 'Olga Overnight',
      customerEmail: 'olga@example.com',
      pickupAddress: 'Pier 1',
      deliveryAddress: 'Dock 2',
      items: [{ name: 'Crate' }],
      ...more,
    }),
  );
const overnight = (more: object = {}) =>
  make({ pickupWindow: at(25, '16:00', '18:00'), deliveryWindow: at(26, '09:00', '11:00'), ...more });
const send = (ids: number[], day: string, more: object = {}, who: Client = staff) =>
  who.post('/api/v1/orders/reschedule', { ids, day, ...more });
const move = async (...given: Parameters<typeof send>) => ok<{ data: Order[] }>(await send(...given)).data;
/** Begin of both windows and the planned day, on the clocks of New York. */
const rowOf = async (id: number) =>
  (
    await app.sql<{ pickup: string | null; delivery: string | null; day: string | null }>(
      `select to_char(pickup_from at time zone 'America/New_York', 'MM-DD HH24:MI') as pickup,
         to_char(delivery_from at time zone 'America/New_York', 'MM-DD HH24:MI') as delivery,
         to_char(planned_day, 'MM-DD') as day from orders where id = ?`,
      id,
    )
  )[0];

describe('moving orders to another day', () => {
  it('C154 the earliest open stop lands on the day, the other keeps its distance, and times of the day stay', async () => {
    const [one, two] = [await overnight(), await make({ deliveryWindow: at(25, '08:00', '09:30') })];
    const data = await move([two.id, one.id, two.id], '2026-11-27');
    expect(data.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect(await rowOf(one.id)).toEqual({ pickup: '11-27 16:00', delivery: '11-28 09:00', day: '11-28' });
    expect(await rowOf(two.id)).toEqual({ pickup: null, delivery: '11-27 08:00', day: '11-27' });
    // The day on which the clocks of New York go forward.
    await move([one.id], '2027-03-13');
    expect(await rowOf(one.id)).toEqual({ pickup: '03-13 16:00', delivery: '03-14 09:00', day: '03-14' });
    const [line] = await app.sql<{ detail: string }>(
      `select detail from history where subject = 'order' and subject_id = ? order by id desc limit 1`,
      one.id,
    );
    expect(line?.detail).toMatch(/^Pickup window: .*\nDelivery window: /);
  });

  it('C154 an If-Match of a caller is about no order among many', async () => {
    const [one, two] = [await overnight(), await overnight()];
    const body = { ids: [one.id, two.id], day: '2026-11-29' };
    ok(await staff.post('/api/v1/orders/reschedule', body, { headers: { 'if-match': '"1"' } }));
    ok(await staff.post('/api/v1/orders/reschedule', body, { headers: { 'if-match': '"99"' } }));
    expect(await rowOf(one.id)).toEqual({ pickup: '11-29 16:00', delivery: '11-30 09:00', day: '11-30' });
  });

  it('C154 of an order that is picked up only the delivery moves; one stop can be named; a day is enough', async () => {
    const carried = await overnight();
    await app.sql(`update orders set status = 'picked_up' where id = ?`, carried.id);
    await move([carried.id], '2026-11-30');
    expect(await rowOf(carried.id)).toEqual({ pickup: '11-25 16:00', delivery: '11-30 09:00', day: '11-30' });
    expectError(await send([carried.id], '2026-11-30', { stop: 'pickup' }), 409, 'STOP_DONE');

    const plain = await overnight();
    await move([plain.id], '2026-11-24', { stop: 'pickup' });
    await move([plain.id], '2026-11-27', { stop: 'delivery' });
    expect(await rowOf(plain.id)).toEqual({ pickup: '11-24 16:00', delivery: '11-27 09:00', day: '11-27' });

    const dayless = await make();
    await move([dayless.id], '2026-11-28');
    expect(await rowOf(dayless.id)).toEqual({ pickup: null, delivery: null, day: '11-28' });
    await move([dayless.id], '2026-11-29');
    expect((await rowOf(dayless.id))?.day).toBe('11-29');
    expectError(await send([dayless.id], '2026-11-30', { stop: 'pickup' }), 409, 'NO_PICKUP_WINDOW');
  });

  it('C155 all of them move or none, and the one that cannot is named', async () => {
    const [one, two] = [await overnight(), await overnight()];
    await app.sql(`update orders set status = 'delivered' where id = ?`, two.id);
    const refused = await send([one.id, two.id], '2026-11-27');
    expectError(refused, 409, 'ORDER_CLOSED');
    expect(refused.json().issues).toEqual([
      { path: 'ids.1', message: expect.stringMatching(/^QF[\d ]+: .* delivered/) },
    ]);
    expect(await rowOf(one.id)).toMatchObject({ pickup: '11-25 16:00', delivery: '11-26 09:00' });
    expectError(await send([one.id, 999_999], '2026-11-27'), 404, 'ORDER_NOT_FOUND');
    // The pickup would be over: it is 9 in the morning.
    expectError(await send([one.id], '2026-11-23'), 400, 'VALIDATION_FAILED');
    expectError(await send([], '2026-11-27'), 400, 'VALIDATION_FAILED');
    expectError(await send([one.id], '2026-11-27', {}, await app.as('driver')), 403);
    expect(await rowOf(one.id)).toMatchObject({ pickup: '11-25 16:00', delivery: '11-26 09:00' });
  });

  it('C155 tells the driver as any change of the plan does', async () => {
    ok(await (await app.as('admin')).post('/api/v1/email-templates/initialize'));
    const driver = await app.as('driver');
    await app.sql(`update users set email = 'dan@example.com' where id = ?`, driver.userId);
    const one = await overnight({ driverId: driver.userId });
    const news = async () =>
      (
        await app.sql<{ text: string }>(
          `select text from emails where order_id = ? and trigger = 'driver_job_changed' and recipient = 'dan@example.com'`,
          one.id,
        )
      ).map(({ text }) => text);
    await move([one.id], '2026-11-30');
    const mails = await news();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Nov 30');
  });
});
