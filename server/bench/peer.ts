/**
 * The peers of the benchmark, in a separate process: a bare Fastify over pg with the best SQL for the same bytes and
 * without authentication, counting, checks or logs; below /plain the same with the product's duties (plain.ts); below
 * /em the same reads through `em.find` with populate. scripts/bench.ts starts it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { IMAGE_STORED_SIDE } from '@quickfleet/shared/limits';
import type { Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { dayOfSpeed } from '@quickfleet/shared/quoting/speed';
import Fastify from 'fastify';
import pg from 'pg';
import sharp from 'sharp';
import type { Config } from '../src/config.ts';
import { ormOptions } from '../src/db/orm.config.ts';
import { Order } from '../src/delivery/orders/order.entity.ts';
import { orderOf } from '../src/delivery/orders/orders.queries.ts';
import { defaultTemplates } from '../src/messages/templates/defaults/defaults.ts';
import { renderMail } from '../src/messages/templates/render.ts';
import { Quote } from '../src/quoting/quotes/quote.entity.ts';
import { customerUrlOf } from '../src/quoting/quotes/quotes.link.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { reportTo, shared } from './child.ts';
import { type StatementName, statements } from './peer.sql.ts';
import { plainPeer } from './plain.ts';

const { BENCH_DATABASE_URL = '' } = process.env;
/** The mail that the product writes for a new order, made once; each order has its own number in it. */
const NUMBER = 'QF0000';
const MAIL = renderMail(
  defaultTemplates().find(({ trigger }) => trigger === 'order_created') ?? { subject: NUMBER, content: NUMBER },
  {
    customerName: 'Bench Customer',
    trackingNumber: NUMBER,
    itemCount: '1',
    trackingUrl: `${shared.PUBLIC_URL}/track/${NUMBER}`,
  },
  { name: 'QuickFleet', supportEmail: 'support@quickfleet.example', supportPhone: '+1 (555) 010-0199' },
);
const pool = new pg.Pool({ connectionString: BENCH_DATABASE_URL, max: 20 });
sharp.concurrency(1);
sharp.cache(false);
const orm = await MikroORM.init({ ...ormOptions(BENCH_DATABASE_URL), logger: () => undefined });
const app = Fastify();
const secrets = createSecrets(shared.SESSION_SECRET);
const config = shared as Partial<Config> as Config;

type Rows = Record<string, unknown>[];
const run = async (name: StatementName, values: unknown[], on: pg.Pool | pg.PoolClient = pool): Promise<Rows> =>
  (await on.query({ name, text: statements[name], values })).rows;

interface PageQuery {
  page?: string;
  limit?: string;
}
async function readPage(name: 'orders' | 'quotes', query: PageQuery) {
  const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 20)];
  const today = name === 'quotes' ? [new Date().toISOString().slice(0, 10)] : [];
  const rows = await run(name, [limit, (page - 1) * limit, ...today]);
  const total = Number(rows[0]?.['rowsInAll'] ?? 0);
  const data = rows.map(({ rowsInAll: _rows, externalScope: _scope, sealed, metadata, ...row }) => ({
    ...row,
    metadata: JSON.parse(String(metadata)),
    ...(name === 'quotes' && {
      wantedDay: dayOfSpeed(row as unknown as QuoteView, config.BUSINESS_TIMEZONE),
      customerUrl: customerUrlOf({ secrets, config }, sealed as string | null),
    }),
  }));
  const totalPages = Math.ceil(total / limit);
  const last = page < totalPages ? rows.at(-1) : undefined;
  const nextCursor =
    last === undefined
      ? null
      : Buffer.from(JSON.stringify(['newest', last['createdAt'], last['id'], page + 1])).toString('base64url');
  return { data, page, limit, total, totalPages, nextCursor };
}
for (const name of ['orders', 'quotes'] as const)
  app.get<{ Querystring: PageQuery }>(`/${name}`, ({ query }) => readPage(name, query));

const readOrder = async (id: number, on?: pg.PoolClient) => {
  const [row] = await run('order', [id], on);
  if (!row) return undefined;
  const { externalScope: _scope, metadata, ...columns } = row;
  return orderOf(
    { ...columns, metadata: JSON.parse(String(metadata)) } as unknown as Parameters<typeof orderOf>[0],
    null,
  );
};
app.get<{ Params: { id: string } }>('/orders/:id', ({ params }) => readOrder(Number(params.id)));

// Of an order that may be seen whole, from a driver who shares no position.
const track = async (number: string) => {
  const [row] = await run('tracking', [number]);
  return row && { ...row, whereabouts: null, isLocked: false, deliveryArea: null };
};
app.get<{ Params: { number: string } }>('/tracking/:number', ({ params }) => track(params.number));

