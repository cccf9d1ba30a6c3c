import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, ok, orderBody, quoteBody } from '../support/factories.ts';

let app: TestApp;
let staff: Client;
let admin: Client;
let pool: Pool;
beforeAll(async () => {
  app = await createTestApp();
  [staff, admin] = [await app.as('dispatcher'), await app.as('admin')];
  pool = await app.services.orm.em.getConnection().getNativeClient();
});
afterAll(() => app.close());

/** Half of a character that takes two, as a text has it that was cut. */
const UNKNOWN = '\ufffd';

describe('G27 a new order is written once, with all that follows it', () => {
  it('G27 its items, its line of history and its mail', async () => {
    const body = orderBody({ items: [{ name: 'One' }, { name: 'Two' }] });
    const { id } = ok<Order>(await staff.post('/api/v1/orders', body));
    expect(await app.sql('select name, position from order_items where order_id = ? order by position', id)).toEqual([
      { name: 'One', position: 0 },
      { name: 'Two', position: 1 },
    ]);
    expect(
      await app.sql(
        `select h.action, h.seq, m.trigger from history h join emails m on m.order_id = h.subject_id where h.subject = 'order' and h.subject_id = ?`,
        id,
      ),
    ).toEqual([{ action: 'order.created', seq: 1, trigger: 'order_created' }]);
  });

  it('G27 with everything that an order can have, as it was sent', async () => {
    const driver = await app.as('driver');
    const body = {
      ...orderBody(),
      customerPhone: '+1 555 0100',
      customerCompany: 'Ada & Söhne “Quotes” \\ Co.',
      notes: 'Line\nand line; \u2028 🚚',
      driverNotes: 'for the driver',
      officeNotes: 'for the office',
      parcels: 3,
      onAccount: true,
      quotePrice: '1234.50',
      deliveryDate: '2028-05-06',
      proofRules: { delivery: { photos: 'one' } },
      driverId: driver.userId,
      items: [{ name: 'Vase', description: 'Glass', quantity: 2, value: '9.90' }],
    };
    const order = ok<Order>(await staff.post('/api/v1/orders', body));
    const { items, deliveryDate, driverId, proofRules, ...rest } = body;
    expect(order).toMatchObject({ ...rest, status: 'assigned', driverId, version: 2, items });
    expect(order.deliveryDate).toBe('2028-05-06T12:00:00.000Z');
    expect(order.proofRules).toMatchObject(proofRules);
    expect(
      await app.sql('select quote_price::text, parcels, on_account, status from orders where id = ?', order.id),
    ).toEqual([{ quote_price: '1234.50', parcels: 3, on_account: true, status: 'assigned' }]);
    const lines = await app.sql(
      'select action from history where subject = ? and subject_id = ? order by id',
      'order',
      order.id,
    );
    expect(lines.map(({ action }) => action)).toEqual(['order.created', 'order.assigned', 'order.driver_not_mailed']);
  });

  it('G27 a new order is answered as it is read, over REST and tRPC, and again under its key', async () => {
    const body = orderBody();
    const headers = { 'idempotency-key': 'answer-of-a-new-order' };
    const first = ok<Order>(await staff.post('/api/v1/orders', body, { headers }));
    expect(ok(await staff.get(`/api/v1/orders/${first.id}`))).toEqual(first);
    expect(ok(await staff.post('/api/v1/orders', body, { headers }))).toEqual(first);
    const { data } = ok<{ result: { data: Order } }>(await staff.post('/trpc/orders.create', orderBody())).result;
    expect(ok(await staff.get(`/api/v1/orders/${data.id}`))).toEqual(data);
  });

  it('G27 a detail that is cut within a character is no reason to refuse a question', async () => {
    const quote = ok<{ customerUrl: string }>(await app.client().post('/api/v1/quotes', quoteBody()));
    const question = { text: `${'a'.repeat(199)}🚚 and more` };
    ok(await app.client().post(`/api/v1/q/${quote.customerUrl.split('/').at(-1)}/questions`, question));
    expect(await app.sql(`select right(detail, 2) as said from history where action = 'quote.asked'`)).toEqual([
      { said: `a${UNKNOWN}` },
    ]);
  });

  it('G27 many lines of one change are all there, in their order', async () => {
    const order = await makeOrder(app, staff);
    const customer = order.customerId;
    const others: Order[] = [];
    for (let n = 0; n < 10; n++)
      others.push(ok(await staff.post('/api/v1/orders', orderBody({ customerEmail: order.customerEmail }))));
    for (const { id } of [order, ...others])
      ok(await staff.put(`/api/v1/orders/${id}/status`, { status: 'cancelled' }));
    ok(await admin.post(`/api/v1/customers/${customer}/erase`, { email: order.customerEmail }));
    const lines = await app.sql<{ subject_id: number }>(
      `select subject_id from history where action = 'order.erased' order by id`,
    );
    expect(lines.map(({ subject_id }) => subject_id)).toEqual([order, ...others].map(({ id }) => id));
  });
});

