import { type OrderRow, orderSorts } from '@quickfleet/shared/delivery/orders/orders';
import { type Dashboard, listsBehind } from '@quickfleet/shared/operations/dashboard';
import { customerSorts } from '@quickfleet/shared/people/customers';
import { quoteSorts } from '@quickfleet/shared/quoting/quotes';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '../../src/db/keyset.ts';
import { type Listing, pageStatement } from '../../src/db/page-statement.ts';
import type { Page } from '../../src/db/paginate.ts';
import { query } from '../../src/db/query.ts';
import { giveWords } from '../../src/db/schema/fill-words.ts';
import { listingOfOrders } from '../../src/delivery/orders/orders.queries.ts';
import { fillCompany } from '../../src/demo/fill.ts';
import { listingOfMails } from '../../src/messages/outbox/mailbox.queries.ts';
import { listingOfCustomers } from '../../src/people/customers/customers.queries.ts';
import { listingOfQuotes } from '../../src/quoting/quotes/quotes.queries.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { makeQuote, ok, quoteBody } from '../support/factories.ts';
import { runsOf } from '../support/statements.ts';

let app: TestApp;
let admin: Client;
const ORDERS = 4000;
beforeAll(async () => {
  app = await createTestApp({ BUSINESS_TIMEZONE: 'America/New_York' });
  admin = await app.as('admin');
  // Noon in the middle of a month, so that today and this month are neither empty nor everything.
  const now = new Date('2026-03-16T16:00:00Z');
  app.setClock(now);
  await fillCompany(app.services.orm.em.fork(), now, { orders: ORDERS, quotes: ORDERS });
  await app.sql(
    `update orders set outcome = 'failed', failed_at = now() where id in (select id from orders where status = 'in_transit' order by id limit 3)`,
  );
});
afterAll(() => app.close());

const list = async <T = { id: number }>(path: string): Promise<Page<T>> => ok(await admin.get(`/api/v1${path}`));

describe('the numbers and the lists they lead to', () => {
  const calls = [
    ['/admin/quotes', '/quotes'],
    ['/admin/orders', '/orders'],
    ['/admin/team', '/users'],
  ] as const;
  const callOf = (screen: string) => calls.reduce((path, [page, call]) => path.replace(page, call), screen);

  it('D01 D07 every card of the dashboard says how many its list has', async () => {
    const stats = ok<Dashboard>(await admin.get('/api/v1/stats'));
    const { monthlyRevenue: month, ...counted } = listsBehind(stats);
    const totals: Record<string, number> = {};
    for (const [figure, screen] of Object.entries(counted)) totals[figure] = (await list(callOf(screen))).total;
    expect(stats).toMatchObject(totals);
    // Nothing of the demo's has to be late.
    const { overdueOrders: _, ...ofCards } = totals;
    expect(Object.values(ofCards).every((total) => total > 0)).toBe(true);

    let cents = 0;
    for (let page = 1, pages = 1; page <= pages; page++) {
      const rows = await list<OrderRow>(`${callOf(month)}&limit=100&page=${page}`);
      for (const { quotePrice } of rows.data) cents += Math.round(Number(quotePrice ?? 0) * 100);
      pages = rows.totalPages;
    }
    expect(stats.monthlyRevenue).toBe((cents / 100).toFixed(2));
  });

  it('the number of new quotes is that of the drafts in the list', async () => {
    const stats = ok<Dashboard>(await admin.get('/api/v1/stats'));
    expect(stats.draftQuotes).toBeGreaterThan(0);
    expect((await list('/quotes?status=draft')).total).toBe(stats.draftQuotes);
  });

  it('O02 every count over the orders is that of its list', async () => {
    const counts = ok<Record<string, number>>(await admin.get('/api/v1/orders/counts'));
    const states = {
      created: 'pending',
      assigned: 'assigned',
      pickedUp: 'picked_up',
      inTransit: 'in_transit',
      delivered: 'delivered',
      cancelled: 'cancelled',
    };
    for (const [count, status] of Object.entries(states))
      expect(counts[count], status).toBe((await list(`/orders?status=${status}`)).total);
    expect(counts['total']).toBe(ORDERS);
    expect((await list('/orders')).total).toBe(ORDERS);
  });
});

