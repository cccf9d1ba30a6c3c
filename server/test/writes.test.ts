import type { Order } from '@quickfleet/shared/orders';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from './app.ts';
import { makeOrder, ok, orderBody, quoteBody } from './factories.ts';
import { statementsDuring } from './statements.ts';

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
const HALF = '\ud83d';
const UNKNOWN = '\ufffd';

describe('G27 a new order is written by few statements, and all that follows it by one', () => {
  it('G27 the customer, the template of its mail, the order with its items, its answer, what follows', async () => {
    const make = () => staff.post('/api/v1/orders', orderBody({ items: [{ name: 'One' }, { name: 'Two' }] }));
    const made: Order[] = [];
    const ran = await statementsDuring(pool, async () => made.push(ok<Order>(await make())));
    const words = [
      'insert into customers',
      'from email_templates',
      'insert into "orders"',
      'o.tracking_number as',
      'emails',
    ];
    for (const word of words) expect(ran.filter((statement) => statement.includes(word))).toHaveLength(1);
    expect(ran).toHaveLength(words.length);
    expect(
      await app.sql('select name, position from order_items where order_id = ? order by position', made[1]?.id),
    ).toEqual([
      { name: 'One', position: 0 },
      { name: 'Two', position: 1 },
    ]);
    expect(
      await app.sql(
        `select h.action, h.seq, m.trigger from history h join emails m on m.order_id = h.subject_id where h.subject = 'order' and h.subject_id = ?`,
        made[1]?.id,
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
      deliveryDate: '2030-05-06',
      proofRules: { delivery: { photos: 'one' } },
      driverId: driver.userId,
      items: [{ name: 'Vase', description: 'Glass', quantity: 2, value: '9.90' }],
    };
    const order = ok<Order>(await staff.post('/api/v1/orders', body));
    const { items, deliveryDate, driverId, proofRules, ...rest } = body;
    expect(order).toMatchObject({ ...rest, status: 'assigned', driverId, version: 2, items });
    expect(order.deliveryDate).toBe('2030-05-06T12:00:00.000Z');
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

  it('G12 a new order is answered as it is read, straight, by the adapter, and again under its key', async () => {
    const body = orderBody();
    const headers = { 'idempotency-key': 'text-of-a-new-order' };
    const first = ok<Order>(await staff.post('/api/v1/orders', body, { headers }));
    expect(ok(await staff.get(`/api/v1/orders/${first.id}`))).toEqual(first);
    expect(ok(await staff.post('/api/v1/orders', body, { headers }))).toEqual(first);
    const adapter = await staff.post('/trpc/orders.create', orderBody(), { headers: { 'trpc-accept': 'text/plain' } });
    const { data } = ok<{ result: { data: Order } }>(adapter).result;
    expect(Object.keys(data).sort()).toEqual(Object.keys(first).sort());
    expect(ok(await staff.get(`/api/v1/orders/${data.id}`))).toEqual(data);
  });

  it('G27 half of a character is no reason to refuse an order or a question', async () => {
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ notes: `cut ${HALF}` })));
    expect(await app.sql('select notes from orders where id = ?', order.id)).toEqual([{ notes: `cut ${UNKNOWN}` }]);
    const quote = ok<{ customerUrl: string }>(await app.client().post('/api/v1/quotes', quoteBody()));
    const question = { text: `${'a'.repeat(199)}🚚 and more` };
    ok(await app.client().post(`/api/v1/q/${quote.customerUrl.split('/').at(-1)}/questions`, question));
    expect(await app.sql(`select right(detail, 2) as said from history where action = 'quote.asked'`)).toEqual([
      { said: `a${UNKNOWN}` },
    ]);
    ok(await staff.put(`/api/v1/orders/${order.id}`, { notes: `again ${HALF}` }));
  });

  it('G27 more lines than one statement takes are all there, in their order', async () => {
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

describe('G28 what follows a write travels with its COMMIT, and is there with it or not at all', () => {
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

  it('G28 its statement is sent without a name once the connection has forgotten it', async () => {
    ok(await staff.post('/api/v1/orders', orderBody()));
    const { rows } = await pool.query<{ name: string }>(
      `select name from pg_prepared_statements where statement like 'with events(event)%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { name } of rows) await pool.query(`deallocate "${name}"`);
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody()));
    const lines = await app.sql(`select 1 from history where subject = 'order' and subject_id = ?`, order.id);
    expect(lines).toHaveLength(1);
  });
});

describe('G29 changes go straight to their procedures, and answer as through the adapter', () => {
  type Said = Record<number, { result: { data: object } }>;
  /** A header that says nothing, but that only the adapter judges. */
  const throughAdapter = { 'trpc-accept': 'text/plain' };
  const bothWays = async (who: Client, path: string, body: unknown) => {
    const answers: { statusCode: number; type: unknown; vary: unknown; body: Said }[] = [];
    for (const headers of [{}, throughAdapter]) {
      const { statusCode, body: text, headers: said } = await who.post(path, body as never, { headers });
      answers.push({
        statusCode,
        type: said['content-type']?.split(';')[0],
        vary: said['vary'],
        body: withoutIds(text),
      });
    }
    return answers;
  };
  const withoutIds = (text: string): Said => JSON.parse(text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""'));

  it('G29 a change, a refusal of each kind, and several in one call', async () => {
    const order = await makeOrder(app, staff);
    const update = (notes: unknown) => ({ id: order.id, notes });
    const calls: [string, unknown, number][] = [
      ['/trpc/orders.assign', { id: order.id }, 400],
      ['/trpc/orders.delete', { id: order.id }, 403],
      ['/trpc/orders.setStatus', { id: 999_999, status: 'cancelled' }, 404],
      ['/trpc/orders.setStatus', { id: order.id, status: 'delivered' }, 409],
      ['/trpc/orders.update?batch=1', { 0: update('one') }, 200],
      ['/trpc/orders.update,orders.delete?batch=1', { 0: update('two'), 1: { id: order.id } }, 207],
    ];
    for (const [path, body, status] of calls) {
      const [straight, adapter] = await bothWays(staff, path, body);
      expect(straight?.statusCode, path).toBe(status);
      if (status === 200 || status === 207) {
        expect(Object.keys(straight?.body[0]?.result.data ?? {})).toEqual(
          Object.keys(adapter?.body[0]?.result.data ?? {}),
        );
        expect(straight?.body[1]).toEqual(adapter?.body[1]);
        expect({ ...straight, body: '' }).toEqual({ ...adapter, body: '' });
      } else expect(straight).toEqual(adapter);
    }
    expect(await app.sql('select notes from orders where id = ?', order.id)).toEqual([{ notes: 'two' }]);
  });

  it('G29 a body that is no JSON is for the adapter to refuse', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await staff.call('POST', '/trpc/orders.update', '{"id":', { headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.data).toMatchObject({ httpStatus: 400, requestId: expect.any(String) });
  });

  it('G29 and over REST a path, a body and no body at all mean what they meant', async () => {
    const order = await makeOrder(app, staff);
    const answer = await staff.call('PUT', `/api/v1/orders/${order.id}?notes=not%20this`, { notes: 'this' });
    expect(answer.headers['etag']).toBeTruthy();
    expect(ok(answer)).toMatchObject({ id: order.id, notes: 'this' });
    expect((await staff.call('POST', `/api/v1/orders/${order.id}/unassign`)).statusCode).toBe(409);
    expect(ok(await admin.delete(`/api/v1/orders/${order.id}`))).toEqual({ success: true });
  });
});