interface NewOrder {
  customerName: string;
  customerEmail: string;
  pickupAddress: string;
  deliveryAddress: string;
  quotePrice: string;
  items: { name: string; quantity: number }[];
}
async function createOrder(body: NewOrder) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const [customer] = await run('insertCustomer', [body.customerName, body.customerEmail], client);
    const tracking = `QF${randomBytes(6).toString('hex')}`;
    const code = randomBytes(5).toString('hex');
    const { customerName, customerEmail, pickupAddress, deliveryAddress, quotePrice, items } = body;
    const values = [customer?.['id'], tracking, secrets.lookupHashes(code)[0], secrets.seal(code)];
    const [made] = await run(
      'insertOrder',
      [...values, customerName, customerEmail, pickupAddress, deliveryAddress, quotePrice],
      client,
    );
    const id = Number(made?.['id']);
    for (const { name, quantity } of items) await run('insertItem', [id, name, quantity], client);
    await run('insertHistory', ['order', id, 'order.created', 'pending'], client);
    const mail = [MAIL.subject, MAIL.html, MAIL.text].map((text) => text.replaceAll(NUMBER, tracking));
    await run('insertMail', [tracking, customerEmail, ...mail, id], client);
    await run('notify', [JSON.stringify({ topic: 'mail', id })], client);
    await run('notify', [JSON.stringify({ topic: 'order', id })], client);
    const order = await readOrder(id, client);
    await client.query('commit');
    return order;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
app.post<{ Body: NewOrder }>('/orders', async ({ body }, reply) => reply.code(201).send(await createOrder(body)));

const plainReads = { readPage, readOrder, track, createOrder };
await app.register(plainPeer, { prefix: '/plain', pool, cookieSecrets: secrets.cookieSecrets, reads: plainReads });

// The picture and its thumbnail as the product makes them, of a body that is nothing but the photo.
const uploads = await mkdtemp(join(tmpdir(), 'quickfleet-bare-'));
app.addContentTypeParser('image/jpeg', { parseAs: 'buffer', bodyLimit: 20_000_000 }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: Buffer }>('/upload', async ({ body }, reply) => {
  const side = IMAGE_STORED_SIDE;
  const picture = await sharp(body)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer();
  const thumb = await sharp(picture)
    .resize({ width: 480, height: 360, fit: 'inside' })
    .webp({ quality: 72, effort: 2 })
    .toBuffer();
  const name = randomBytes(8).toString('hex');
  await Promise.all([
    writeFile(join(uploads, `${name}.jpg`), picture),
    writeFile(join(uploads, `${name}.thumb.webp`), thumb),
  ]);
  return reply.code(201).send({ name });
});

const populated = { offset: 0, limit: 20, orderBy: { createdAt: 'desc', id: 'desc' } } as const;
app.get('/em/orders', async () => {
  const em = orm.em.fork();
  const [data, total] = await em.findAndCount(Order, {}, { ...populated, populate: ['items', 'driver'] });
  return { data, total };
});
app.get('/em/quotes', async () => {
  const em = orm.em.fork();
  const [data, total] = await em.findAndCount(Quote, {}, { ...populated, populate: ['items', 'customer'] });
  return { data, total };
});
app.get<{ Params: { id: string } }>('/em/orders/:id', ({ params }) =>
  orm.em.fork().findOneOrFail(Order, Number(params.id), { populate: ['items', 'driver', 'quote'] }),
);
app.get<{ Params: { number: string } }>('/em/tracking/:number', ({ params }) =>
  orm.em.fork().findOneOrFail(Order, { trackingNumber: params.number }, { populate: ['items', 'driver'] }),
);

const url = await app.listen({ port: 0, host: '127.0.0.1' });
/** What the measurement has made, so that the next one finds as many rows as this one. */
async function takeBack(): Promise<void> {
  const mine = `customer_email like 'bench-%@quickfleet.example'`;
  await pool.query(`delete from emails where order_id in (select id from orders where ${mine})`);
  // History takes no deletion; what a measurement wrote is nobody's history.
  await pool.query('alter table history disable trigger user');
  await pool.query(
    `delete from history where (subject = 'order' and subject_id in (select id from orders where ${mine}))
       or (subject = 'quote' and subject_id in (select id from quotes where ${mine}))`,
  );
  await pool.query('alter table history enable trigger user');
  await pool.query(`delete from orders where ${mine}`);
  await pool.query(`delete from emails where quote_id in (select id from quotes where ${mine})`);
  await pool.query(`delete from quotes where ${mine}`);
  await pool.query(`delete from customers where email like 'bench-%@quickfleet.example'`);
}
reportTo(process, { url }, async () => {
  await app.close();
  await takeBack();
  await rm(uploads, { recursive: true, force: true });
  await pool.end();
  await orm.close(true);
});
