import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { DeliveryPage } from '@quickfleet/shared/delivery/tracking/delivery-page';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/support/app.ts';
import { expectError, expectIssue, useWorld } from '../../../test/support/contract.ts';
import { ok, openOrder, orderBody } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { tendEtas } from './eta.service.ts';

const world = useWorld({ BUSINESS_TIMEZONE: 'Europe/Berlin' });
const TEN = new Date('2026-03-17T09:00:00Z');
const minutesAfter = (minutes: number) => new Date(TEN.getTime() + minutes * MINUTE_MS).toISOString();
const at = (minutes: number) => world.app.setClock(new Date(minutesAfter(minutes)));
/** An order of the driver with a window that begins so many minutes after ten. */
const make = async (window: number, more: object = {}) =>
  ok<Order & { accessCode: string }>(
    await world.dispatcher.post('/api/v1/orders', {
      ...orderBody({ driverId: world.driver.userId, ...more }),
      deliveryWindow: { from: minutesAfter(window), to: minutesAfter(window + 60) },
    }),
  );
const say = (who: Client, { id }: Order, reason: string | null, more: object = {}) =>
  who.post('/api/v1/driver/delays', { orderId: id, reason, ...more });
const read = async ({ id }: Order) => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`)).delay;
const track = async ({ trackingNumber }: Order) =>
  ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${trackingNumber}`)).delay;
const rows = () => world.app.sql('select order_id, reason, words from order_delays order by order_id');
const linesOf = ({ id }: Order) =>
  world.app.sql(
    `select action, detail from history where subject = 'order' and subject_id = ? and action like 'order.delay%' order by id`,
    id,
  );

beforeEach(async () => {
  at(0);
  await world.app.sql('delete from orders');
});

