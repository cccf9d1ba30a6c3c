import { MikroORM } from '@mikro-orm/postgresql';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../src/db/migrations/index.ts';
import { ormOptions } from '../../src/db/orm.config.ts';
import { migrate } from '../../src/db/schema/migrate.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { makeQuote, ok, orderBody } from '../support/factories.ts';

const BEFORE = migrations.findIndex(({ name }) => name === '20261125_own_decimals');

let app: TestApp;
let orm: MikroORM;
beforeAll(async () => {
  app = await createTestApp();
  orm = await MikroORM.init({ ...ormOptions(app.databaseUrl), logger: () => undefined });
});
afterAll(async () => {
  await orm.close(true);
  await app.close();
});

/** Where the rows of the tables with amounts lie, and their indexes: another file is another copy of all of them. */
const filesOf = () =>
  app.sql<{ name: string; file: string }>(
    `select c.relname as name, c.relfilenode::text as file from pg_class c left join pg_index x on x.indexrelid = c.oid
     where coalesce(x.indrelid, c.oid) in (select unnest(array['quotes', 'quote_items', 'orders', 'order_items', 'payments', 'incidents', 'figures']::regclass[]))
       and c.relname <> 'payments_refunded' and c.relname not like '%\\_external%' and c.relname not like '%\\_contact%' order by 1`,
  );

describe('the migration of amounts', () => {
  it('Q27 rewrites no row and no index, keeps what is there, and gives orders the currency that they are in', async () => {
    const staff = await app.as('admin');
    ok(await staff.put('/api/v1/company', { quoting: { currency: 'JPY' } }));
    const { id } = await makeQuote(app, { items: [{ name: 'Box' }] });
    const order = ok<Order>(await staff.post('/api/v1/orders', orderBody({ quotePrice: '900' })));
    for (let n = migrations.length; n > BEFORE; n--) await orm.migrator.down();
    await app.sql(
      `update quotes set status = 'sent', currency = 'JPY', price = 1100.55, tax_total = 100.05 where id = ?`,
      id,
    );
    const before = await filesOf();
    expect(before.length).toBeGreaterThan(20);
    await migrate(orm, app.databaseUrl);
    const after = await filesOf();
    const names = new Set(before.map(({ name }) => name));
    expect(after.filter(({ name }) => names.has(name))).toEqual(before);
    // Later migrations added the words of the search, what is unpaid and what goes back, and these are their indexes.
    const added = after.map(({ name }) => name).filter((name) => !names.has(name));
    expect(added).toEqual([
      'orders_naming_others',
      'orders_returning',
      'orders_unpaid',
      'orders_wordless',
      'orders_words',
      'quotes_wordless',
      'quotes_words',
    ]);
    expect(await app.sql('select currency, quote_price::text as price from orders where id = ?', order.id)).toEqual([
      { currency: 'JPY', price: '900.00' },
    ]);
    // A price of an earlier release is what its customer was shown.
    expect(ok<Quote>(await staff.get(`/api/v1/quotes/${id}`))).toMatchObject({
      price: '1101',
      payment: { open: '1101' },
    });
    ok(await staff.put('/api/v1/company', { quoting: { currency: 'USD' } }));
    expect(ok<Order>(await staff.get(`/api/v1/orders/${order.id}`))).toMatchObject({
      quotePrice: '900',
      currency: 'JPY',
    });
  });
});
