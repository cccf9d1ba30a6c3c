import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../src/db/query.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, makeQuote, ok } from '../support/factories.ts';
import { statementsDuring } from '../support/statements.ts';

let app: TestApp;
let staff: Client;
let pool: Pool;
let order: Order;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as('dispatcher');
  order = await makeOrder(app, staff);
  await makeQuote(app);
  pool = await app.services.orm.em.getConnection().getNativeClient();
});
afterAll(() => app.close());

const statementsOf = (call: () => Promise<unknown>) => statementsDuring(pool, call);

describe('G01 a read is one prepared statement with separate values', () => {
  const reads: [name: string, path: () => string, table: string][] = [
    ['the list of orders', () => '/api/v1/orders', 'orders o'],
    ['a state of the list', () => '/api/v1/orders?status=pending', 'orders o'],
    ['one order', () => `/api/v1/orders/${order.id}`, 'orders o'],
    ['the list of quotes', () => '/api/v1/quotes', 'quotes q'],
    ['one quote', () => `/api/v1/quotes/${order.quoteId}`, 'quotes q'],
    ['the list of customers', () => '/api/v1/customers', 'customers c'],
    ['the list of mails', () => '/api/v1/emails', 'emails e'],
    ['the counts of orders', () => '/api/v1/orders/counts', 'figures'],
    ['tracking by number', () => `/api/v1/orders/tracking/${order.trackingNumber}`, 'orders o'],
  ];
  it.each(reads)('G01 %s', async (_name, path, table) => {
    const ran = await statementsOf(async () => ok(await staff.get(path())));
    const own = ran.filter((statement) => statement.includes(`from ${table}`));
    expect(own).toHaveLength(1);
    expect(own[0]).not.toContain(order.trackingNumber);
  });
});

it('G30 statements that were sent once leave a name for those that are sent again and again', async () => {
  const { em } = app.services.orm;
  for (let filter = 0; filter < 600; filter++) await query(em, `select 1 as filter_${filter}`);
  const ran = await statementsOf(() => query(em, 'select ?::int as asked_all_day', [1]));
  expect(ran).toEqual(['select $1::int as asked_all_day']);
});

describe('G02 a prepared statement that has become stale or is gone fails no call', () => {
  it('G02 when a column has another type since', async () => {
    for (const type of ['varchar(9000)', 'text']) {
      await app.sql(`alter table orders alter column notes type ${type}`);
      expect((await staff.get(`/api/v1/orders/${order.id}`)).statusCode, type).toBe(200);
      // In the transaction of a change too: the answer is read in it.
      ok(await staff.put(`/api/v1/orders/${order.id}`, { notes: `as ${type}` }));
      expect(await app.sql('select notes from orders where id = ?', order.id)).toEqual([{ notes: `as ${type}` }]);
    }
  });

  it('G02 within a transaction, which is run again as a whole', async () => {
    ok(await staff.put(`/api/v1/orders/${order.id}`, { notes: 'before' }));
    await app.sql('alter table orders alter column notes type varchar(9000)');
    ok(await staff.put(`/api/v1/orders/${order.id}`, { notes: 'after' }));
    await app.sql('alter table orders alter column notes type text');
    const lines = await app.sql(
      `select 1 from history where subject = 'order' and subject_id = ? and action = 'order.updated'`,
      order.id,
    );
    expect(await app.sql('select notes from orders where id = ?', order.id)).toEqual([{ notes: 'after' }]);
    // Two changes of the test before, two of this one: the try that was rolled back left no line.
    expect(lines).toHaveLength(4);
  });

  it('G02 when the connections were cut', async () => {
    ok(await staff.get('/api/v1/orders'));
    await app.sql(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await expect
      .poll(async () => (await Promise.all([1, 2, 3].map(() => staff.get('/api/v1/orders')))).map((a) => a.statusCode))
      .toEqual([200, 200, 200]);
  });

  it('G02 when what stands between forgets the names', async () => {
    ok(await staff.get('/api/v1/orders'));
    await pool.query('deallocate all');
    ok(await staff.get('/api/v1/orders'));
  });
});

it('G01 a read inside a transaction sees what the transaction has written', async () => {
  const created = ok<Order>(
    await staff.post('/api/v1/orders', {
      customerName: 'Seen Within',
      customerEmail: 'within@example.com',
      pickupAddress: '1 Here',
      deliveryAddress: '2 There',
      items: [{ name: 'Box', quantity: 1 }],
    }),
  );
  expect(created).toMatchObject({ customerName: 'Seen Within', items: [{ name: 'Box' }] });
});

describe('G22 no statement is compiled', () => {
  it('G22 on any connection', async () => {
    const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
    try {
      for (const client of clients) expect((await client.query('show jit')).rows).toEqual([{ jit: 'off' }]);
    } finally {
      for (const client of clients) client.release();
    }
  });
});
