import { shopKinds } from '@quickfleet/shared/operations/inbound';
import { paths } from '@quickfleet/shared/paths';
import { z } from 'zod';
import { c, type Row, readRow, readRows, run, select } from '../../db/rows.ts';
import { idOfJob } from '../../db/side-effects.ts';
import { commitOnce } from '../../db/transaction.ts';
import type { Services } from '../../http/context.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { retryAt } from '../../messages/webhooks/retry-schedule.ts';
import { type Outcome, post } from '../../messages/webhooks/webhook-sender.ts';
import { keyWorks } from '../../people/api-keys/api-keys.queries.ts';
import { queueFulfilments } from './inbound.queue.ts';
import { parseJson } from './inbound.read.ts';

// What a shop wants back: that the parcel is on its way, with its number and the link to follow it.

const due = select({ id: c.int('n.id') });
const BATCH = 500;
/** Every minute: queues what a driver has picked up since, and forgets what was cancelled. */
export async function tendFulfilments(services: Services): Promise<void> {
  await commitOnce(services, async (em) => {
    await run(
      em,
      `update inbound_notices n set fulfilment = null where n.fulfilment = 'due' and not exists (
         select 1 from orders o where o.id = n.order_id and o.status <> 'cancelled')`,
    );
    const rows = await readRows(
      em,
      due,
      `select $columns from inbound_notices n join orders o on o.id = n.order_id
        where n.fulfilment = 'due' and n.fulfilment_next_at <= ? and o.status in ('picked_up', 'in_transit', 'delivered')
        order by n.id limit ${BATCH}`,
      [services.clock()],
    );
    if (rows.length > 0)
      await queueFulfilments(
        em,
        rows.map(({ id }) => id),
      );
  });
}

const target = select({
  id: c.int('n.id'),
  kind: c.oneOf(shopKinds, 's.kind'),
  shopUrl: c.text('s.shop_url'),
  accessToken: c.text('s.access_token_sealed'),
  shopOrderId: c.text('n.shop_order_id'),
  trackingNumber: c.text('o.tracking_number'),
  tries: c.int('n.fulfilment_tries'),
  firstAt: c.date('n.fulfilment_first_at').nullable(),
});
interface Parcel {
  shopUrl: string;
  token: string;
  shopOrderId: string;
  number: string;
  link: string;
  carrier: string;
}
type Send = (path: string, body: object, headers: Record<string, string>) => Promise<Outcome>;

/** https://shopify.dev/docs/api/admin-graphql/latest/mutations/fulfillmentCreate (2026-11-30) */
const SHOPIFY_CALL = '/admin/api/2026-10/graphql.json';
const ASK_OPEN = 'query($id: ID!) { order(id: $id) { fulfillmentOrders(first: 20) { nodes { id status } } } }';
const FULFIL =
  'mutation($fulfillment: FulfillmentInput!) { fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { message } } }';
const OPEN = ['OPEN', 'IN_PROGRESS'];
const problems = z.array(z.object({ message: z.string() })).default([]);
const opened = z.object({
  errors: problems,
  data: z
    .object({
      order: z
        .object({ fulfillmentOrders: z.object({ nodes: z.array(z.object({ id: z.string(), status: z.string() })) }) })
        .nullable(),
    })
    .nullish(),
});
const fulfilled = z.object({
  errors: problems,
  data: z.object({ fulfillmentCreate: z.object({ userErrors: problems }).nullable() }).nullish(),
});

/** The JSON of an answer that says it worked; why not, otherwise. */
function readAnswer<Schema extends z.ZodType>({ error, answer }: Outcome, schema: Schema) {
  if (error !== null) return { fault: error };
  const read = schema.safeParse(parseJson(answer ?? ''));
  return read.success ? { said: read.data } : { fault: 'The shop answered something that is not documented' };
}
const first = (errors: readonly { message: string }[]): string | null => errors[0]?.message ?? null;

