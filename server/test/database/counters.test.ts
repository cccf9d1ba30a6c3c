import type { Dashboard, ServiceLevels } from '@quickfleet/shared/operations/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCounters, foldCounters } from '../../src/company/counters/counters.service.ts';
import { query } from '../../src/db/query.ts';
import { fillCompany } from '../../src/demo/fill.ts';
import { serviceLevels } from '../../src/quoting/promises/quotes.service-levels.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { makeQuote, ok } from '../support/factories.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  await fillCompany(app.services.orm.em.fork(), new Date(), { orders: 500, quotes: 3000 });
});
afterAll(() => app.close());

const wrong = () =>
  app.sql(`select topic, state, span, sum(amount) from (
    select topic, state, span, amount from counted_figures() union all select topic, state, span, -amount from figures) l
    group by topic, state, span having sum(amount) <> 0`);
const lines = async () => Number((await app.sql<{ n: string }>('select count(*) as n from figures'))[0]?.n);

describe('G09 the kept counts and sums', () => {
  it('equal the rows while many people write and the lines are added up at the same time', async () => {
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
        await foldCounters(app.services);
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

  it('follow every change of state, price, day and table, and a rollback', async () => {
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

  it('take no more lines than there are counters once they are added up', async () => {
    await foldCounters(app.services);
    const [counters] = await app.sql<{ n: number }>(
      'select count(distinct (topic, state, span))::int as n from figures',
    );
    expect(await lines()).toBe(counters?.n);
  });

  it('are compared with the rows by a job, which corrects and reports a difference', async () => {
    expect(await checkCounters(app.services)).toEqual([]);
    await app.sql(`insert into figures (topic, state, span, amount) values ('orders', 'pending', 2900, 7)`);
    expect(await checkCounters(app.services)).toMatchObject([
      { topic: 'orders', state: 'pending', span: 2900, amount: '-7' },
    ]);
    expect(await wrong()).toEqual([]);
  });
});

describe('G21 how well promises are kept', () => {
  interface Row {
    kind: 'price' | 'answer';
    due_at: string | Date;
    kept_at: string | Date | null;
  }
  /** Counted one by one, by the calendar of the zone. */
  async function counted(moment: Date, zone: string): Promise<ServiceLevels['months']> {
    const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
    const monthOf = (at: Date) => calendar.format(at).slice(0, 7);
    const [year = 0, last = 0] = monthOf(moment).split('-').map(Number);
    const months = Array.from({ length: 6 }, (_, n) => ({
      month: new Date(Date.UTC(year, last - 6 + n, 1)).toISOString().slice(0, 7),
      quotes: { met: 0, missed: 0 },
      answers: { met: 0, missed: 0 },
    }));
    for (const row of await app.sql<Row>('select kind, due_at, kept_at from quote_promises')) {
      const due = new Date(row.due_at);
      const of = months.find(({ month }) => month === monthOf(due))?.[row.kind === 'price' ? 'quotes' : 'answers'];
      if (!of) continue;
      if (row.kept_at && new Date(row.kept_at) <= due) of.met++;
      else if ((row.kept_at ? new Date(row.kept_at) : moment) > due) of.missed++;
    }
    return months;
  }
  async function told(moment: Date, zone: string): Promise<ServiceLevels['months'] | undefined> {
    const { sql, params } = serviceLevels(moment, zone);
    return (await query<ServiceLevels>(app.services.orm.em.fork(), sql, params))[0]?.months;
  }
  const HOUR = 3_600_000;

  it('G21 reads the same from counters as from its rows, at any moment and in any time zone', async () => {
    const [present] = await app.sql<{ missed: number; open: number }>(
      `select count(*) filter (where kept_at > due_at)::int as missed, count(*) filter (where kept_at is null)::int as open from quote_promises`,
    );
    expect(Math.min(present?.missed ?? 0, present?.open ?? 0)).toBeGreaterThan(10);
    const now = Date.now();
    const firstOfMonth = new Date(new Date(now).toISOString().slice(0, 7)).getTime();
    const hours = [now, now - 7 * HOUR, now - 31 * HOUR, firstOfMonth, firstOfMonth - 1, firstOfMonth + 5 * HOUR];
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      for (const moment of hours.map((at) => new Date(at)))
        expect(await told(moment, zone), `${moment.toISOString()} in ${zone}`).toEqual(await counted(moment, zone));
  });

  it('G21 follows whatever becomes of a promise', async () => {
    for (const change of [
      `update quote_promises set kept_at = due_at + interval '1 day' where id % 9 = 0`,
      `update quote_promises set kept_at = now() where kept_at is null and id % 2 = 0`,
      `update quote_promises set kept_at = null where id % 11 = 0`,
      `update quote_promises set due_at = due_at + interval '3 days' where id % 7 = 0`,
      `update quote_promises set told_at = due_at where kept_at is null`,
      `insert into quote_promises (quote_id, kind, made_at, due_at) select quote_id, kind, made_at, due_at from quote_promises where id % 5 = 0`,
      `delete from quote_promises where id % 4 = 0`,
      'truncate quote_promises',
    ]) {
      await app.sql(change);
      if (change.startsWith('delete')) await foldCounters(app.services);
      expect(await wrong(), change).toEqual([]);
      expect(await told(new Date(), 'America/New_York'), change).toEqual(await counted(new Date(), 'America/New_York'));
    }
  });
});
