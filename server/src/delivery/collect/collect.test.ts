import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverCash } from '@quickfleet/shared/delivery/collect/collect';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { makeOrder, ok, openOrder, signatureFile } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const collect = { amount: '45.00', currency: 'EUR', method: 'cash' };
const read = async (who: Client, order: { id: number }) => ok<Order>(await who.get(`/api/v1/orders/${order.id}`));
const say = (who: Client, order: { id: number }, body: object, headers: Record<string, string> = {}) =>
  who.post(`/api/v1/driver/orders/${order.id}/collected`, body, { headers });
const sign = async (phone: Client, order: { id: number }, kind: string) =>
  phone.form('POST', '/api/driver/signature', { customerName: 'Ada', orderId: String(order.id), kind }, [
    await signatureFile(),
  ]);
const pickUp = async (phone: Client, order: { id: number }) => {
  ok(await sign(phone, order, 'pickup'));
  ok(await phone.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
};
const linesOf = (order: { id: number }) =>
  world.app.sql(
    `select action, detail from history where subject = 'order' and subject_id = ? and action like 'order.%collected' order by id`,
    order.id,
  );
const made = async (more: Record<string, unknown> = { collect }) => {
  const order = await makeOrder(world.app, world.dispatcher, more);
  return { order, phone: await openOrder(world.app, order) };
};

describe('money that is collected at the door', () => {
  it('C613 is set, changed and taken away with the order, in the decimals of its currency, and reads the same', async () => {
    const { order } = await made({ collect: { amount: 45 } });
    expect((await read(world.dispatcher, order)).collect).toEqual({ amount: '45.00', currency: 'USD', method: 'any' });
    const path = `/api/v1/orders/${order.id}`;
    const yen = { amount: '4500', currency: 'jpy', method: 'card' };
    expect(ok<Order>(await world.dispatcher.put(path, { collect: yen })).collect).toEqual({ ...yen, currency: 'JPY' });
    expect(ok<Order>(await world.dispatcher.put(path, { notes: 'Bell' })).collect).toMatchObject({ currency: 'JPY' });
    for (const [bad, field] of [
      [{ ...yen, amount: '4500.5' }, 'collect.amount'],
      [{ ...yen, amount: '0' }, 'collect.amount'],
      [{ ...yen, currency: 'XQQ' }, 'collect'],
      [{ ...yen, method: 'cheque' }, 'collect'],
    ] as const)
      expect(JSON.stringify(expectError(await world.dispatcher.put(path, { collect: bad }), 400).issues)).toContain(
        field,
      );
    expect(ok<Order>(await world.dispatcher.put(path, { collect: null })).collect).toBeNull();
    const [line] = await world.app.sql(
      `select string_agg(detail, '\n' order by id) as detail from history where subject = 'order' and subject_id = ? and action = 'order.updated'`,
      order.id,
    );
    expect(line?.['detail']).toContain('To collect at the door: $45.00 in cash or by card → ¥4,500 by card');
  });

  it('C614 is asked for once before the delivery counts, and a reason stands for what was not handed over', async () => {
    const { order, phone } = await made();
    await pickUp(phone, order);
    expect(ok<Order>(await phone.get('/api/v1/driver/order'))).toMatchObject({ collect, collected: null });
    const refused = expectError(await sign(phone, order, 'delivery'), 409, 'PROOF_MISSING');
    expect(refused.issues).toEqual([{ path: 'collect', message: 'Still missing: what is to be collected' }]);
    expectIssue(await say(phone, order, { amount: '0', method: 'cash' }), 'reason', 'Say why nothing was handed over');
    expectIssue(await say(phone, order, { amount: '45', method: 'card' }), 'method', 'This is paid: In cash');
    expectIssue(
      await say(phone, order, { amount: '4.555', method: 'cash' }),
      'amount',
      'The amount must be a number of at least 0 with at most 2 decimals',
    );
    ok(await say(phone, order, { amount: '0', method: 'cash', reason: 'Had paid online' }));
    expect(ok<Order>(await sign(phone, order, 'delivery'))).toMatchObject({
      status: 'delivered',
      collected: { amount: '0.00', reason: 'Had paid online' },
    });
    expect(await linesOf(order)).toEqual([
      { action: 'order.not_collected', detail: 'Nothing was handed over: Had paid online' },
    ]);
  });

  it('C615 counts once however often a phone sends it, and what is said anew corrects it, with both in the history', async () => {
    const { order, phone } = await made();
    await pickUp(phone, order);
    const collectedAt = new Date().toISOString();
    const body = { amount: '45', method: 'cash', collectedAt };
    const answers = await Promise.all(
      ['one', 'one', 'two'].map((key) => say(phone, order, body, { 'idempotency-key': `${key}-${order.id}` })),
    );
    for (const answer of answers)
      expect(ok<Order>(answer).collected).toEqual({ ...collect, reason: null, collectedAt });
    ok(await say(phone, order, { amount: '40', method: 'cash', reason: 'Had no more' }));
    expect(await linesOf(order)).toEqual([
      { action: 'order.collected', detail: '€45.00 in cash' },
      { action: 'order.collected', detail: '€40.00 in cash: Had no more' },
    ]);
    expect(await world.app.sql('select amount::text from collections where order_id = ?', order.id)).toEqual([
      { amount: '40.00' },
    ]);
  });

  it('C616 is taken for the order that is named alone: none of another phone, and none without an amount', async () => {
    const { order } = await made();
    const { order: plain, phone } = await made({});
    expectError(await say(phone, order, { amount: '45', method: 'cash' }), 404);
    expectError(await say(phone, plain, { amount: '45', method: 'cash' }), 409, 'NOTHING_TO_COLLECT');
    expect(await linesOf(order)).toEqual([]);
  });

  it('C617 goes along with a duplicate and a quote, never with the way back', async () => {
    const { order, phone } = await made();
    await pickUp(phone, order);
    expect(ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/duplicate`, {})).collect).toEqual(collect);
    expect(ok<Order>(await world.dispatcher.post(`/api/v1/orders/${order.id}/return`, {})).collect).toBeNull();
  });

  it('C618 is shown to those who pay and to nobody who has the number alone', async () => {
    const { order, phone } = await made();
    const token = deliveryToken(world.app.services.secrets, order.trackingNumber, order.customerEmail ?? '');
    const page = async () => ok<DeliveryPage>(await world.visitor.get(`/api/v1/t/${token}`));
    expect(await page()).toMatchObject({ collect, collected: null });
    await pickUp(phone, order);
    ok(await say(phone, order, { amount: '45', method: 'cash' }));
    expect((await page()).collected).toMatchObject({ amount: '45.00', method: 'cash' });
    const tracked = ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`));
    expect(tracked).toMatchObject({ collect: null, collected: null });
  });
});

