import type { Driver } from '@quickfleet/shared/delivery/drivers/drivers';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { expectError, NOWHERE, useWorld } from '../support/contract.ts';
import { makePaidQuote, makeQuote, ok, orderBody, quoteBody } from '../support/factories.ts';

const world = useWorld();
const PRICE = { price: '84.50', paymentUrl: 'https://pay.example.com/q/1' };
const triggers = async (quoteId: number) =>
  (await world.app.sql<{ trigger: string }>('select trigger from emails where quote_id = ? order by id', quoteId)).map(
    ({ trigger }) => trigger,
  );
const statusOf = async (id: number) => (await world.app.sql('select status, price from quotes where id = ?', id))[0];

describe('POST /api/v1/quotes/{id}/book', () => {
  it('C112 prices a request, marks it paid and makes its order, with the history of each and one mail', async () => {
    const key = await world.program('quotes:write', 'quotes:manage');
    const { id } = ok<Quote>(await key.post('/api/v1/quotes', quoteBody({ externalId: 'BOOK-1' })));
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const deliveryWindow = { from: `${day}T09:00:00.000Z`, to: `${day}T11:00:00.000Z` };
    const body = { ...PRICE, terms: 'Paid in the shop', paymentReference: 'Shop 1001', deliveryWindow };
    const answer = await key.post(`/api/v1/quotes/${id}/book`, body);
    expect(answer.statusCode, answer.body).toBe(201);
    const order = answer.json<Order>();
    expect(order).toMatchObject({ quoteId: id, quotePrice: '84.50', status: 'pending', externalId: 'BOOK-1' });
    expect(order.deliveryWindow).toMatchObject(deliveryWindow);
    expect(answer.headers['etag']).toBe(`"order-${order.id}-v${order.version}"`);
    expect(await triggers(id)).toEqual(['quote_received', 'order_created']);
    const lines = await world.app.sql<{ action: string }>(
      `select action from history where subject = 'quote' and subject_id = ? order by id`,
      id,
    );
    expect(lines.map(({ action }) => action)).toEqual([
      'quote.created',
      'quote.priced',
      'quote.sent',
      'quote.customer_not_mailed',
      'quote.paid',
      'quote.customer_not_mailed',
      'quote.converted',
    ]);
    const quote = ok<Quote>(await world.dispatcher.get(`/api/v1/quotes/${id}`));
    expect(quote).toMatchObject({ status: 'converted', terms: 'Paid in the shop', payment: { state: 'paid' } });
    expect(quote.payments).toMatchObject([{ reference: 'Shop 1001', amount: '84.50' }]);
  });

  it('C112 leaves out what is done already, and mails nobody with notify: false', async () => {
    const key = await world.program('quotes:write', 'quotes:manage');
    const paid = await makePaidQuote(world.app, world.dispatcher);
    expect(ok<Order>(await key.post(`/api/v1/quotes/${paid.id}/book`, {}))).toMatchObject({ quotePrice: '120.00' });
    const { id } = await makeQuote(world.app);
    ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, PRICE));
    const before = await triggers(id);
    ok(await key.post(`/api/v1/quotes/${id}/book`, { notify: false }));
    expect(await triggers(id)).toEqual(before);
  });

  it('C112 is all of it or nothing, by the rules of the three calls', async () => {
    const key = await world.program('quotes:write', 'quotes:manage');
    const book = (id: number, body: object) => key.post(`/api/v1/quotes/${id}/book`, body);
    const { id } = await makeQuote(world.app);
    const untouched = { status: 'draft', price: null };
    expectError(await book(id, {}), 409, 'QUOTE_NOT_PRICED');
    expectError(await book(id, { price: '10' }), 409, 'QUOTE_NOT_PRICED');
    expectError(await book(id, { ...PRICE, deliveryWindow: { from: 'x', to: 'y' } }), 400, 'VALIDATION_FAILED');
    const past = { from: '2020-01-01T08:00:00Z', to: '2020-01-01T09:00:00Z' };
    expectError(await book(id, { ...PRICE, deliveryWindow: past }), 400);
    expectError(await book(id, { ...PRICE, paidOn: '2999-01-01' }), 400);
    expectError(await book(id, { ...PRICE, version: 99 }), 409, 'STALE_VERSION');
    expectError(await book(NOWHERE, PRICE), 404, 'QUOTE_NOT_FOUND');
    expect(await statusOf(id)).toEqual(untouched);
    const paid = await makePaidQuote(world.app, world.dispatcher);
    expectError(await book(paid.id, { price: '1' }), 409, 'QUOTE_ALREADY_PAID');
    expect(await statusOf(paid.id)).toMatchObject({ status: 'paid' });
    ok(await book(paid.id, {}));
    expectError(await book(paid.id, {}), 409, 'QUOTE_ALREADY_CONVERTED');
  });

  it('C112 makes one order of twelve calls at the same moment, and of a repeat with its Idempotency-Key', async () => {
    const key = await world.program('quotes:write', 'quotes:manage');
    const { id } = await makeQuote(world.app);
    const answers = await Promise.all(Array.from({ length: 12 }, () => key.post(`/api/v1/quotes/${id}/book`, PRICE)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const refused of answers.filter(({ statusCode }) => statusCode !== 201)) expectError(refused, 409);
    const next = await makeQuote(world.app);
    const headers = { 'idempotency-key': 'book-1' };
    const [first, again] = [
      await key.post(`/api/v1/quotes/${next.id}/book`, PRICE, { headers }),
      await key.post(`/api/v1/quotes/${next.id}/book`, PRICE, { headers }),
    ];
    expect([first.statusCode, again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.json().id).toBe(first.json().id);
    expect(await world.app.sql('select id from orders where quote_id in (?, ?)', id, next.id)).toHaveLength(2);
  });

  it('C112 needs the scopes of the three calls, and is not a merchant’s', async () => {
    const { id } = await makeQuote(world.app);
    for (const scope of ['quotes:write', 'quotes:manage']) {
      const refused = await (await world.program(scope)).post(`/api/v1/quotes/${id}/book`, PRICE);
      expect(expectError(refused, 403, 'FORBIDDEN').error).toMatch(/quotes:(?:write|manage)/);
    }
    const [row] = await world.app.sql<{ id: number }>('select customer_id as id from quotes where id = ?', id);
    const made = { name: 'Shop', scopes: ['quotes:write', 'quotes:read'], customerId: row?.id };
    const { key } = ok<{ key: string }>(await world.admin.post('/api/v1/api-keys', made));
    expectError(await world.app.client({ key }).post(`/api/v1/quotes/${id}/book`, PRICE), 403, 'FORBIDDEN');
    expectError(await world.visitor.post(`/api/v1/quotes/${id}/book`, PRICE), 401);
    expectError(await world.driver.post(`/api/v1/quotes/${id}/book`, PRICE), 403);
    expect(await statusOf(id)).toEqual({ status: 'draft', price: null });
  });
});