describe('paging', () => {
  for (const path of [
    ...['newest', 'oldest', 'total', 'updated'].map((sort) => `/orders?from=2025-12-01&sort=${sort}`),
    '/quotes?from=2025-12-01&sort=price',
    '/customers?sort=name',
    '/users?sort=name',
  ]) {
    it(`${path} shows every row once`, async () => {
      const ids: number[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const answer = await list(`${path}&limit=100&page=${page}`);
        ids.push(...answer.data.map(({ id }) => id));
        pages = answer.totalPages;
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe((await list(path)).total);
    });
  }

  it('says how many there are behind the last page too', async () => {
    expect(await list('/orders?page=100000')).toMatchObject({ data: [], total: ORDERS, totalPages: ORDERS / 20 });
    expect(await list('/orders?q=nothing-like-this')).toMatchObject({ data: [], total: 0, totalPages: 0 });
  });
});

describe('G31 a page is planned once', () => {
  /** Those of some connection that ran so often that PostgreSQL has decided how it plans them. */
  async function decided(part: string) {
    const pool: Pool = await app.services.orm.em.getConnection().getNativeClient();
    return [...(await runsOf(pool)).values()].filter(({ statement, runs }) => statement.includes(part) && runs > 6);
  }

  const pages: [path: string, part: string][] = [
    ...orderSorts.map((sort): [string, string] => [`/orders?sort=${sort}`, 'from orders o ']),
    ['/orders?page=3', 'from orders o '],
    ['/orders?status=pending', 'from orders o '],
    ['/orders?sort=oldest&page=2', 'from orders o '],
    ...quoteSorts.map((sort): [string, string] => [`/quotes?sort=${sort}`, 'from quotes q ']),
    ['/quotes?status=draft', 'from quotes q '],
    ['/quotes?page=3', 'from quotes q '],
    ['/customers', 'from customers c '],
    ['/emails', 'from emails e '],
    ['/stats', 'order by o.created_at desc, o.id desc limit '],
    ['/stats', 'order by q.created_at desc, q.id desc limit '],
  ];
  it.each(pages)('G31 %s, however often it is read: "%s" is not planned again', async (path, part) => {
    for (let call = 0; call < 30; call++) ok(await admin.get(`/api/v1${path}`));
    const own = await decided(part);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ keptPlans }) => keptPlans === 0).map(({ statement }) => statement)).toEqual([]);
  });

  it('G31 nor is the page after a row', async () => {
    const { nextCursor } = await list('/orders');
    for (let call = 0; call < 12; call++) await list(`/orders?cursor=${nextCursor}`);
    const own = await decided('order by turn, nth');
    expect(own.map(({ keptPlans }) => keptPlans > 0)).toEqual([true]);
  });
});

