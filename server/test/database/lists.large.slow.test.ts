import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { OrderRow } from '@quickfleet/shared/delivery/orders/orders';
import { orderSorts } from '@quickfleet/shared/delivery/orders/orders';
import { quoteSorts } from '@quickfleet/shared/quoting/quotes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTED_MAX, FOUND_MAX, type Listing, pageStatement } from '../../src/db/page-statement.ts';
import type { Page } from '../../src/db/paginate.ts';
import { query, type Statement } from '../../src/db/query.ts';
import { giveWords } from '../../src/db/schema/fill-words.ts';
import { listingOfOrders } from '../../src/delivery/orders/orders.queries.ts';
import { fillCompany } from '../../src/demo/fill.ts';
import { listingOfMails } from '../../src/messages/outbox/mailbox.queries.ts';
import { dashboardCounters } from '../../src/operations/dashboard/dashboard.service.ts';
import { newsStatement } from '../../src/operations/dashboard/desk.service.ts';
import { listingOfCustomers } from '../../src/people/customers/customers.queries.ts';
import { serviceLevels } from '../../src/quoting/promises/quotes.service-levels.ts';
import { hintStatement } from '../../src/quoting/quote-page/quotes.hint.ts';
import { Quote } from '../../src/quoting/quotes/quote.entity.ts';
import { listingOfQuotes } from '../../src/quoting/quotes/quotes.queries.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { ok } from '../support/factories.ts';

// Large enough that the planner chooses as it does at a million.
const ORDERS = 24_000;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  const now = new Date();
  await fillCompany(app.services.orm.em.fork(), now, {
    orders: ORDERS,
    quotes: 20_000,
    customers: 20_000,
    mails: 20_000,
  });
  // Weeks without rows, a week with many, and rows of the same moment.
  await app.sql(
    `delete from orders where created_at between now() - interval '100 days' and now() - interval '80 days'`,
  );
  await app.sql(`update orders set created_at = now() - interval '200 days' where id % 50 = 0`);
  await app.sql('analyze orders');
});
afterAll(() => app.close());

