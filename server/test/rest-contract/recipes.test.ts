import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeServer } from '../support/close-server.ts';
import { codeOf } from '../support/code-of-page.ts';
import { useWorld } from '../support/contract.ts';
import { makeQuote, ok } from '../support/factories.ts';
import { programOf, serverOf } from '../support/recipe.ts';

// The programs of docs/api/recipes, as they are written. The tests are the shop, the accounts and Stripe.
const QUICKFLEET_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const world = useWorld({ PAYMENTS_WEBHOOK_SECRET: QUICKFLEET_SECRET });
let QUICKFLEET = '';
beforeAll(async () => {
  QUICKFLEET = await world.app.app.listen({ port: 0, host: '127.0.0.1' });
});
async function keyWith(...scopes: string[]): Promise<string> {
  return ok<{ key: string }>(await world.admin.post('/api/v1/api-keys', { name: 'A recipe', scopes })).key;
}

describe('a shop’s webhook makes an order', () => {
  const SHOP_SECRET = 'the secret of the shop';
  const shopOrder = {
    id: 4711,
    name: '#1001',
    email: 'buyer@example.com',
    shipping_address: {
      name: 'Bo Buyer',
      phone: '+1 555 0143',
      address1: '2 Delivery Road',
      address2: null,
      zip: '12345',
      city: 'Shelbyville',
      country: 'United States',
    },
    line_items: [
      { title: 'Lamp', quantity: 1, price: '30.00' },
      { title: 'Book', quantity: 3, price: '9.50' },
    ],
  };
  const start = async () => {
    const recipe = await serverOf('shop-to-order', { QUICKFLEET, KEY: await keyWith('orders:write'), SHOP_SECRET });
    return async (order: unknown, secret = SHOP_SECRET) => {
      const body = JSON.stringify(order);
      const signature = createHmac('sha256', secret).update(body).digest('base64');
      const headers = { 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature };
      return (await fetch(recipe, { method: 'POST', headers, body })).status;
    };
  };
  const rows = () =>
    world.app.sql(
      `select o.external_id, o.customer_name, o.delivery_address, o.metadata,
              (select json_agg(json_build_object('name', i.name, 'quantity', i.quantity) order by i.id)
               from order_items i where i.order_id = o.id) as items
       from orders o where o.external_id like 'shop-%'`,
    );

  it('C107 once, however often the shop sends it', async () => {
    const send = await start();
    expect(await send(shopOrder, 'another secret')).toBe(401);
    expect(await rows()).toEqual([]);
    expect(await Promise.all([send(shopOrder), send(shopOrder), send(shopOrder)])).toEqual([200, 200, 200]);
    // What the shop changes later is for people.
    expect(await send({ ...shopOrder, email: 'other@example.com' })).toBe(200);
    expect(await rows()).toEqual([
      {
        external_id: 'shop-4711',
        customer_name: 'Bo Buyer',
        delivery_address: '2 Delivery Road\n12345 Shelbyville\nUnited States',
        metadata: { shopOrder: '#1001' },
        items: [
          { name: 'Lamp', quantity: 1 },
          { name: 'Book', quantity: 3 },
        ],
      },
    ]);
  });

  it('C107 what QuickFleet refuses is not sent again, and what it cannot answer is', async () => {
    const send = await start();
    expect(await send({ ...shopOrder, id: 4712, email: 'no address' })).toBe(422);
    const nobody = await serverOf('shop-to-order', { QUICKFLEET: 'http://127.0.0.1:1', KEY: 'none', SHOP_SECRET });
    const body = JSON.stringify(shopOrder);
    const signature = createHmac('sha256', SHOP_SECRET).update(body).digest('base64');
    const answer = await fetch(nobody, { method: 'POST', headers: { 'x-shopify-hmac-sha256': signature }, body });
    expect(answer.status).toBe(503);
  });
});

