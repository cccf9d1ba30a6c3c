import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Inbound } from '@quickfleet/shared/operations/inbound';
import type { LightMyRequestResponse } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import { openJobPool, tasksOf } from '../../../src/jobs/worker.ts';
import { tendFulfilments } from '../../../src/operations/inbound/inbound.fulfil.ts';
import type { TestApp } from '../app.ts';
import { closeServer } from '../close-server.ts';

// Shops as their documentation describes them: their notices, and what they answer.

const address = {
  first_name: 'Gift',
  last_name: 'Receiver',
  company: 'Receiver GmbH',
  address1: 'Geschenkweg 9',
  address2: 'Haus B',
  phone: '+49 351 7654321',
  city: 'Dresden',
  zip: '01069',
  province: 'Sachsen',
  country: 'Germany',
  name: 'Gift Receiver',
};
/** https://shopify.dev/docs/api/admin-rest/latest/resources/order, 2026-11-30 */
export const shopifyOrder = (more: object = {}) => ({
  id: 820982911946154500,
  name: '#1001',
  email: 'buyer@example.com',
  contact_email: 'buyer@example.com',
  phone: null,
  note: 'Ring at the back',
  currency: 'EUR',
  financial_status: 'paid',
  cancelled_at: null,
  total_price: '43.00',
  billing_address: { ...address, name: 'Buyer Person', phone: null },
  shipping_address: address,
  line_items: [
    { id: 1, name: 'Candle - red', title: 'Candle', quantity: 2, price: '20.00', sku: 'C-1' },
    { id: 2, name: 'Card', title: 'Card', quantity: 1, price: '3.00', sku: null },
  ],
  ...more,
});
const wooAddress = {
  first_name: 'Gift',
  last_name: 'Receiver',
  company: '',
  address_1: 'Geschenkweg 9',
  address_2: '',
  city: 'Dresden',
  state: 'SN',
  postcode: '01069',
  country: 'DE',
};
/** https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties, 2026-11-30 */
export const wooOrder = (more: object = {}) => ({
  id: 727,
  parent_id: 0,
  number: '727',
  status: 'processing',
  currency: 'EUR',
  total: '43.00',
  customer_note: 'Ring at the back',
  date_paid: '2026-11-30T09:00:00',
  billing: {
    ...wooAddress,
    first_name: 'Buyer',
    last_name: 'Person',
    email: 'buyer@example.com',
    phone: '030 1234567',
  },
  shipping: wooAddress,
  line_items: [
    { id: 315, name: 'Candle', product_id: 93, quantity: 2, price: 20, total: '40.00' },
    { id: 316, name: 'Card', product_id: 22, quantity: 1, price: 3, total: '3.00' },
  ],
  ...more,
});

const names = {
  shopify: ['x-shopify-hmac-sha256', 'x-shopify-topic', 'x-shopify-webhook-id'],
  woocommerce: ['x-wc-webhook-signature', 'x-wc-webhook-topic', 'x-wc-webhook-delivery-id'],
} as const;
let sendings = 0;
/** Sends a notice as the shop does; `more` replaces headers, or the name of the sending. */
export function sendNotice(
  app: TestApp,
  { kind, url }: Pick<Inbound, 'kind' | 'url'>,
  secret: string,
  topic: string,
  body: object | string,
  { delivery = `d-${++sendings}`, headers = {} }: { delivery?: string; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const [signature, said, id] = names[kind];
  return app.client().call('POST', new URL(url).pathname, payload, {
    headers: {
      'content-type': 'application/json',
      [signature]: createHmac('sha256', secret).update(payload).digest('base64'),
      [said]: topic,
      [id]: delivery,
      ...headers,
    },
  });
}

/** Does what the queue would do with what shops told, and tells them what is due. */
export async function workShops(app: TestApp): Promise<void> {
  await tendFulfilments(app.services);
  await app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null');
  const pgPool = openJobPool(app.databaseUrl);
  const { use_notice, tell_shop } = tasksOf(app.services, () => undefined);
  const taskList = Object.fromEntries(Object.entries({ use_notice, tell_shop }).filter(([, task]) => task));
  const logger = new Logger(() => () => undefined);
  // One run leaves what waits behind another of its queue.
  const left = `select 1 from graphile_worker.jobs where task_identifier in ('use_notice', 'tell_shop') and run_at <= now()`;
  do await runOnce({ pgPool, taskList: taskList as never, noHandleSignals: true, logger });
  while ((await app.sql(left)).length > 0);
  await pgPool.end();
}

export interface ShopCall {
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}
/** A shop's own calls; `answer` says what it does with each. */
export async function startShop(answer: (call: ShopCall) => { status: number; body: unknown }) {
  const calls: ShopCall[] = [];
  let behave = answer;
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString('utf8');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const call = { path: request.url ?? '', headers, body: JSON.parse(text) };
    calls.push(call);
    const { status, body } = behave(call);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  return {
    url: `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`,
    calls,
    behave(next: typeof answer) {
      behave = next;
    },
    close: () => closeServer(server),
  };
}