describe('running late', () => {
  it('C420 a driver says why for all deliveries of the day; customer, recipient and staff read it, and no stranger', async () => {
    const [late, evening, tomorrow] = [await make(-30), await make(480), await make(24 * 60)];
    const said = { reason: 'traffic', words: null, at: minutesAfter(0) };
    expect(ok<Order>(await say(world.driver, late, 'traffic')).delay).toEqual(said);
    expect([await read(late), await read(evening), await read(tomorrow)]).toEqual([said, said, null]);
    // A window that has not begun is not late yet.
    expect([await track(late), await track(evening)]).toEqual([said, null]);
    const token = deliveryToken(world.app.services.secrets, late.trackingNumber, late.customerEmail ?? '');
    expect(ok<DeliveryPage>(await world.visitor.get(`/api/v1/t/${token}`)).delay).toEqual(said);
    ok(await world.admin.put('/api/v1/company', { tracking: { level: 'verified' } }));
    expect(await track(late)).toBeNull();
    ok(await world.admin.put('/api/v1/company', { tracking: { level: 'open' } }));
    expect(await linesOf(late)).toEqual([{ action: 'order.delayed', detail: 'Heavy traffic' }]);
    expect(await rows()).toHaveLength(2);
  });

  it('C558 with `minutes` the expected times of the day move, and the customer reads a time that is not over', async () => {
    const [late, next] = [await make(-30), await make(60)];
    const etaOf = async ({ id }: Order) => ok<Order>(await world.dispatcher.get(`/api/v1/orders/${id}`)).eta;
    const shown = async ({ trackingNumber }: Order) =>
      ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${trackingNumber}`)).eta;
    ok(await say(world.driver, late, 'traffic', { minutes: 40 }));
    expect(await read(late)).toMatchObject({ reason: 'traffic', minutes: 40 });
    expect(await etaOf(late)).toMatchObject({ from: minutesAfter(10), to: minutesAfter(70) });
    expect(await etaOf(next)).toMatchObject({ from: minutesAfter(100), to: minutesAfter(160) });
    expect(await shown(next)).toMatchObject({ from: minutesAfter(100), to: minutesAfter(160) });
    // Said again it counts from what was planned, and a reason alone moves nothing.
    ok(await say(world.driver, late, 'traffic', { minutes: 60 }));
    ok(await say(world.driver, late, 'waiting'));
    expect(await etaOf(next)).toMatchObject({ from: minutesAfter(120), to: minutesAfter(180) });
    at(92);
    expect(await shown(late)).toMatchObject({
      from: minutesAfter(95),
      to: minutesAfter(155),
      updatedAt: minutesAfter(92),
    });
    ok(await say(world.driver, late, null));
    expect(await etaOf(next)).toMatchObject({ from: minutesAfter(60), to: minutesAfter(120) });
    for (const minutes of [4, 241, 7.5])
      expect((await say(world.driver, late, 'traffic', { minutes })).statusCode).toBe(400);
  });

  it('C763 a delay is of the day on which it is said: what is planned for another day is neither moved nor told', async () => {
    const [late, tomorrow] = [await make(-30), await make(24 * 60)];
    const shown = async ({ trackingNumber }: Order) => {
      const { eta, delay } = ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${trackingNumber}`));
      return { from: eta?.from, to: eta?.to, minutes: delay?.minutes };
    };
    const windowOf = (from: number) => ({ from: minutesAfter(from), to: minutesAfter(from + 60) });
    const move = async ({ id }: Order, from: number) =>
      ok(await world.dispatcher.put(`/api/v1/orders/${id}`, { deliveryWindow: windowOf(from) }));
    await world.app.sql('delete from emails');
    expect(ok<Order>(await say(world.driver, tomorrow, 'traffic', { minutes: 40 }))).toMatchObject({
      delay: null,
      eta: windowOf(24 * 60),
    });
    expect(await shown(late)).toMatchObject({ from: minutesAfter(10), minutes: 40 });
    expect(await world.app.sql('select distinct order_id from emails')).toEqual([{ order_id: late.id }]);
    // The office plans it anew: later today, and then for another day.
    await move(late, 240);
    expect(await shown(late)).toEqual({ ...windowOf(240), minutes: undefined });
    await move(late, 48 * 60);
    expect(await shown(late)).toEqual({ ...windowOf(48 * 60), minutes: undefined });
    expect(await read(late)).toBeNull();
    // Within what the driver said it stays as said.
    await move(late, -45);
    expect(await shown(late)).toMatchObject({ from: minutesAfter(10), to: minutesAfter(70), minutes: 40 });
  });

  it('C763 a delay over midnight is there until the time that it says', async () => {
    const night = await make(13 * 60 + 20);
    at(13 * 60 + 30);
    ok(await say(world.driver, night, 'traffic', { minutes: 40 }));
    ok(await say(world.driver, night, 'waiting'));
    const shown = async () =>
      ok<TrackedOrder>(await world.visitor.get(`/api/v1/orders/tracking/${night.trackingNumber}`)).eta;
    at(14 * 60 + 10);
    await tendEtas(world.app.services);
    expect(await shown()).toMatchObject({ from: minutesAfter(14 * 60), to: minutesAfter(15 * 60) });
    at(15 * 60 + 1);
    await tendEtas(world.app.services);
    expect(await rows()).toEqual([]);
  });

  it('C763 a delay from before a failed attempt is none of the next attempt', async () => {
    const order = await make(-30);
    ok(await say(world.driver, order, 'traffic', { minutes: 40 }));
    at(1);
    const failed = { stop: 'pickup', outcome: 'failed', reason: 'not_home', overrideReason: 'told by phone' };
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/attempts`, failed));
    ok(await world.dispatcher.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'retry' }));
    const again = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`));
    expect(again).toMatchObject({ delay: null, eta: { from: minutesAfter(-30), to: minutesAfter(30) } });
    at(2);
    ok(await say(world.driver, order, 'waiting', { minutes: 20 }));
    expect(await read(order)).toMatchObject({ reason: 'waiting', minutes: 20 });
  });

  it('C420 an access code says it for its own order, with own words; nobody else may', async () => {
    const [order, other] = [await make(-30), await make(-30)];
    const phone = await openOrder(world.app, order);
    expectIssue(await say(phone, order, 'other'), 'words', 'Say in a few words what happened');
    expectIssue(await say(phone, order, 'other', { words: 'x'.repeat(81) }), 'words', 'At most 80 characters');
    expectError(await say(phone, order, 'hunger'), 400);
    expectError(await say(phone, other, 'traffic'), 404);
    const own = await world.app.as('driver');
    expectError(await say(own, order, 'traffic'), 404);
    const program = await world.program('orders:read', 'orders:write', 'orders:manage');
    for (const who of [world.visitor, world.customer, world.dispatcher, program])
      expect([401, 403]).toContain((await say(who, order, 'traffic')).statusCode);
    ok(await say(phone, order, 'other', { words: 'The bridge is up' }));
    expect(await rows()).toEqual([{ order_id: order.id, reason: 'other', words: 'The bridge is up' }]);
    expect(await track(order)).toMatchObject({ reason: 'other', words: 'The bridge is up' });
  });

  it('C421 what comes late, twice or in the wrong order changes nothing; the driver takes it back', async () => {
    const order = await make(-30);
    const phone = await openOrder(world.app, order);
    at(30);
    const once = { headers: { 'idempotency-key': 'delay-1' } };
    const body = { orderId: order.id, reason: 'vehicle', takenAt: minutesAfter(20) };
    for (let n = 0; n < 2; n++) ok(await phone.post('/api/v1/driver/delays', body, once));
    ok(await say(phone, order, 'weather', { takenAt: minutesAfter(10) }));
    ok(await say(phone, order, 'weather', { takenAt: minutesAfter(-12 * 60) }));
    expect(await read(order)).toEqual({ reason: 'vehicle', words: null, at: minutesAfter(20) });
    expect(await linesOf(order)).toHaveLength(1);
    expect(ok<Order>(await say(phone, order, null)).delay).toBeNull();
    expect(await rows()).toEqual([]);
    ok(await say(phone, order, null));
    expect((await linesOf(order)).map((line) => line.action)).toEqual(['order.delayed', 'order.delay_ended']);
  });

  it('C421 it ends with the delivery, with another driver and with the day', async () => {
    const [done, given, kept] = [await make(-30), await make(-30), await make(-30)];
    ok(await say(world.driver, done, 'waiting'));
    ok(await world.dispatcher.put(`/api/v1/orders/${done.id}/status`, { status: 'cancelled' }));
    const { userId } = await world.app.as('driver');
    ok(await world.dispatcher.post(`/api/v1/orders/${given.id}/assign`, { driverId: userId, reassign: true }));
    expect([await read(done), await read(given), (await read(kept))?.reason]).toEqual([null, null, 'waiting']);
    expect(ok<Order>(await say(world.driver, kept, 'waiting')).delay?.reason).toBe('waiting');
    at(13 * 60);
    await tendEtas(world.app.services);
    expect((await read(kept))?.reason).toBe('waiting');
    at(15 * 60);
    const { version } = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${kept.id}`));
    await tendEtas(world.app.services);
    const next = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${kept.id}`));
    expect(next).toMatchObject({ delay: null, version: version + 1 });
    expect(await rows()).toEqual([]);
  });
});
