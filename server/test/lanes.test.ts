import type { Order } from '@quickfleet/shared/orders';
import type { Quote } from '@quickfleet/shared/quotes';
import pg, { type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../src/lib/query.ts';
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
    let acquired = 0;
    const count = () => {
      acquired++;
    };
    pool.on('acquire', count);
    expect(await readOrders()).toEqual(ids());
    pool.off('acquire', count);
    expect(acquired).toBeLessThan(orders.length / 2);
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
      query<{ n: number }>(em, 'select (60 / ?::int)::int as n', [by], { isBrief: true }).then(
        ([row]) => row?.n,
        (error: { code?: string }) => error.code,
      );
    // Prepared by the first of them, which is refused, and then by whoever comes next.
    expect(await Promise.all([0, 1, 0, 2, 3].map(divide))).toEqual(['22012', 60, '22012', 30, 20]);
    expect(await Promise.all([4, 0, 5].map(divide))).toEqual([15, '22012', 12]);
    expect(
      await Promise.all(
        ['select nothing', 'select 1 as n'].map((sql) => query(em, sql, [], { isBrief: true }).catch(() => 'refused')),
      ),
    ).toEqual(['refused', [{ n: 1 }]]);
  });
});
