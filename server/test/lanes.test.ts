import type { Order } from '@quickfleet/shared/orders';
import type { Quote } from '@quickfleet/shared/quotes';
import pg, { type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPage } from '../src/lib/paginate.ts';
import { query } from '../src/lib/query.ts';
import { Where } from '../src/lib/sql.ts';
import { type Client, createTestApp, type TestApp } from './app.ts';
import { makeOrder, makeQuote, ok } from './factories.ts';

let app: TestApp;
let staff: Client;
let pool: Pool;
const orders: Order[] = [];
let quote: { id: number };
/** Somebody who locks a table. */
let other: pg.Client;
beforeAll(async () => {
  app = await createTestApp({ LIMIT_SCALE: 1000 });
  staff = await app.as('dispatcher');
  for (let n = 0; n < 12; n++) orders.push(await makeOrder(app, staff));
  quote = await makeQuote(app);
  pool = await app.services.orm.em.getConnection().getNativeClient();
});
afterAll(() => app.close());
beforeEach(async () => {
  other = new pg.Client({ connectionString: app.databaseUrl });
  await other.connect();
});
afterEach(() => other.end());

const readOrders = async (): Promise<number[]> =>
  Promise.all(orders.map(async ({ id }) => ok<Order>(await staff.get(`/api/v1/orders/${id}`)).id));
const ids = () => orders.map(({ id }) => id);
const readQuote = async () => ok<Quote>(await staff.get(`/api/v1/quotes/${quote.id}`)).id;
/** Whoever waits for a lock. */
const waiting = () =>
  app.sql<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
/** Counts the connections that are taken out of the pool meanwhile. */
async function countTaken(meanwhile: () => Promise<void>): Promise<number> {
  let taken = 0;
  const count = () => {
    taken++;
  };
  pool.on('acquire', count);
  await meanwhile();
  pool.off('acquire', count);
  return taken;
}
/** A quote that is read while nobody may; answers what it became once `meanwhile` is over. */
async function holdQuote(meanwhile: () => Promise<unknown>): Promise<number> {
  await other.query('begin; lock table quote_questions in access exclusive mode');
  const read = readQuote();
  await expect.poll(waiting).toHaveLength(1);
  await meanwhile();
  await other.query('rollback');
  return read;
}

describe('G23 brief reads', () => {
  it('G23 share a connection, and each has its own answer', async () => {
    await readOrders();
    const taken = await countTaken(async () => expect(await readOrders()).toEqual(ids()));
    expect(taken).toBeLessThan(orders.length / 2);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it('G23 wait for none that takes longer', async () => {
    const read = await holdQuote(async () => {
      for (let round = 0; round < 3; round++) expect(await readOrders()).toEqual(ids());
      expect(await waiting()).toHaveLength(1);
    });
    expect(read).toBe(quote.id);
  });

  it('G23 are asked once more when their connection breaks', async () => {
    const read = await holdQuote(async () => {
      const [held] = await waiting();
      await app.sql('select pg_terminate_backend(?)', held?.pid);
      await expect.poll(async () => (await waiting()).map(({ pid }) => pid)).not.toContain(held?.pid);
      await expect.poll(waiting).toHaveLength(1);
      expect(await readOrders()).toEqual(ids());
    });
    expect(read).toBe(quote.id);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it('G23 fail alone: those beside one that is refused have their answers', async () => {
    const em = app.services.orm.em.fork();
    const divide = (by: number) =>
      query<{ n: number }>(em, 'select (60 / ?::int)::int as n', [by], { lane: 'brief' }).then(
        ([row]) => row?.n,
        (error: { code?: string }) => error.code,
      );
    // Prepared by the first of them, which is refused, and then by whoever comes next.
    expect(await Promise.all([0, 1, 0, 2, 3].map(divide))).toEqual(['22012', 60, '22012', 30, 20]);
    expect(await Promise.all([4, 0, 5].map(divide))).toEqual([15, '22012', 12]);
    expect(
      await Promise.all(
        ['select nothing', 'select 1 as n'].map((sql) => query(em, sql, [], { lane: 'brief' }).catch(() => 'refused')),
      ),
    ).toEqual(['refused', [{ n: 1 }]]);
  });
});

describe('G26 pages of lists', () => {
  it('G26 share four connections, and each has its own answer', async () => {
    const { em } = app.services.orm;
    const listing = {
      table: 'orders',
      alias: 'o',
      columns: 'o.id',
      where: new Where(),
      order: 'o.id',
      isSearch: false,
    };
    const readSingly = () =>
      Promise.all(orders.map((_, at) => readPage<{ id: number }>(em.fork(), listing, { page: at + 1, limit: 1 })));
    const taken = await countTaken(async () => {
      const pages = (await Promise.all([readSingly(), readSingly()])).flat();
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual([...ids(), ...ids()]);
    });
    expect(taken).toBeLessThan(orders.length / 2);
    expect(pool.idleCount).toBe(pool.totalCount);
  });

  it('G26 wait for none that takes longer', async () => {
    await other.query('begin; lock table customers in access exclusive mode');
    const held = staff.get('/api/v1/customers');
    const lists = await Promise.all(orders.map(() => staff.get('/api/v1/orders?limit=100')));
    for (const list of lists) {
      const { data } = ok<{ data: Order[] }>(list);
      expect(data.map(({ id }) => id).toSorted((one, next) => one - next)).toEqual(ids());
    }
    expect(await waiting()).toHaveLength(1);
    await other.query('rollback');
    expect(ok<{ total: number }>(await held).total).toBeGreaterThan(0);
  });
});
