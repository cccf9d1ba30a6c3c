import type { Dashboard } from '@quickfleet/shared/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCompany } from '../src/demo/fill.ts';
import { checkFigures, foldFigures } from '../src/features/figures/figures.service.ts';
import { type Client, createTestApp, type TestApp } from './app.ts';
import { makeQuote, ok } from './factories.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  await fillCompany(app.services.orm.em.fork(), new Date(), { orders: 500 });
});
afterAll(() => app.close());

const wrong = () =>
  app.sql(`select topic, state, span, sum(amount) from (
    select topic, state, span, amount from counted_figures() union all select topic, state, span, -amount from figures) l
    group by topic, state, span having sum(amount) <> 0`);
const lines = async () => Number((await app.sql<{ n: string }>('select count(*) as n from figures'))[0]?.n);

describe('G09 the kept counts and sums', () => {
  it('are those of the rows while many people write at once and the lines are added up beside them', async () => {
    const change = async (n: number) => {
      const { id } = await makeQuote(app);
      const price = { price: `${10 + n}.50`, paymentUrl: 'https://pay.example/1' };
      ok(await admin.put(`/api/v1/quotes/${id}`, price));
      return id;
    };
    const work = Array.from({ length: 12 }, async (_, n) => {
      const id = await change(n);
      if (n % 3 === 0) await admin.delete(`/api/v1/quotes/${id}`);
    });
    const stats: Dashboard[] = [];
    const folding = async () => {
      for (let round = 0; round < 6; round++) {
        await foldFigures(app.services);
        stats.push(ok<Dashboard>(await admin.get('/api/v1/stats')));
      }
    };
    await Promise.all([...work, folding(), folding()]);
    expect(await wrong()).toEqual([]);
    const [counted] = await app.sql<{ drafts: number }>(
      `select count(*)::int as drafts from quotes where status = 'draft'`,
    );
    expect(ok<Dashboard>(await admin.get('/api/v1/stats')).draftQuotes).toBe(counted?.drafts);
  });

  it('follow a change of state, price, day and table, whoever makes it, and a rollback', async () => {
    const [order] = await app.sql<{ id: number }>(`select min(id) as id from orders`);
    for (const change of [
      `update orders set status = 'cancelled', quote_price = null where id = ?`,
      `update orders set quote_price = 99.99, created_at = created_at - interval '40 days' where id = ?`,
      'update orders set notes = notes where id = ?',
      'delete from orders where id = ?',
    ]) {
      await app.sql(change, order?.id);
      expect(await wrong(), change).toEqual([]);
    }
    await app.sql(`update orders set status = 'delivered' where status = 'in_transit'`);
    const undone = app.services.orm.em.fork().transactional(async (em) => {
      await em.execute('delete from orders');
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await app.sql('truncate emails');
    expect(await wrong()).toEqual([]);
  });

  it('take no more lines than there are figures once they are added up', async () => {
    await foldFigures(app.services);
    const [figures] = await app.sql<{ n: number }>(
      'select count(distinct (topic, state, span))::int as n from figures',
    );
    expect(await lines()).toBe(figures?.n);
  });

  it('are compared with the rows by a job, which corrects and tells a difference', async () => {
    expect(await checkFigures(app.services)).toEqual([]);
    await app.sql(`insert into figures (topic, state, span, amount) values ('orders', 'pending', 2900, 7)`);
    expect(await checkFigures(app.services)).toMatchObject([
      { topic: 'orders', state: 'pending', span: 2900, amount: '-7.00' },
    ]);
    expect(await wrong()).toEqual([]);
  });
});
