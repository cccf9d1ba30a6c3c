/**
 * What the product is measured against, in a process of its own: a bare Fastify over pg with the best SQL for the same
 * bytes, and below /em the same reads through `em.find` with populate. Nobody is asked who they are here, nothing is
 * counted, checked or logged. scripts/bench.ts starts it.
 */
import { randomBytes } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import Fastify from 'fastify';
import pg from 'pg';
import { ormOptions } from '../src/db/orm.config.ts';
import { Order } from '../src/features/orders/order.entity.ts';
import { Quote } from '../src/features/quotes/quote.entity.ts';
import { createSecrets } from '../src/lib/secrets.ts';
import { reportTo } from './child.ts';
import { type StatementName, statements } from './peer.sql.ts';

const { BENCH_DATABASE_URL = '' } = process.env;
const MAIL = '<p style="margin: 0 0 12px; color: #1b2430">Your order is on its way</p>'.repeat(40);
const pool = new pg.Pool({ connectionString: BENCH_DATABASE_URL, max: 20 });
const orm = await MikroORM.init({ ...ormOptions(BENCH_DATABASE_URL), logger: () => undefined });
const app = Fastify();

type Rows = Record<string, unknown>[];
const run = async (name: StatementName, values: unknown[], on: pg.Pool | pg.PoolClient = pool): Promise<Rows> =>
  (await on.query({ name, text: statements[name], values })).rows;

interface PageQuery {
  page?: string;
  limit?: string;
}
for (const name of ['orders', 'quotes'] as const)
  app.get<{ Querystring: PageQuery }>(`/${name}`, async ({ query }) => {
    const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 20)];
    const rows = await run(name, [limit, (page - 1) * limit]);
    const total = Number(rows[0]?.['total'] ?? 0);
    const data = rows.map(({ total: _, ...row }) => row);
    return { data, page, limit, total, totalPages: Math.ceil(total / limit) };
  });

const orderOf = async (id: number, on?: pg.PoolClient) => {
  const [row] = await run('order', [id], on);
  if (!row) return undefined;
  const { sealed: _, ...order } = row;
  const signatures = order['signatures'] as {
    kind: string;
    signer: string;
    url: string;
    signerName: string | null;
    capturedAt: string;
  }[];
  const customer = signatures.findLast(({ signer }) => signer === 'customer');
  const driver = signatures.findLast(({ signer }) => signer === 'driver');
  const lastOf = (kind: string) => signatures.findLast((one) => one.kind === kind && one.signer === 'customer') ?? null;
  const ofQuote = {
    id: order['quoteId'],
    signatureUrl: customer?.url ?? null,
    signatureCustomerName: customer?.signerName ?? null,
    signatureCapturedAt: customer?.capturedAt ?? null,
    driverSignatureUrl: driver?.url ?? null,
    driverSignatureName: driver?.signerName ?? null,
    driverSignatureCapturedAt: driver?.capturedAt ?? null,
  };
  return {
    ...order,
    accessCode: null,
    quote: order['quoteId'] === null ? null : ofQuote,
    pickupSignature: lastOf('pickup'),
    deliverySignature: lastOf('delivery'),
  };
};
app.get<{ Params: { id: string } }>('/orders/:id', ({ params }) => orderOf(Number(params.id)));

app.get<{ Params: { number: string } }>('/tracking/:number', async ({ params }) => {
  const [row] = await run('tracking', [params.number]);
  if (!row) return undefined;
  const { pickedUp, inTransit, ...order } = row;
  const steps = [
    { step: 'created', completedAt: order['createdAt'] },
    { step: 'picked_up', completedAt: pickedUp ?? inTransit },
    { step: 'in_transit', completedAt: inTransit },
    { step: 'delivered', completedAt: order['deliveredAt'] },
  ];
  return { ...order, steps };
});

const secrets = createSecrets('a secret of the measurement, for nobody');
interface NewOrder {
  customerName: string;
  customerEmail: string;
  pickupAddress: string;
  deliveryAddress: string;
  quotePrice: string;
  items: { name: string; quantity: number }[];
}
app.post<{ Body: NewOrder }>('/orders', async ({ body }, reply) => {
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
    await run('insertMail', [tracking, customerEmail, `Your order ${tracking}`, MAIL, MAIL, id], client);
    await run('notify', [JSON.stringify({ topic: 'mail', id })], client);
    await run('notify', [JSON.stringify({ topic: 'order', id })], client);
    const order = await orderOf(id, client);
    await client.query('commit');
    reply.code(201);
    return order;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
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
  await pool.query(
    `delete from history where subject = 'order' and subject_id in (select id from orders where ${mine})`,
  );
  await pool.query(`delete from orders where ${mine}`);
  await pool.query(`delete from customers where email like 'bench-%@quickfleet.example'`);
}
reportTo(process, { url }, async () => {
  await app.close();
  await takeBack();
  await pool.end();
  await orm.close(true);
});