describe('G28 the side effects of a write are there with it or not at all', () => {
  it('G28 a line of history that the database refuses leaves no order, and says so', async () => {
    await app.sql(`alter table history add constraint no_more check (subject <> 'order') not valid`);
    const [before] = await app.sql('select count(*)::int as count from orders');
    const refused = await staff.post('/api/v1/orders', orderBody());
    await app.sql('alter table history drop constraint no_more');
    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(refused.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    expect(await app.sql('select count(*)::int as count from orders')).toEqual([before]);
    // The connection that it ended on serves the next one.
    for (let n = 0; n < 3; n++) ok(await staff.post('/api/v1/orders', orderBody()));
  });

  it('G28 and the same key may be sent once more', async () => {
    const headers = { 'idempotency-key': 'refused-first' };
    const body = orderBody();
    await app.sql(`alter table emails add constraint no_mail check (trigger <> 'order_created') not valid`);
    const refused = await staff.post('/api/v1/orders', body, { headers });
    await app.sql('alter table emails drop constraint no_mail');
    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    const order = ok<Order>(await staff.post('/api/v1/orders', body, { headers }));
    expect(ok<Order>(await staff.post('/api/v1/orders', body, { headers })).id).toBe(order.id);
    expect(await app.sql('select count(*)::int as count from emails where order_id = ?', order.id)).toEqual([
      { count: 1 },
    ]);
  });

  it('G28 a change is made again when the connection has forgotten a statement of it', async () => {
    ok(await staff.post('/api/v1/orders', orderBody()));
    const { rows } = await pool.query<{ name: string }>(
      `select name from pg_prepared_statements where statement like 'insert into history%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { name } of rows) await pool.query(`deallocate "${name}"`);
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody()));
    const lines = await app.sql(`select 1 from history where subject = 'order' and subject_id = ?`, order.id);
    expect(lines).toHaveLength(1);
  });
});

describe('G29 a call takes one way to its procedure, over REST and tRPC', () => {
  type Said = Record<number, { result: { data: object } }>;

  it('G29 a change, a refusal of each kind, and several in one call', async () => {
    const order = await makeOrder(app, staff);
    const update = (notes: unknown) => ({ id: order.id, notes });
    const calls: [string, unknown, number][] = [
      ['/trpc/orders.assign', { id: order.id }, 400],
      ['/trpc/orders.delete', { id: order.id }, 403],
      ['/trpc/orders.setStatus', { id: 999_999, status: 'cancelled' }, 404],
      ['/trpc/orders.nothing', {}, 404],
      ['/trpc/orders.setStatus', { id: order.id, status: 'delivered' }, 409],
    ];
    for (const [path, body, status] of calls) {
      const refused = await staff.post(path, body as never);
      expect(refused.statusCode, path).toBe(status);
      expect(refused.json().error.data).toMatchObject({ httpStatus: status, requestId: expect.any(String) });
    }
    const one = await staff.post('/trpc/orders.update?batch=1', { 0: update('one') });
    expect(ok<Said>(one)[0]?.result.data).toMatchObject({ notes: 'one' });
    const two = await staff.post('/trpc/orders.update,orders.delete?batch=1', {
      0: update('two'),
      1: { id: order.id },
    });
    expect(two.statusCode).toBe(207);
    expect(two.json()).toMatchObject([{ result: {} }, { error: { data: { httpStatus: 403 } } }]);
    expect(await app.sql('select notes from orders where id = ?', order.id)).toEqual([{ notes: 'two' }]);
  });

  it('G29 a change is no read, reads and changes come apart, and a subscription comes alone', async () => {
    const input = encodeURIComponent(JSON.stringify({ id: 1 }));
    expect((await staff.get(`/trpc/orders.delete?input=${input}`)).statusCode).toBe(405);
    expect(
      (await staff.post('/trpc/orders.get,orders.delete?batch=1', { 0: { id: 1 }, 1: { id: 1 } })).statusCode,
    ).toBe(400);
    expect((await staff.post('/trpc/orders.get', { id: 999_999 })).statusCode).toBe(404);
    expect((await staff.get('/trpc/live.onChange,orders.counts?batch=1')).statusCode).toBe(400);
    expect((await staff.get('/trpc/orders.get?input=%7B')).statusCode).toBe(400);
    const headers = { 'content-type': 'text/plain' };
    expect((await staff.call('POST', '/trpc/orders.update', '{}', { headers })).statusCode).toBe(415);
  });

  it('G29 a body that is no JSON is refused as any other call', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await staff.call('POST', '/trpc/orders.update', '{"id":', { headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.data).toMatchObject({ httpStatus: 400, requestId: expect.any(String) });
  });

  it('G29 over REST a path, a body and no body at all mean what they meant', async () => {
    const order = await makeOrder(app, staff);
    const answer = await staff.call('PUT', `/api/v1/orders/${order.id}?notes=not%20this`, { notes: 'this' });
    expect(answer.headers['etag']).toBeTruthy();
    expect(ok(answer)).toMatchObject({ id: order.id, notes: 'this' });
    expect((await staff.call('POST', `/api/v1/orders/${order.id}/unassign`)).statusCode).toBe(409);
    expect(ok(await admin.delete(`/api/v1/orders/${order.id}`))).toEqual({ success: true });
  });
});