describe('the cash of a driver’s day', () => {
  it('C619 is what they took by order; the count is kept beside it with its difference, and taken back', async () => {
    const { driver } = world;
    const carry = async (amount: string, method: string) => {
      const order = await makeOrder(world.app, world.dispatcher, {
        collect: { amount, currency: 'USD', method: 'any' },
      });
      ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId, reassign: true }));
      await pickUp(driver, order);
      ok(await say(driver, order, { amount, method }));
      return order;
    };
    const [one, two] = [await carry('45', 'cash'), await carry('30.50', 'card')];
    const three = await carry('20', 'cash');
    const day = dayAt(new Date(), 'Europe/Berlin');
    const path = `/api/v1/drivers/${driver.userId}/days/${day}/cash`;
    const cash = ok<DriverCash>(await world.dispatcher.get(path));
    expect(cash).toMatchObject({
      ...{ currency: 'USD', currencies: ['USD'], expected: '65.00', byCard: '30.50', counted: null, difference: null },
      orders: [{ orderId: one.id }, { orderId: two.id, method: 'card' }, { orderId: three.id, amount: '20.00' }],
    });
    const count = (body: object) => world.dispatcher.post(path, body);
    const counted = ok<DriverCash>(await count({ counted: 60 }));
    expect(counted).toMatchObject({ counted: '60.00', expectedThen: '65.00', difference: '-5.00', version: 1 });
    expect(ok<DriverCash>(await count({ counted: '60.00' })).version).toBe(1);
    expectError(await count({ counted: '61', version: 7 }), 409, 'STALE_VERSION');
    // What comes in later is seen beside what was expected then.
    await carry('10', 'cash');
    expect(ok<DriverCash>(await world.dispatcher.get(path))).toMatchObject({
      expectedThen: '65.00',
      difference: '-15.00',
    });
    expect(ok<DriverCash>(await count({ counted: null }))).toMatchObject({ counted: null, difference: null });
    expect(
      await world.app.sql(
        `select action, detail from history where subject = 'user' and subject_id = ? and action like 'user.cash%' order by id`,
        driver.userId,
      ),
    ).toEqual([
      { action: 'user.cash_counted', detail: `${day}: $60.00 of $65.00, $5.00 too little` },
      { action: 'user.cash_uncounted', detail: `${day}: $60.00` },
    ]);
    expectError(await driver.get(path), 403);
    expectError(await world.dispatcher.get(`/api/v1/drivers/999999/days/${day}/cash`), 404);
  });

  it('C791 stays in the cash of the day when its order is deleted, without what was said of it', async () => {
    const { driver } = world;
    const order = await makeOrder(world.app, world.dispatcher, { collect: { ...collect, currency: 'USD' } });
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId, reassign: true }));
    await pickUp(driver, order);
    ok(await say(driver, order, { amount: '40', method: 'cash', reason: 'Ada had no more' }));
    const path = `/api/v1/drivers/${driver.userId}/days/${dayAt(new Date(), 'Europe/Berlin')}/cash`;
    const read = async () => ok<DriverCash>(await world.dispatcher.get(path));
    const { expected } = await read();
    ok(await world.admin.delete(`/api/v1/orders/${order.id}`));
    const after = await read();
    expect(after.expected).toBe(expected);
    expect(after.orders.find(({ orderId }) => orderId === order.id)).toMatchObject({
      ...{ trackingNumber: order.trackingNumber, amount: '40.00', reason: null, toCollect: null },
    });
  });
});
