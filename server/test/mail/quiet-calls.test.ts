import { quietActions } from '@quickfleet/shared/base/notify';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, it } from 'vitest';
import { actionOf, buildDocument, methods } from '../../src/rest/openapi/openapi.ts';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { ok, openOrder, orderBody, quoteBody, recurringBody } from '../support/factories.ts';

const OFFICE = 'office@quickfleet.test';
const world = useWorld({ ADMIN_EMAIL: OFFICE });
const PRICE = { price: '84.50', paymentUrl: 'https://pay.example.com/q/1' };
const quiet = { notify: false };

let key: Client;
beforeAll(async () => {
  await world.app.sql('update users set email = ? where id = ?', 'robin@quickfleet.test', world.driver.userId);
  key = await world.program(
    'quotes:read',
    'quotes:write',
    'quotes:manage',
    'orders:read',
    'orders:write',
    'orders:manage',
  );
});

const mailsTo = async (recipient: string) =>
  (
    await world.app.sql<{ trigger: string }>('select trigger from emails where recipient = ? order by id', recipient)
  ).map(({ trigger }) => trigger);
const said = async (subject: 'quote' | 'order', id: number) =>
  (
    await world.app.sql<{ detail: string }>(
      `select detail from history where subject = ? and subject_id = ? and action = ? order by id`,
      subject,
      id,
      `${subject}.customer_not_mailed`,
    )
  ).map(({ detail }) => detail);
const line = (name: string) => `${name}: the caller said notify: false`;

/** An order in the hands of a driver who could not deliver it. */
async function failOrder(order: Order): Promise<void> {
  ok(await key.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId, ...quiet }));
  const attempt = (body: object) =>
    key.post(`/api/v1/orders/${order.id}/attempts`, { overrideReason: 'Sync', ...quiet, ...body });
  expect((await attempt({ stop: 'pickup', outcome: 'done' })).statusCode).toBe(201);
  ok(await key.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit', ...quiet }));
  expect((await attempt({ stop: 'delivery', outcome: 'failed', reason: 'not_home' })).statusCode).toBe(201);
}