describe('delivered orders go to the accounts', () => {
  interface Invoice {
    number: string;
    net: string;
    gross: string;
    currency: string;
    customer: string;
    deliveredAt: string;
  }
  /** Accounts that know a repeat by its idempotency key, and refuse the calls with a number in `down`. */
  async function openAccounts(down: number[]) {
    const booked = new Map<string, Invoice>();
    let calls = 0;
    const server = createServer(async (request, response) => {
      const invoice = (await json(request)) as Invoice;
      calls += 1;
      if (down.includes(calls)) return response.writeHead(503).end('closed');
      booked.set(String(request.headers['idempotency-key']), invoice);
      return response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => closeServer(server));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, booked: () => [...booked.values()], calls: () => calls };
  }
  async function deliver(customerName: string): Promise<string> {
    const order = ok<{ id: number; trackingNumber: string }>(
      await world.admin.post('/api/v1/orders', {
        customerName,
        customerEmail: 'ada@example.com',
        pickupAddress: '1 Pickup Street',
        deliveryAddress: '2 Delivery Road',
        quotePrice: '84.50',
        driverId: world.driver.userId,
        items: [{ name: 'Box', quantity: 1 }],
      }),
    );
    for (const status of ['in_transit', 'delivered'])
      ok(await world.admin.put(`/api/v1/orders/${order.id}/status`, { status, overrideReason: 'On paper' }));
    return order.trackingNumber;
  }

  it('C108 each once, although a run fails between two of them', async () => {
    const numbers = [await deliver('Ada'), await deliver('Bo'), await deliver('Cy')];
    const accounts = await openAccounts([2]);
    const KEY = await keyWith('events:read', 'orders:read');
    const run = await programOf('order-to-accounting', { QUICKFLEET, KEY, ACCOUNTS: accounts.url });
    await expect(run()).rejects.toThrow(/answered 503: closed/);
    expect(accounts.booked().map(({ number }) => number)).toEqual(numbers.slice(0, 1));
    await run();
    expect(accounts.booked().map(({ number, customer }) => [number, customer])).toEqual([
      [numbers[0], 'Ada'],
      [numbers[1], 'Bo'],
      [numbers[2], 'Cy'],
    ]);
    expect(accounts.booked()[0]).toMatchObject({ gross: '84.50', currency: 'USD', deliveredAt: expect.any(String) });
    const calls = accounts.calls();
    expect(await run()).toBe('');
    expect(accounts.calls()).toBe(calls);
  });

  it('C108 or as a file for the month', async () => {
    const number = await deliver('Di');
    const [command = ''] = await codeOf('docs/api/recipes/order-to-accounting.md', 'sh');
    const env = {
      PATH: process.env['PATH'] ?? '',
      QUICKFLEET,
      KEY: await keyWith('orders:read'),
      MONTH: new Date().toISOString().slice(0, 7),
    };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env });
    expect(stdout).toContain(number);
  });
});

describe('a Stripe payment marks the quote paid', () => {
  const STRIPE_SECRET = 'whsec_of_stripe';
  const start = async () => {
    const recipe = await serverOf('stripe-to-payment', { QUICKFLEET, QUICKFLEET_SECRET, STRIPE_SECRET });
    return async (event: object, { secret = STRIPE_SECRET, age = 0 } = {}) => {
      const body = JSON.stringify(event);
      const time = Math.floor(Date.now() / 1000) - age;
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
      return (await fetch(recipe, { method: 'POST', headers, body })).status;
    };
  };
  const paid = (id: string, reference: string, more: object = {}) => ({
    id,
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        client_reference_id: reference,
        payment_status: 'paid',
        amount_total: 8450,
        currency: 'usd',
        payment_intent: 'pi_3Nx',
        ...more,
      },
    },
  });
  async function sentQuote(): Promise<{ id: number; reference: string }> {
    const { id } = await makeQuote(world.app);
    const price = { price: '84.50', paymentUrl: 'https://pay.example.com/q/1' };
    return ok(await world.dispatcher.put(`/api/v1/quotes/${id}`, price));
  }
  const rows = (id: number) =>
    world.app.sql(
      `select q.status, (select count(*)::int from payments e where e.quote_id = q.id) as events
       from quotes q where q.id = ?`,
      id,
    );

  it('C109 once, however often Stripe sends it', async () => {
    const send = await start();
    const { id, reference } = await sentQuote();
    const event = paid('evt_1', reference);
    expect([await send(event), await send(event)]).toEqual([200, 200]);
    expect(await rows(id)).toEqual([{ status: 'paid', events: 1 }]);
  });

  it('C109 not by a wrong signature, an old one, or a session that is not paid', async () => {
    const send = await start();
    const { id, reference } = await sentQuote();
    expect(await send(paid('evt_2', reference), { secret: 'whsec_of_another' })).toBe(400);
    expect(await send(paid('evt_3', reference), { age: 301 })).toBe(400);
    expect(await send(paid('evt_4', reference, { payment_status: 'unpaid' }))).toBe(200);
    expect(await rows(id)).toEqual([{ status: 'sent', events: 0 }]);
  });
});