describe('GET /api/v1/drivers', () => {
  it('C113 lists drivers by name for drivers:read: who may be assigned, and nothing private', async () => {
    const key = await world.program('drivers:read');
    const second = await world.app.as('driver');
    await world.app.sql(
      `update users set first_name = 'Zoe', last_name = 'Last', is_active = false where id = ?`,
      second.userId,
    );
    const page = ok<{ data: Driver[]; total: number }>(await key.get('/api/v1/drivers'));
    expect(page.total).toBe(2);
    expect(page.data.at(-1)).toEqual({
      id: second.userId,
      name: 'Zoe Last',
      firstName: 'Zoe',
      lastName: 'Last',
      phone: '+1 555 0100',
      isActive: false,
      ...{ vehicle: null, startsFrom: null, endsAt: null, skills: [], workingHours: null },
    });
    const ids = async (query: string) =>
      ok<{ data: Driver[] }>(await key.get(`/api/v1/drivers${query}`)).data.map(({ id }) => id);
    expect(await ids('?isActive=true')).toEqual([world.driver.userId]);
    expect(await ids('?q=zoe')).toEqual([second.userId]);
    expect(await ids('?limit=1&page=2')).toEqual([second.userId]);
    expect(ok<{ total: number }>(await world.dispatcher.get('/api/v1/drivers')).total).toBe(2);
    expectError(await (await world.program('orders:read')).get('/api/v1/drivers'), 403, 'FORBIDDEN');
    for (const other of [world.driver, world.customer]) expectError(await other.get('/api/v1/drivers'), 403);
    expectError(await world.visitor.get('/api/v1/drivers'), 401);
  });
});

describe('access codes by key', () => {
  it('C114 are read with orders:codes alone: at creation, later, and never in lists, events or after the scope is gone', async () => {
    const scopes = ['orders:read', 'orders:write', 'events:read'];
    const made = ok<{ id: number; key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Vans', scopes: [...scopes, 'orders:codes'] }),
    );
    const vans = world.app.client({ key: made.key });
    const plain = await world.program(...scopes);
    const headers = { 'idempotency-key': 'codes-1' };
    const sent = orderBody();
    const order = ok<Order>(await vans.post('/api/v1/orders', sent, { headers }));
    expect(order.accessCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    ok(await world.app.client().post('/api/driver/access', { accessCode: order.accessCode }));
    const read = async (client: typeof vans) => ok<Order>(await client.get(`/api/v1/orders/${order.id}`)).accessCode;
    expect([await read(vans), await read(plain)]).toEqual([order.accessCode, null]);
    await read(vans);
    expect(
      await world.app.sql(
        `select actor_kind, actor_id from history where action = 'order.code_viewed' and subject_id = ?`,
        order.id,
      ),
    ).toEqual([{ actor_kind: 'key', actor_id: made.id }]);
    for (const url of ['/api/v1/orders', '/api/v1/events?limit=100'])
      expect((await vans.get(url)).body, url).not.toContain(order.accessCode);
    expectError(await (await world.program('orders:codes')).get(`/api/v1/orders/${order.id}`), 403, 'FORBIDDEN');
    ok(await world.admin.put(`/api/v1/api-keys/${made.id}`, { scopes }));
    const replayed = await vans.post('/api/v1/orders', sent, { headers });
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect([replayed.json().accessCode, await read(vans)]).toEqual([null, null]);
    const merchant = { name: 'Shop', scopes: ['orders:read', 'orders:codes'], customerId: order.customerId };
    expectError(await world.admin.post('/api/v1/api-keys', merchant), 400, 'VALIDATION_FAILED');
  });
});