describe('a call of a key that says notify: false', () => {
  it('C110 is taken by every write that may mail a customer, and by no other', () => {
    const { paths, components } = buildDocument();
    const taking = Object.values(paths).flatMap((item) =>
      methods.flatMap((method) => {
        const content = item[method]?.requestBody?.content ?? {};
        const named = JSON.stringify(content['application/json'] ?? content['multipart/form-data'] ?? {});
        const [, name = ''] = /"#\/components\/schemas\/(\w+)"/.exec(named) ?? [];
        const schema = JSON.stringify(components.schemas[name] ?? {});
        return item[method] && (named + schema).includes('"notify"') ? [actionOf(item[method].operationId)] : [];
      }),
    );
    // An import asks the other way round: its rows mail customers only when it says `notify: true`.
    expect([...new Set(taking)].toSorted()).toEqual([...quietActions, 'imports.commit'].toSorted());
  });

  it('C110 mails no customer on the way from a request to the order, says so in the history, and mails the office', async () => {
    const body = quoteBody();
    const { email } = body.customer;
    const office = (await mailsTo(OFFICE)).length;
    const { id } = ok<Quote>(await key.post('/api/v1/quotes', { ...body, ...quiet }));
    expect((await mailsTo(OFFICE)).slice(office)).toEqual(['quote_received_office']);
    expect(ok(await key.put(`/api/v1/quotes/${id}`, { ...PRICE, ...quiet }))).toMatchObject({ status: 'sent' });
    ok(await key.put(`/api/v1/quotes/${id}`, { quoteId: id, data: { price: '90', notify: false } }));
    ok(await key.post(`/api/v1/quotes/${id}/accept-on-behalf`, { reason: 'Said yes', ...quiet }));
    expect(ok(await key.put(`/api/v1/quotes/${id}`, { status: 'paid', ...quiet }))).toMatchObject({ status: 'paid' });
    const order = ok<Order>(await key.post(`/api/v1/quotes/${id}/convert-to-order`, quiet));
    expect(await mailsTo(email)).toEqual([]);
    expect(await said('quote', id)).toEqual(
      ['Quote received', 'Quote with payment link', 'Quote changed', 'Quote accepted', 'Payment received'].map(line),
    );
    expect(await said('order', order.id)).toEqual([line('Order created with tracking link')]);
    const [{ actor_name } = { actor_name: '' }] = await world.app.sql<{ actor_name: string }>(
      `select actor_name from history where action = 'order.customer_not_mailed' and subject_id = ?`,
      order.id,
    );
    expect(actor_name).toBe('API key A program');
    // The next call says nothing, and mails as ever.
    ok(await key.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    expect(await mailsTo(email)).toEqual(['driver_assigned']);
  });

  it('C110 mails no customer about orders, attempts, claims and recurring jobs, and still mails the driver', async () => {
    const body = orderBody();
    const before = (await mailsTo('robin@quickfleet.test')).length;
    const order = ok<Order>(await key.post('/api/v1/orders', { ...body, ...quiet }));
    await failOrder(order);
    ok(await key.post(`/api/v1/orders/${order.id}/resolution`, { kind: 'retry', ...quiet }));
    const claim = ok<{ id: number }>(await key.post('/api/v1/incidents', { orderId: order.id, kind: 'damaged' }));
    ok(await key.put(`/api/v1/incidents/${claim.id}`, { answer: 'We pay', ...quiet }));
    ok(await key.put(`/api/v1/orders/${order.id}/status`, { status: 'cancelled', ...quiet }));
    const twice = ok<Order>(await key.post(`/api/v1/orders/${order.id}/duplicate`, quiet));
    expect(await mailsTo(body.customerEmail)).toEqual([]);
    expect(await said('order', order.id)).toEqual(
      [
        'Order created with tracking link',
        'Driver assigned',
        'Items picked up',
        'In transit',
        'Failed attempt',
        'We try again',
        'Incident answered',
        'Order cancelled',
      ].map(line),
    );
    expect(await said('order', twice.id)).toEqual([line('Order created with tracking link')]);
    expect((await mailsTo('robin@quickfleet.test')).slice(before)).toContain('driver_job_assigned');
    const events = ok<{ data: { type: string; object: { id: number } }[] }>(
      await world.admin.get('/api/v1/events?limit=100'),
    );
    expect(events.data.filter(({ object, type }) => object.id === order.id && type === 'order.created')).toHaveLength(
      1,
    );
    const job = ok<{ id: number }>(await key.post('/api/v1/recurring-orders', recurringBody()));
    ok(await key.put(`/api/v1/recurring-orders/${job.id}`, { paused: true, ...quiet }));
  });

  it('C110 makes no PIN that nobody would know: the driver’s first try has it made and mailed', async () => {
    const body = orderBody({ proofRules: { delivery: { pin: true } } });
    const order = ok<Order>(await key.post('/api/v1/orders', { ...body, ...quiet }));
    expect(await said('order', order.id)).toEqual(
      ['Order created with tracking link', 'PIN for the handover'].map(line),
    );
    const pins = () => world.app.sql('select stop from order_pins where order_id = ?', order.id);
    expect(await pins()).toEqual([]);
    const { accessCode } = ok<Order>(await world.dispatcher.get(`/api/v1/orders/${order.id}`));
    const phone = await openOrder(world.app, { accessCode: accessCode ?? '' });
    expectError(await phone.post('/api/driver/pin', { stop: 'delivery', pin: '123456' }), 409, 'PIN_SENT_NOW');
    expect(await pins()).toEqual([{ stop: 'delivery' }]);
    expect(await mailsTo(body.customerEmail)).toEqual(['delivery_pin']);
  });

  it('C111 is refused from everybody without a key, with a sentence, and changes nothing', async () => {
    const { id } = ok<Quote>(await world.dispatcher.post('/api/v1/quotes', quoteBody()));
    const refused = await world.dispatcher.put(`/api/v1/quotes/${id}`, { ...PRICE, ...quiet });
    expect(expectError(refused, 403, 'FORBIDDEN').error).toBe('Only an API key can send notify: false');
    expectError(await world.visitor.post('/api/v1/quotes', { ...quoteBody(), ...quiet }), 403, 'FORBIDDEN');
    expect(await world.app.sql('select status from quotes where id = ?', id)).toEqual([{ status: 'draft' }]);
    expect(ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, { ...PRICE, notify: true }))).toMatchObject({
      status: 'sent',
    });
    expectError(await key.put(`/api/v1/quotes/${id}`, { notes: 'x', notify: 'no' }), 400, 'VALIDATION_FAILED');
  });

  it('C110 C69 is the same row under its externalId, whether it mails or not', async () => {
    const sent = orderBody({ externalId: 'QUIET-1' });
    const first = ok<Order>(await key.post('/api/v1/orders', { ...sent, ...quiet }));
    const again = await key.post('/api/v1/orders', sent);
    expect([again.statusCode, again.json().id]).toEqual([200, first.id]);
    expect(await mailsTo(sent.customerEmail)).toEqual([]);
  });
});