const list = async <T = { id: number }>(path: string): Promise<Page<T>> => ok(await admin.get(`/api/v1${path}`));
const idsOf = ({ data }: Page<{ id: number }>) => data.map(({ id }) => id);
const count = async (rows: string) =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from ${rows}`))[0]?.n ?? 0;

/** Each word anywhere in an order's words, or in the name of its driver. */
const foundBy = (word: string) =>
  `(o.words like '%${word}%' or exists (select from users u where u.id = o.driver_id and lower(concat_ws(' ', u.first_name, u.last_name)) like '%${word}%'))`;

describe('G06 totals are counted up to a bound', () => {
  const path = '/orders?from=2020-01-01';

  it('beyond it they are said to be estimates, with a next page and no last one', async () => {
    const real = await count('orders');
    expect(real).toBeGreaterThan(COUNTED_MAX);
    const answer = await admin.get(`/api/v1${path}`);
    const page = ok<Page<OrderRow>>(answer);
    expect(page.totalIsEstimate).toBe(true);
    expect(page.total / real).toBeGreaterThan(0.8);
    expect(page.total / real).toBeLessThan(1.2);
    expect(page.totalPages).toBe(Math.ceil(page.total / 20));
    expect(answer.headers['link']).toContain('rel="next"');
    expect(answer.headers['link']).not.toContain('rel="last"');
  });

  it('the last page and any behind it tell the exact one', async () => {
    const real = await count('orders');
    const last = Math.ceil(real / 20);
    for (const page of [last, last + 1, last + 300]) {
      const answer = await list(`${path}&page=${page}`);
      expect(answer).toMatchObject({ total: real, totalPages: last });
      expect(answer).not.toHaveProperty('totalIsEstimate');
    }
  });

  it('lists of all rows or of states are exact however long they are, and below the bound nothing is added', async () => {
    for (const [asked, rows] of [
      ['/orders', 'orders'],
      ['/orders?status=delivered', `orders where status = 'delivered'`],
      ['/orders?status=delivered,cancelled', `orders where status in ('delivered', 'cancelled')`],
      ['/quotes', 'quotes'],
      ['/customers', 'customers'],
      ['/emails?status=kept', `emails where status = 'kept'`],
      ['/orders?q=priya%20novak', `orders o where ${foundBy('priya')} and ${foundBy('novak')}`],
    ] as const) {
      const page = await list(asked);
      expect(page.total, asked).toBe(await count(rows));
      expect(Object.keys(page), asked).not.toContain('totalIsEstimate');
    }
  });

  it('a search that finds more than it counts still has every row in its place', async () => {
    for (const [sort, order] of [
      ['newest', 'created_at desc, id desc'],
      ['total', 'quote_price desc nulls last, id desc'],
    ])
      for (const page of [1, 2, 70]) {
        const answer = await list(`/orders?q=street&sort=${sort}&page=${page}`);
        expect(answer.totalIsEstimate).toBe(true);
        expect(answer.total).toBeGreaterThan(FOUND_MAX);
        const rows = await app.sql<{ id: number }>(
          `select id from orders where search like '%street%' order by ${order} limit 20 offset ${(page - 1) * 20}`,
        );
        expect(idsOf(answer)).toEqual(rows.map(({ id }) => id));
      }
  });
});

interface PlanNode {
  'Node Type': string;
  'Plan Rows': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** The plan as it ran. */
const ranPlan = (listing: Listing, page: number): Promise<PlanNode[]> =>
  planOf(pageStatement(listing, { page, limit: 20 }));
interface Explained {
  'QUERY PLAN': [{ Plan: PlanNode }];
}
const rootOf = (row: Explained | undefined): PlanNode =>
  row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'none', 'Plan Rows': 0, 'Actual Rows': 0, 'Actual Loops': 0 };
async function planOf({ sql, params }: Statement): Promise<PlanNode[]> {
  const em = app.services.orm.em.fork();
  const [row] = await query<Explained>(em, `explain (analyze, format json) ${sql}`, params, { dependsOnValues: true });
  return nodesOf(rootOf(row));
}
/** How a statement is planned once its connection has run it so often that PostgreSQL decides whether to keep a plan. */
async function settledPlan({ sql, params }: Statement): Promise<{ nodes: PlanNode[]; isKept: boolean }> {
  const client = await (await app.services.orm.em.getConnection().getNativeClient()).connect();
  let place = 0;
  const text = sql.replaceAll('?', () => `$${++place}`);
  const given = params.map((value) =>
    value === null
      ? 'null'
      : client.escapeLiteral(
          value instanceof Date ? value.toISOString() : Array.isArray(value) ? `{${value}}` : String(value),
        ),
  );
  const execute = `execute kept${given.length > 0 ? `(${given})` : ''}`;
  try {
    await client.query(`prepare kept as ${text}`);
    for (let time = 0; time < 6; time++) await client.query(execute);
    const explained = await client.query<Explained>(`explain (analyze, format json) ${execute}`);
    const prepared = await client.query<{ kept: boolean }>(
      `select generic_plans > 0 as kept from pg_prepared_statements where name = 'kept'`,
    );
    return { nodes: nodesOf(rootOf(explained.rows[0])), isKept: prepared.rows[0]?.kept === true };
  } finally {
    // With what it has prepared.
    client.release(true);
  }
}
const looked = (node: PlanNode) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
const large: ReadonlySet<string> = new Set(['orders', 'quotes', 'customers', 'emails']);
/** One that ends where enough was found is none: at a million it would look at as many rows. */
const isWhole = (node: PlanNode) => node['Node Type'].endsWith('Seq Scan') && looked(node) > 15 * FOUND_MAX;
/** The most rows that one part of the plan looked at. */
const mostRows = (nodes: PlanNode[]) => Math.max(...nodes.map(looked));

describe('G07 a deep page', () => {
  const lists: [path: string, order: string, rows: string][] = [
    ['/orders?', 'created_at desc, id desc', 'orders'],
    ['/orders?sort=oldest', 'created_at, id', 'orders'],
    ['/orders?sort=total', 'quote_price desc nulls last, id desc', 'orders'],
    ['/orders?sort=updated', 'updated_at desc, id desc', 'orders'],
    ['/orders?status=delivered', 'created_at desc, id desc', `orders where status = 'delivered'`],
    [
      '/orders?status=delivered&sort=total',
      'quote_price desc nulls last, id desc',
      `orders where status = 'delivered'`,
    ],
    [
      '/orders?status=delivered,cancelled',
      'created_at desc, id desc',
      `orders where status in ('delivered', 'cancelled')`,
    ],
    ['/quotes?sort=price', 'price desc nulls last, id desc', 'quotes'],
    ['/customers?sort=name', 'lower(name), id', 'customers'],
    ['/emails?', 'created_at desc, id desc', 'emails'],
  ];
  it.each(lists)('%s has the rows that counting from the first one gives', async (path, order, rows) => {
    const pages = Math.ceil((await count(rows)) / 20);
    for (const page of [60, Math.floor(pages / 2), pages - 1, pages, pages + 1]) {
      const expected = await app.sql<{ id: number }>(
        `select id from ${rows} order by ${order} limit 20 offset ${(page - 1) * 20}`,
      );
      expect(idsOf(await list(`${path}&page=${page}`)), `page ${page}`).toEqual(expected.map(({ id }) => id));
    }
  });

  it('in the order of time begins at its week', async () => {
    const pages = Math.ceil((await count('orders')) / 20);
    for (const sort of ['newest', 'oldest'] as const)
      for (const page of [Math.floor(pages / 4), Math.floor(pages / 2), pages])
        expect(mostRows(await ranPlan(listingOfOrders('UTC', { sort }), page)), `${sort} ${page}`).toBeLessThan(
          ORDERS / 20,
        );
  });
});

describe('G08 a search of one or two letters', () => {
  const begins = (text: string, q: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(q));
  /** Orders are found by their driver too. */
  const beginnings = async (table: string, q: string) => {
    const driver =
      table === 'orders' ? `(select concat_ws(' ', first_name, last_name) from users where id = t.driver_id)` : 'null';
    const rows = await app.sql<{ id: number; words: string; driver: string | null }>(
      `select id, words, ${driver} as driver from ${table} t order by created_at desc, id desc`,
    );
    return rows.filter(({ words, driver }) => begins(words, q) || begins(driver ?? '', q)).map(({ id }) => id);
  };

  it.each(['orders', 'quotes', 'customers', 'emails'])('finds words of %s that begin so', async (table) => {
    for (const q of ['zo', 'de', 'm', 'mü', '7', 'xy']) {
      // Rows keep their words without accents.
      const expected = await beginnings(table, q.replace('ü', 'u'));
      const page = await list(`/${table}?limit=100&q=${encodeURIComponent(q.toUpperCase())}`);
      expect(idsOf(page), q).toEqual(expected.slice(0, 100));
      if (expected.length <= FOUND_MAX) expect(page.total, q).toBe(expected.length);
      else expect(page.totalIsEstimate, q).toBe(true);
    }
  });
});

describe('G14 a frequent word', () => {
  it.each([
    ['orders', (q: string) => listingOfOrders('UTC', { q, sort: 'newest' })],
    ['orders by total', (q: string) => listingOfOrders('UTC', { q, sort: 'total' })],
    ['quotes', (q: string) => listingOfQuotes('UTC', { q, sort: 'newest' })],
  ])('is judged by the first rows of the list of %s, and its trigrams are not asked for', async (_name, listing) => {
    const read = async (q: string) => {
      const nodes = await ranPlan(listing(q), 1);
      const trigrams = nodes.filter((node) => node['Index Name']?.endsWith('_words') && node['Actual Loops'] > 0);
      return { trigrams, rows: nodes.filter((node) => large.has(node['Relation Name'] ?? '')) };
    };
    const frequent = await read('street');
    expect(frequent.trigrams).toEqual([]);
    expect(mostRows(frequent.rows)).toBeLessThan(FOUND_MAX);
    expect((await read('priya novak')).trigrams).not.toEqual([]);
  });
});

describe('G17 a whole tracking number', () => {
  it('is looked up alone, and still found where another order names it', async () => {
    const [order, naming] = await app.sql<{ id: number; tracking_number: string }>(
      'select id, tracking_number from orders order by id limit 2',
    );
    const number = order?.tracking_number ?? '';
    const grouped = number.replace(/^QF(\d{4})(\d{4})/, 'qf $1-$2 ');
    for (const address of [`Returns desk, for ${number}`, `Returns desk, for ${grouped.toUpperCase()}`]) {
      await app.sql(`update orders set pickup_address = '${address}' where id = ${naming?.id}`);
      await giveWords(app.services.orm.em);
      for (const q of [number, number.toLowerCase(), grouped]) {
        const found = idsOf(await list(`/orders?q=${encodeURIComponent(q)}`));
        expect(found.toSorted(), `${q} in ${address}`).toEqual([order?.id, naming?.id].toSorted());
      }
    }
    const nodes = await ranPlan(listingOfOrders('UTC', { q: number, sort: 'newest' }), 1);
    const asked = nodes.filter((node) => node['Actual Loops'] > 0).map((node) => node['Index Name']);
    expect(asked).toContain('orders_tracking_number_unique');
    expect(asked).not.toContain('orders_words');
  });
});

describe('G10 no read of a list goes through a whole table', () => {
  const words = ['nowhere at all', 'priya novak', 'lindqvist', 'street', 'zo', 'b', 'xq'];
  const states = { orders: ['in_transit', 'delivered'], quotes: ['draft', 'converted'] } as const;
  const listings: Record<string, Listing> = {};
  for (const sort of orderSorts) {
    listings[`orders ${sort}`] = listingOfOrders('UTC', { sort });
    for (const state of states.orders)
      listings[`orders ${sort} ${state}`] = listingOfOrders('UTC', { sort, status: [state] });
    for (const q of words) listings[`orders ${sort} q=${q}`] = listingOfOrders('UTC', { sort, q });
  }
  const asked = {
    'one driver': { driverId: 5 },
    unassigned: { unassigned: true },
    'planned on a day': { plannedOn: '2026-03-02' },
    overdue: { overdue: true },
    unplanned: { unplanned: true },
    'carried over': { carriedOver: true },
    'of a week': { from: '2026-03-02', to: '2026-03-08' },
    // The rows are of the two years before now.
    'delivered since': {
      deliveredFrom: new Date(Date.now() - 20 * DAY_MS).toISOString().slice(0, 10),
      status: ['delivered'],
    },
  } as const;
  for (const [name, filter] of Object.entries(asked))
    for (const sort of ['newest', 'planned'] as const)
      listings[`orders ${sort} ${name}`] = listingOfOrders('UTC', {
        sort,
        ...filter,
        status: 'status' in filter ? [...filter.status] : undefined,
      });
  for (const sort of quoteSorts) {
    listings[`quotes ${sort}`] = listingOfQuotes('UTC', { sort });
    for (const state of states.quotes)
      listings[`quotes ${sort} ${state}`] = listingOfQuotes('UTC', { sort, status: [state] });
    for (const q of [...words, 'K7M-3QF']) listings[`quotes ${sort} q=${q}`] = listingOfQuotes('UTC', { sort, q });
  }
  for (const due of ['waiting', 'soon', 'overdue'] as const)
    listings[`quotes due ${due}`] = listingOfQuotes('UTC', { sort: 'due', due });
  for (const seen of ['yes', 'no'] as const)
    for (const sort of ['newest', 'oldest', 'seen'] as const)
      listings[`quotes ${sort} seen ${seen}`] = listingOfQuotes('UTC', { sort, seen });
  listings['quotes a week old'] = listingOfQuotes('UTC', { sort: 'oldest', olderThan: 7, status: ['sent'] });
  listings['quotes unseen for a week'] = listingOfQuotes('UTC', { sort: 'oldest', olderThan: 7, seen: 'no' });
  for (const outcome of [['declined'], ['expired'], ['declined', 'expired'], ['none']] as const)
    listings[`quotes ${outcome}`] = listingOfQuotes('UTC', { sort: 'newest', outcome: [...outcome] });
  listings['quotes active'] = listingOfQuotes('UTC', {
    sort: 'newest',
    status: ['draft', 'sent', 'accepted'],
    outcome: ['none'],
  });
  for (const sort of ['newest', 'oldest', 'name'] as const) {
    listings[`customers ${sort}`] = listingOfCustomers({ sort });
    for (const q of words) listings[`customers ${sort} q=${q}`] = listingOfCustomers({ sort, q });
  }
  listings['mails'] = listingOfMails({});
  for (const q of words) listings[`mails q=${q}`] = listingOfMails({ q });

  it('whatever it is filtered and sorted by and searched for', async () => {
    for (const [name, listing] of Object.entries(listings)) {
      const nodes = await ranPlan(listing, 1);
      const whole = nodes.filter((node) => isWhole(node) && large.has(node['Relation Name'] ?? ''));
      expect(whole, name).toEqual([]);
    }
  });

  it('G31 nor does the plan that a connection keeps; for a list of all rows it keeps one', async () => {
    for (const [name, listing] of Object.entries(listings)) {
      const statement = pageStatement(listing, { page: 1, limit: 20 });
      if (statement.dependsOnValues) continue;
      const { nodes, isKept } = await settledPlan(statement);
      const whole = nodes.filter((node) => isWhole(node) && large.has(node['Relation Name'] ?? ''));
      expect(whole, name).toEqual([]);
      if (listing.where.onlyStates?.length === 0) expect(isKept, name).toBe(true);
    }
  });
});

describe('U60 the price hint', () => {
  it('U60 finds similar quotes by the index of the search, among as many as there are', async () => {
    const em = app.services.orm.em.fork();
    const quotes = await em.find(Quote, { id: { $in: [3, 700, 9000, 19_000] } });
    expect(quotes).toHaveLength(4);
    for (const quote of quotes) {
      const nodes = await planOf(hintStatement(quote, 'UTC'));
      expect(nodes.filter((node) => isWhole(node) && node['Relation Name'] === 'quotes')).toEqual([]);
      expect(nodes.map((node) => node['Node Type'])).toContain('Bitmap Index Scan');
      expect(mostRows(nodes)).toBeLessThan(2000);
    }
  });
});

describe('G20 the dashboard', () => {
  it('G20 reads no table whole when nearly all quotes have had their answer', async () => {
    await app.sql(`update quotes set due_at = null`);
    await app.sql(`update quotes set due_at = now() - interval '1 hour' where id in (5, 6, 7)`);
    // The planner knows how rare a time is as soon as the table has been looked at.
    await app.sql('vacuum analyze quotes');
    const promises = serviceLevels(new Date(), 'Europe/Berlin');
    for (const statement of [promises, dashboardCounters(new Date(), 'Europe/Berlin')]) {
      const nodes = await planOf(statement);
      expect(nodes.filter((node) => isWhole(node) && large.has(node['Relation Name'] ?? ''))).toEqual([]);
    }
    const { promises: told } = ok<{ promises: { overdue: number } }>(await admin.get('/api/v1/stats'));
    expect(told.overdue).toBe(await count('quotes where due_at < now()'));
    expect(told.overdue).toBe(3);
  });
});

describe('G20 counting what came after a moment', () => {
  const ofLarge = (node: PlanNode) => large.has(node['Relation Name'] ?? '');

  it('G20 the day’s deliveries are expected to be few, so that an index finds them at a million too', async () => {
    const nodes = await planOf(dashboardCounters(new Date(), 'Europe/Berlin'));
    const scans = nodes.filter((node) => ofLarge(node) && node['Index Name'] !== 'quotes_ending');
    expect(scans.filter((node) => node['Plan Rows'] > ORDERS / 20)).toEqual([]);
  });

  it('G20 counting the news reads no older row', async () => {
    const nodes = await planOf(newsStatement(new Date(Date.now() + DAY_MS)));
    expect(nodes.filter(ofLarge).map(looked)).toEqual([0, 0]);
  });
});

describe('G21 how well promises are kept', () => {
  it('G21 reads a few rows, however many were promised', async () => {
    await app.sql('vacuum analyze quote_promises');
    await app.sql('vacuum analyze figures');
    const halfYear = await count(`quote_promises where due_at > now() - interval '160 days'`);
    expect(halfYear).toBeGreaterThan(4000);
    const nodes = await planOf(serviceLevels(new Date(), 'America/New_York'));
    const read = nodes.filter((node) => ['quote_promises', 'figures'].includes(node['Relation Name'] ?? ''));
    expect(read.reduce((rows, node) => rows + looked(node), 0)).toBeLessThan(halfYear / 3);
  });
});