describe('searching', () => {
  const plan = async (listing: Listing, after?: Place): Promise<string> => {
    const { sql, params } = pageStatement(listing, { page: 1, limit: 20, ...(after ? { after } : {}) });
    const lines = await query<Record<string, string>>(app.services.orm.em.fork(), `explain ${sql}`, params, {
      dependsOnValues: true,
    });
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };

  it('looks a text up in the trigram index, and never reads the whole table for it', async () => {
    const [{ number } = { number: '' }] = await app.sql<{ number: string }>(
      'select tracking_number as number from orders order by id limit 1',
    );
    // A whole number has a separate index (G17).
    for (const [q, index] of [
      [number, 'orders_tracking_number_unique'],
      [number.slice(0, -1), 'orders_words'],
      ['nowhere at all', 'orders_words'],
      [`${number.slice(2, 6)}-${number.slice(6, 10)}`, 'orders_words'],
    ] as const) {
      const ofOrders = await plan(listingOfOrders('UTC', { q, sort: 'newest' }));
      expect(ofOrders).toContain(`Bitmap Index Scan on ${index}`);
      expect(ofOrders).not.toContain('Seq Scan on orders');
      const ofQuotes = await plan(listingOfQuotes('UTC', { q, sort: 'newest' }));
      expect(ofQuotes).toContain('Bitmap Index Scan on quotes_words');
      expect(ofQuotes).not.toContain('Seq Scan on quotes');
    }
  });

  it('finds a page in the order of its index, without reading the rows before it', async () => {
    for (const sort of ['newest', 'oldest'] as const)
      expect(await plan(listingOfOrders('UTC', { sort }))).toContain('using orders_newest');
    expect(await plan(listingOfOrders('UTC', { sort: 'total' }))).toContain('using orders_by_price');
    expect(await plan(listingOfOrders('UTC', { sort: 'updated' }))).toContain('using orders_changed');
    expect(await plan(listingOfOrders('UTC', { sort: 'newest', status: ['in_transit'] }))).toContain(
      'orders_of_status',
    );
  });

  it('G05 every order of a list comes from an index', async () => {
    const plans = {
      ...Object.fromEntries(orderSorts.map((sort) => [`orders ${sort}`, listingOfOrders('UTC', { sort })])),
      ...Object.fromEntries(quoteSorts.map((sort) => [`quotes ${sort}`, listingOfQuotes('UTC', { sort })])),
      ...Object.fromEntries(
        (['newest', 'oldest', 'name'] as const).map((sort) => [`customers ${sort}`, listingOfCustomers({ sort })]),
      ),
      'mails newest': listingOfMails({}),
    };
    for (const [name, listing] of Object.entries(plans)) {
      // The keys of the page; the count before them reads all keys of some index.
      const [, rows = ''] = (await plan(listing)).split('CTE keys');
      expect(rows, name).toMatch(
        /-> {2}Limit\b[^\n]*\n(?: +InitPlan \d+\n +-> {2}CTE Scan on place[^\n]*\n)* +-> {2}Index (Only )?Scan/,
      );
    }
  });

  it('C71 C72 what changed since, and what comes after a row, begin within an index: no row before them is read', async () => {
    const updatedSince = '2026-01-01T00:00:00Z';
    const at = '2026-01-01T00:00:00.000Z';
    for (const [name, listing] of [
      ['orders_changed', listingOfOrders('UTC', { sort: 'newest', updatedSince })],
      ['quotes_changed', listingOfQuotes('UTC', { sort: 'newest', updatedSince })],
      ['customers_changed', listingOfCustomers({ sort: 'newest', updatedSince })],
    ] as const)
      expect((await plan(listing)).split('CTE keys')[1], name).toMatch(
        new RegExp(`Index (Only )?Scan Backward using ${name}[^\\n]*\\n *Index Cond: \\(\\(?updated_at >=`),
      );
    const values = {
      newest: at,
      oldest: at,
      updated: at,
      planned: at,
      due: at,
      seen: at,
      total: '5',
      price: '5',
      name: 'a',
    };
    const sorted = [
      ...orderSorts.map((sort) => [sort, listingOfOrders('UTC', { sort })] as const),
      ...quoteSorts.map((sort) => [sort, listingOfQuotes('UTC', { sort })] as const),
      ...customerSorts.map((sort) => [sort, listingOfCustomers({ sort })] as const),
    ];
    for (const [sort, listing] of sorted) {
      const [, keys = ''] = (await plan(listing, { value: values[sort], id: 7 })).split('CTE keys');
      // Without the rows of the page, which are read after them.
      const [rows = ''] = keys.split('CTE Scan on counted');
      expect(rows, `${listing.table} ${sort}`).toMatch(/Index (Only )?Scan[^\n]*\n *Index Cond:/);
      expect(rows, `${listing.table} ${sort}`).not.toContain(`Seq Scan on ${listing.table}`);
    }
  });

  it('J11 what is planned, overdue, unassigned or a driver’s comes from an index', async () => {
    const [someone] = await app.sql<{ id: number }>(
      `select driver_id as id from orders where driver_id is not null limit 1`,
    );
    const at = new Date('2026-03-16T16:00:00Z');
    const sort = 'planned' as const;
    const lists: [index: string, input: Parameters<typeof listingOfOrders>[1]][] = [
      ['orders_planned', { sort, plannedOn: '2026-03-16' }],
      ['orders_due', { sort, overdue: true }],
      ['orders_unassigned', { sort: 'newest', unassigned: true }],
      ['orders_of_driver_planned', { sort, driverId: someone?.id }],
      ['orders_of_driver', { sort: 'newest', driverId: someone?.id }],
    ];
    for (const [index, input] of lists) {
      const found = await plan(listingOfOrders('UTC', input, at));
      const [, keys = ''] = found.split('CTE keys');
      expect(keys, index).toMatch(new RegExp(`\\b${index}\\b`));
      expect(keys, index).not.toContain('Seq Scan on orders');
    }
  });

  it('O03 finds a number in groups, both addresses and the name in any letter case, and no sign is a pattern', async () => {
    const [order] = (await list<OrderRow>('/orders?limit=1')).data;
    const number = order?.trackingNumber ?? '';
    const found = async (q: string) =>
      (await list<OrderRow>(`/orders?limit=100&q=${encodeURIComponent(q)}`)).data.map(
        ({ trackingNumber }) => trackingNumber,
      );
    for (const q of [number, number.toLowerCase(), `${number.slice(0, 6)} ${number.slice(6, 10)}-${number.slice(10)}`])
      expect(await found(q), q).toEqual([number]);
    await app.sql(
      `update orders set customer_name = 'Łucja 100%_sure', pickup_address = 'Ünter Gaße 5', delivery_address = E'Back\\\\slash 7' where tracking_number = ?`,
      number,
    );
    await giveWords(app.services.orm.em);
    for (const q of ['łUCJA', '100%_sur', 'ünter gaße', 'BACK\\SLASH', 'gaß', '5\nslash'])
      expect(await found(q), q).toEqual([number]);
    for (const q of ['%%', '__', '\\', 'gaße 5back']) expect(await found(q), q).toEqual([]);
  });

  it('U03 finds quotes by both addresses in any letter case, and by number', async () => {
    const { id } = await makeQuote(
      app,
      quoteBody({ pickupAddress: '9 Peculiar Alley', deliveryAddress: '4 Singular Yard' }),
    );
    for (const q of ['pecULIAR', 'singular y', `#${id}`, String(id)]) {
      const rows = await list(`/quotes?limit=100&q=${encodeURIComponent(q)}`);
      expect(
        rows.data.map((row) => row.id),
        q,
      ).toContain(id);
    }
  });
});

describe('filling a company', () => {
  it('is refused where somebody real is a customer', async () => {
    const before = await list('/orders');
    await makeQuote(app, quoteBody({ customer: { name: 'Somebody', email: 'somebody@courier.test' } }));
    await expect(fillCompany(app.services.orm.em.fork(), new Date(), { orders: 10 })).rejects.toThrow(
      'somebody works in this database',
    );
    expect((await list('/orders')).total).toBe(before.total);
  });
});