/** Fulfils what is still open of the order in the shop: once more does nothing. */
async function tellShopify({ shopOrderId, number, link, carrier, token }: Parcel, send: Send): Promise<string | null> {
  const headers = { 'x-shopify-access-token': token };
  const variables = { id: `gid://shopify/Order/${shopOrderId}` };
  const asked = readAnswer(await send(SHOPIFY_CALL, { query: ASK_OPEN, variables }, headers), opened);
  if (!asked.said) return asked.fault;
  const fault = first(asked.said.errors);
  if (fault !== null) return fault;
  const order = asked.said.data?.order;
  if (!order) return 'The shop has no such order';
  for (const { id, status } of order.fulfillmentOrders.nodes) {
    if (!OPEN.includes(status)) continue;
    const fulfillment = {
      lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: id }],
      notifyCustomer: true,
      trackingInfo: { company: carrier, number, url: link },
    };
    const told = readAnswer(
      await send(SHOPIFY_CALL, { query: FULFIL, variables: { fulfillment } }, headers),
      fulfilled,
    );
    if (!told.said) return told.fault;
    const refused = first(told.said.errors) ?? first(told.said.data?.fulfillmentCreate?.userErrors ?? []);
    if (refused !== null) return refused;
  }
  return null;
}

const NOT_FOUND = 404;
/**
 * The shop's extension for tracking numbers, https://woocommerce.com/document/shipment-tracking/ (2026-11-30). A shop
 * without it gets a note to its customer, https://woocommerce.github.io/woocommerce-rest-api-docs/#order-notes.
 */
async function tellWoo({ shopOrderId, number, link, carrier, token }: Parcel, send: Send): Promise<string | null> {
  const headers = { authorization: `Basic ${Buffer.from(token).toString('base64')}` };
  const tracked = await send(
    `/wp-json/wc-shipment-tracking/v3/orders/${shopOrderId}/shipment-trackings`,
    { custom_tracking_provider: carrier, custom_tracking_link: link, tracking_number: number },
    headers,
  );
  if (tracked.status !== NOT_FOUND) return tracked.error;
  const note = `${carrier}: ${number}\n${link}`;
  return (await send(`/wp-json/wc/v3/orders/${shopOrderId}/notes`, { note, customer_note: true }, headers)).error;
}

/** What an answer of a shop may be long. */
const ANSWER_MAX = 60_000;
const ERROR_MAX = 300;

async function tell(services: Services, row: Row<typeof target>, token: string): Promise<string | null> {
  const { config, clock } = services;
  const send: Send = (path, body, headers) =>
    post(
      {
        url: row.shopUrl + path,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'user-agent': 'QuickFleet', ...headers },
        kept: ANSWER_MAX,
      },
      config.WEBHOOKS_ALLOW_HOSTS,
      clock(),
    );
  const parcel = {
    ...row,
    token,
    number: row.trackingNumber,
    link: `${publicUrl(config)}${paths.trackNumber(row.trackingNumber)}`,
    carrier: config.BRAND_NAME,
  };
  return row.kind === 'shopify' ? tellShopify(parcel, send) : tellWoo(parcel, send);
}

/** The job of one fulfilment: one try. The next one comes by the plan of webhooks, for three days. */
export async function tellShop(services: Services, job: unknown): Promise<void> {
  const em = services.orm.em.fork();
  const row = await readRow(
    em,
    target,
    `select $columns from inbound_notices n join inbound_shops s on s.id = n.shop_id join orders o on o.id = n.order_id
      where n.id = ? and n.fulfilment = 'due' and s.shop_url is not null and s.access_token_sealed is not null
        and o.status in ('picked_up', 'in_transit', 'delivered')
        and ${keyWorks('s')}`,
    [idOfJob(job)],
  );
  const token = row && services.secrets.open(row.accessToken);
  if (!row || token === undefined) return;
  const now = services.clock();
  const error = await tell(services, row, token);
  const next =
    error === null ? null : retryAt({ tries: row.tries + 1, first: row.firstAt ?? now, now, retryAfter: null });
  await run(
    em,
    `update inbound_notices set fulfilment = ?, fulfilment_error = ?, fulfilment_tries = fulfilment_tries + 1,
       fulfilment_first_at = coalesce(fulfilment_first_at, ?), fulfilment_next_at = ? where id = ?`,
    [error === null ? 'sent' : next ? 'due' : 'failed', error?.slice(0, ERROR_MAX) ?? null, now, next, row.id],
  );
}
