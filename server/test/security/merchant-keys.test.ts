import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { ApiKey } from '@quickfleet/shared/people/api-keys';
import { merchantActions, merchantScopes } from '@quickfleet/shared/permissions';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { beforeAll, describe, expect, it } from 'vitest';
import { isInNetworks } from '../../src/http/caller/networks.ts';
import { remindOfKeys } from '../../src/people/api-keys/api-keys.reminders.ts';
import { actionOf, buildDocument, methods } from '../../src/rest/openapi/openapi.ts';
import { procedures } from '../../src/router.ts';
import type { Client } from '../support/app.ts';
import { expectError, NOWHERE, useWorld } from '../support/contract.ts';
import { makeOrder, ok, openOrder, orderBody, photoFile, quoteBody, signatureFile } from '../support/factories.ts';
import { createRandom, type Known, resolve, valid } from './fuzz.ts';

const world = useWorld({ ADMIN_EMAIL: 'office@quickfleet.test' });
type Made = ApiKey & { key: string };
const makeKey = async (more: object = {}) =>
  ok<Made>(await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: [...merchantScopes], ...more }));

/** What no answer to the merchant may hold: another customer's words, and the office's about its own. */
const FOREIGN = /Foreignia|Officeword/;
const OWN = { name: 'Ada Own', email: 'own@example.com' };
let customerId: number;
let merchant: Client;
let own: { quote: Quote; order: Order; photo: string; signature: string };
let other: typeof own;
let ownHook: { id: number; deliveryId: number };
let otherHook: typeof ownHook;
let ownShop: { id: number; noticeId: number };
let otherShop: typeof ownShop;
let ownInvoice: number;
let otherInvoice: number;

/** An issued invoice, with its paper and its XML. */
async function makeInvoice(customer: number | null, word: string): Promise<number> {
  const address = { street: `${word} Street`, postcode: '10115', town: word, country: 'DE' };
  ok(await world.admin.put(`/api/v1/customers/${customer}`, { billing: { address } }));
  const lines = [{ description: word, unitPrice: '10' }];
  const { id } = ok<{ id: number }>(await world.admin.post('/api/v1/invoices', { customerId: customer, lines }));
  ok(await world.admin.post(`/api/v1/invoices/${id}/issue`, {}));
  return id;
}

/** A webhook with a delivery. */
async function makeHook(client: Client, description: string): Promise<typeof ownHook> {
  const settings = { url: 'https://127.0.0.1.example.com/hook', events: ['order.*'], description };
  const { id } = ok<{ id: number }>(await client.post('/api/v1/webhooks', settings));
  const test = ok<{ id: number }>(await client.post(`/api/v1/webhooks/${id}/test`, {}));
  return { id, deliveryId: test.id };
}

/** A connected shop with a notice. */
async function makeShop(client: Client, word: string): Promise<typeof ownShop> {
  const settings = { kind: 'shopify', name: word, secret: 'signed', pickupAddress: `${word} Street` };
  const { id } = ok<{ id: number }>(await client.post('/api/v1/inbound', settings));
  const [notice] = await world.app.sql<{ id: number }>(
    `insert into inbound_notices (shop_id, topic, external_id, is_cancellation, state, received_at)
      values (?, 'orders/paid', ?, false, 'ignored', now()) returning id`,
    id,
    word,
  );
  return { id, noticeId: notice?.id ?? 0 };
}

async function makeAll(customer: { name: string; email: string }, word: string): Promise<typeof own> {
  const { app, dispatcher, driver } = world;
  const [file] = ok<{ files: { url: string }[] }>(
    await dispatcher.form('POST', '/api/v1/uploads', {}, [await photoFile('files')]),
  ).files;
  const photo = file?.url ?? '';
  const body = {
    customer,
    pickupAddress: `${word} Street`,
    notes: word,
    items: [{ name: `${word} box`, quantity: 1, imageUrls: [photo] }],
  };
  const { id } = ok<Quote>(await dispatcher.post('/api/v1/quotes', quoteBody(body)));
  ok(await dispatcher.put(`/api/v1/quotes/${id}`, { externalId: `Officeword ${word}`, metadata: { a: 'Officeword' } }));
  const made = await makeOrder(app, dispatcher, { ...body, items: [{ name: `${word} box`, quantity: 1 }] });
  ok(
    await dispatcher.put(`/api/v1/orders/${made.id}`, {
      driverNotes: 'Officeword',
      officeNotes: 'Officeword',
      externalId: `Officeword ${word} 2`,
      metadata: { a: 'Officeword' },
    }),
  );
  ok(await dispatcher.post(`/api/v1/orders/${made.id}/assign`, { driverId: driver.userId }));
  const phone = await openOrder(app, made);
  const signed = await phone.form(
    'POST',
    '/api/driver/signature',
    { orderId: String(made.id), customerName: `${word} signer` },
    [await signatureFile()],
  );
  expect(signed.statusCode, signed.body).toBeLessThan(300);
  ok(await dispatcher.post('/api/v1/incidents', { orderId: made.id, kind: 'damaged', note: 'Officeword' }));
  const order = ok<Order>(await dispatcher.get(`/api/v1/orders/${made.id}`));
  return {
    quote: ok<Quote>(await dispatcher.get(`/api/v1/quotes/${id}`)),
    order,
    photo,
    signature: order.signatures[0]?.url ?? '',
  };
}

beforeAll(async () => {
  await world.app.sql(
    `update users set first_name = 'Officeword', last_name = 'Officeword', phone = '+1 555 Officeword'`,
  );
  own = await makeAll(OWN, 'Home');
  other = await makeAll({ name: 'Foreignia Ltd', email: 'foreignia@example.com' }, 'Foreignia');
  customerId = own.order.customerId ?? 0;
  merchant = world.app.client({ key: (await makeKey({ customerId })).key });
  const foreign = world.app.client({ key: (await makeKey({ customerId: other.order.customerId })).key });
  ownHook = await makeHook(merchant, 'Home');
  otherHook = await makeHook(foreign, 'Foreignia');
  ownShop = await makeShop(merchant, 'Home');
  otherShop = await makeShop(foreign, 'Foreignia');
  const address = { street: 'Depot Street', postcode: '10115', town: 'Berlin', country: 'DE' };
  ok(await world.admin.put('/api/v1/company', { billing: { address, vatId: 'DE123456789' } }));
  ownInvoice = await makeInvoice(own.order.customerId, 'Home');
  otherInvoice = await makeInvoice(other.order.customerId, 'Foreignia');
}, 120_000);

describe('a key of one customer', () => {
  const document = buildDocument();
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );
  // What is deleted answers nothing else.
  operations.sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
  const subjects = ['own', 'other', 'none'] as const;
  const idsOf = (subject: (typeof subjects)[number]): Known => {
    const row = subject === 'own' ? own : other;
    const hook = subject === 'own' ? ownHook : otherHook;
    const shop = subject === 'own' ? ownShop : otherShop;
    const id = (path: string) =>
      subject === 'none'
        ? NOWHERE
        : /quote/.test(path)
          ? row.quote.id
          : /customer/.test(path)
            ? (row.order.customerId ?? 0)
            : row.order.id;
    return {
      ids: [id('order')],
      named: {
        orderId: [id('order')],
        quoteId: [id('quote')],
        customerId: [id('customer')],
        webhookId: [subject === 'none' ? NOWHERE : hook.id],
        invoiceId: [subject === 'none' ? NOWHERE : subject === 'own' ? ownInvoice : otherInvoice],
        inboundId: [subject === 'none' ? NOWHERE : shop.id],
        noticeId: [subject === 'none' ? NOWHERE : shop.noticeId],
        deliveryId: [subject === 'none' ? NOWHERE : hook.deliveryId],
        driverId: [world.driver.userId],
        trackingNumber: [subject === 'none' ? 'QF999999999999' : row.order.trackingNumber],
        trackingValue: [subject === 'none' ? 'QF999999999999' : row.order.trackingNumber],
        token: [subject === 'none' ? 'x'.repeat(43) : (row.quote.customerUrl?.split('/q/')[1] ?? 'x'.repeat(43))],
        key: [subject === 'none' ? `${'0'.repeat(32)}.jpg` : row.photo.split('/').at(-1)],
        ids: [String(id('order'))],
        status: [],
        subject: ['order'],
        month: ['2026-11'],
        externalId: [],
        cursor: [],
        updatedSince: [],
        afterId: [],
        q: [],
      },
    };
  };

  it('C79 reads 0 foreign fields by every operation, about its own, another customer’s and nothing', async () => {
    const random = createRandom(7);
    const schemas = document.components.schemas;
    let asked = 0;
    const reached = new Set<string>();
    for (const { path, method, operation } of operations)
      for (const subject of subjects) {
        const known = idsOf(subject);
        const idHere = /^\/api\/v1\/quotes/.test(path)
          ? known.named['quoteId']
          : /^\/api\/v1\/customers/.test(path)
            ? known.named['customerId']
            : /^\/api\/v1\/webhooks/.test(path)
              ? known.named['webhookId']
              : /^\/api\/v1\/inbound/.test(path)
                ? known.named['inboundId']
                : /^\/api\/v1\/invoices/.test(path)
                  ? known.named['invoiceId']
                  : known.ids;
        const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          // A report is named by a word.
          name === 'name' ? 'deliveries' : encodeURIComponent(String((known.named[name] ?? idHere ?? [1])[0])),
        );
        const query = (operation.parameters ?? []).flatMap((parameter) =>
          'name' in parameter &&
          parameter.in === 'query' &&
          (parameter.name === 'ids' || parameter.name === 'customerId')
            ? [`${parameter.name}=${known.named[parameter.name]?.[0]}`]
            : [],
        );
        const schema = operation.requestBody?.content['application/json']?.schema;
        const body = schema ? valid(resolve(schema, schemas), schemas, random, known) : undefined;
        for (const search of new Set(['', query.length > 0 ? `?${query.join('&')}` : ''])) {
          const verb = method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE';
          const answer = await merchant.call(verb, url + search, body);
          asked++;
          const place = `${verb} ${url}${search} (${subject}): ${answer.statusCode}`;
          expect(answer.statusCode, place).toBeLessThan(500);
          expect(answer.rawPayload.toString('latin1'), place).not.toMatch(FOREIGN);
          const action = actionOf(operation.operationId);
          if (answer.statusCode < 300) reached.add(action);
          const isAllowed = merchantActions.some((one) => one === action);
          if (!isAllowed) expect([400, 401, 403, 404, 415], place).toContain(answer.statusCode);
          // What names one thing by its address is only there when it is the merchant's own.
          if (isAllowed && /\{(?!name)/.test(path) && subject !== 'own' && !path.includes('well-known'))
            expect([400, 404], place).toContain(answer.statusCode);
          if (
            isAllowed &&
            /\{/.test(path) &&
            subject === 'own' &&
            verb === 'GET' &&
            !/(?:receipt|quote)\.pdf/.test(path)
          )
            expect(answer.statusCode, `${place} ${answer.body.slice(0, 200)}`).toBe(200);
        }
      }
    expect(asked).toBeGreaterThan(300);
    for (const action of [
      'invoices.get',
      'invoices.list',
      'orders.get',
      'orders.list',
      'quotes.get',
      'quotes.list',
      'evidence.proof',
      'orders.label',
      'files.read',
      'tracking.get',
      'apiKeys.me',
      'events.list',
      'webhooks.list',
      'webhooks.get',
      'webhooks.deliveries',
      'webhooks.delivery',
      'webhooks.test',
      'webhooks.rotateSecret',
      'webhooks.delete',
      'inbound.list',
      'inbound.get',
      'inbound.notices',
      'inbound.retry',
      'inbound.delete',
    ])
      expect([...reached], action).toContain(action);
    console.log(`${asked} calls of a merchant by ${operations.length} operations, 0 foreign fields`);
  }, 300_000);

  it('C79 is refused by every tRPC call that it may not make, streams included', async () => {
    for (const name of Object.keys(procedures)) {
      if (merchantActions.some((action) => action === name) || name === 'quotes.all') continue;
      const answer =
        procedures[name]?._def.type === 'mutation'
          ? await merchant.post(`/trpc/${name}`, {})
          : await merchant.get(`/trpc/${name}?input=%7B%7D`);
      // A stream's refusal is its first and only message.
      if (procedures[name]?._def.type === 'subscription' && answer.statusCode === 200)
        expect(answer.body, name).toContain('FORBIDDEN');
      else expect([400, 401, 403, 404], `${name}: ${answer.statusCode}`).toContain(answer.statusCode);
      expect(answer.body, name).not.toMatch(FOREIGN);
    }
  });

  it('C79 finds, lists and follows its customer’s alone, by search, numbers, ids, cursor and time too', async () => {
    const ids = async (url: string) => ok<{ data: { id: number }[] }>(await merchant.get(url)).data.map(({ id }) => id);
    // Its own order, and what the walk of all operations has made for the same customer.
    const ownIds = (await world.app.sql<{ id: number }>('select id from orders where customer_id = ?', customerId)).map(
      ({ id }) => id,
    );
    const both = `${own.order.id},${other.order.id}`;
    for (const query of [
      '',
      '?q=street',
      `?ids=${both}`,
      '?updatedSince=2020-01-01T00:00:00Z',
      '?afterId=0',
      '?sort=planned',
      '?status=picked_up',
    ]) {
      const found = await ids(`/api/v1/orders${query}`);
      expect(found, query).toContain(own.order.id);
      expect(ownIds, query).toEqual(expect.arrayContaining(found));
    }
    for (const query of [
      `?customerId=${other.order.customerId}`,
      '?q=Foreignia',
      '?q=Officeword',
      '?externalId=Officeword%20Home%202',
    ])
      expect(await ids(`/api/v1/orders${query}`), query).toEqual([]);
    const bare = ok<{ customer: { id: number } }[]>(await merchant.get('/api/quotes'));
    expect(new Set(bare.map(({ customer }) => customer.id))).toEqual(new Set([customerId]));
    for (const key of [own.photo, own.signature]) expect((await merchant.get(key)).statusCode).toBe(200);
    for (const key of [other.photo, other.signature]) expectError(await merchant.get(key), 404, 'PHOTO_NOT_FOUND');
    expectError(await merchant.get(`/api/v1/orders/labels.pdf?ids=${both}`), 404, 'ORDER_NOT_FOUND');
    expectError(await merchant.get(`/api/v1/orders/proofs.zip?ids=${both}`), 404, 'ORDER_NOT_FOUND');
    expectError(await merchant.get('/api/v1/stats'), 403, 'FORBIDDEN');
  });

  it('C79 C74 makes what belongs to its customer, with its own numbers, and sets nothing of the office', async () => {
    const sent = orderBody({ customerEmail: OWN.email.toUpperCase(), externalId: '1001', metadata: { a: 'b' } });
    const order = ok<Order>(await merchant.post('/api/v1/orders', sent));
    expect(order).toMatchObject({
      customerId,
      externalId: '1001',
      metadata: { a: 'b' },
      accessCode: null,
      driver: null,
    });
    expect((await merchant.post('/api/v1/orders', sent)).statusCode).toBe(200);
    // The company and another merchant have other numbers.
    ok(await world.dispatcher.post('/api/v1/orders', orderBody({ externalId: '1001' })));
    const second = world.app.client({ key: (await makeKey({ customerId: other.order.customerId })).key });
    ok(await second.post('/api/v1/orders', orderBody({ customerEmail: 'foreignia@example.com', externalId: '1001' })));
    expect(
      await world.app.sql(`select external_scope as scope from orders where external_id = '1001' order by id`),
    ).toEqual([{ scope: customerId }, { scope: null }, { scope: other.order.customerId }]);
    const quote = ok<Quote>(await merchant.post('/api/v1/quotes', quoteBody({ customer: { ...OWN, name: 'Buyer' } })));
    expect(quote.customer).toMatchObject({ id: customerId, name: 'Buyer' });
    expectError(await merchant.post('/api/v1/quotes', quoteBody()), 403, 'FORBIDDEN');
    for (const field of [
      { quotePrice: '1' },
      { onAccount: true },
      { driverId: world.driver.userId },
      { officeNotes: 'x' },
      { driverNotes: 'x' },
    ]) {
      const refused = await merchant.post('/api/v1/orders', orderBody({ customerEmail: OWN.email, ...field }));
      expectError(refused, 403, 'FORBIDDEN');
      expect(refused.json().error).toContain(Object.keys(field)[0]);
    }
    expectError(await merchant.put(`/api/v1/quotes/${quote.id}`, { price: '1' }), 403, 'FORBIDDEN');
    expect(ok(await merchant.get('/api/v1/keys/me'))).toMatchObject({
      customer: { id: customerId, email: OWN.email },
      isPrevious: false,
    });
  });

  it('C74 has no scope of the office, a customer that is there, and ends with its customer', async () => {
    const refused = await world.admin.post('/api/v1/api-keys', { name: 'S', scopes: ['quotes:manage'], customerId });
    expectError(refused, 400, 'VALIDATION_FAILED');
    expectError(
      await world.admin.post('/api/v1/api-keys', { name: 'S', scopes: ['orders:read'], customerId: NOWHERE }),
      404,
      'CUSTOMER_NOT_FOUND',
    );
    const { id } = ok<{ id: number }>(
      await world.admin.post('/api/v1/customers', { name: 'Brief', email: 'brief@example.com' }),
    );
    const key = world.app.client({ key: (await makeKey({ customerId: id })).key });
    ok(await key.get('/api/v1/orders'));
    ok(await world.admin.delete(`/api/v1/customers/${id}`));
    expectError(await key.get('/api/v1/orders'), 401, 'WRONG_API_KEY');
  });
});

describe('the life of an API key', () => {
  it('C75 works from its networks alone, and says so elsewhere', async () => {
    const made = await makeKey({ allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (ip: string) => world.app.client({ key: made.key, ip });
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::1'])
      expect((await from(ip).get('/api/v1/orders')).statusCode).toBe(200);
    const refused = await from('198.51.100.1').get('/api/v1/orders');
    expectError(refused, 403, 'ADDRESS_NOT_ALLOWED');
    expect(refused.json().error).toContain('198.51.100.1');
    for (const allowedAddresses of [['x'], ['203.0.113.0/33'], ['203.0.113'], [''], ['2001:db8::/129']])
      expectError(await world.admin.put(`/api/v1/api-keys/${made.id}`, { allowedAddresses }), 400, 'VALIDATION_FAILED');
    const changed = await world.admin.put(`/api/v1/api-keys/${made.id}`, {
      allowedAddresses: ['198.51.100.1'],
      scopes: ['orders:read'],
      name: 'Till',
    });
    expect(ok(changed)).toMatchObject({
      name: 'Till',
      scopes: ['orders:read'],
      allowedAddresses: ['198.51.100.1'],
      version: made.version + 1,
    });
    expect((await from('198.51.100.1').get('/api/v1/orders')).statusCode).toBe(200);
    expectError(await from('198.51.100.1').get('/api/v1/quotes'), 403, 'FORBIDDEN');
    expectError(await from('203.0.113.9').get('/api/v1/orders'), 403, 'ADDRESS_NOT_ALLOWED');
    expectError(
      await world.admin.put(`/api/v1/api-keys/${made.id}`, { name: 'x', version: made.version }),
      409,
      'STALE_VERSION',
    );
    const stale = await world.admin.put(
      `/api/v1/api-keys/${made.id}`,
      { name: 'x' },
      { headers: { 'if-match': `"key-${made.id}-v1"` } },
    );
    expectError(stale, 412, 'STALE_VERSION');
    expect(isInNetworks('203.0.114.1', ['203.0.113.0/24'])).toBe(false);
  });

  it('C76 is rotated with an overlap: both keys work until it is over, and then the new one', async () => {
    const first = await makeKey();
    const second = ok<Made>(await world.admin.post(`/api/v1/api-keys/${first.id}/rotate`, {}));
    const [before, after] = [world.app.client({ key: first.key }), world.app.client({ key: second.key })];
    expect(ok(await before.get('/api/v1/keys/me'))).toMatchObject({ id: first.id, isPrevious: true });
    expect(ok(await after.get('/api/v1/keys/me'))).toMatchObject({ id: first.id, isPrevious: false });
    world.app.setClock(new Date(Date.now() + 24 * 3_600_000 + 1000));
    expectError(await before.get('/api/v1/orders'), 401, 'WRONG_API_KEY');
    ok(await after.get('/api/v1/orders'));
    world.app.setClock(undefined);
    const third = ok<Made>(await world.admin.post(`/api/v1/api-keys/${first.id}/rotate`, { overlapHours: 0 }));
    expectError(await after.get('/api/v1/orders'), 401, 'WRONG_API_KEY');
    ok(await world.app.client({ key: third.key }).get('/api/v1/orders'));
    ok(await world.admin.delete(`/api/v1/api-keys/${first.id}`));
    expectError(await world.admin.post(`/api/v1/api-keys/${first.id}/rotate`, {}), 409, 'KEY_REVOKED');
    expectError(await world.admin.put(`/api/v1/api-keys/${first.id}`, { name: 'x' }), 409, 'KEY_REVOKED');
  });

  it('C77 keeps what it called: method, path without query and tokens, status, time and address', async () => {
    const made = await makeKey();
    const client = world.app.client({ key: made.key, ip: '203.0.113.50' });
    const answer = await client.get('/api/v1/orders?q=secret');
    expect(answer.headers['ratelimit']).toContain('"keys.calls/subject"');
    await client.get(`/api/v1/orders/${NOWHERE}`);
    await client.get('/api/v1/q/sometoken');
    const calls = async () => ok<{ data: object[] }>(await world.admin.get(`/api/v1/api-keys/${made.id}/calls`)).data;
    await expect.poll(calls, { timeout: 15_000 }).toHaveLength(3);
    expect(await calls()).toMatchObject([
      { path: '/api/v1/q/:token', address: '203.0.113.50' },
      { method: 'GET', path: `/api/v1/orders/${NOWHERE}`, status: 404 },
      { method: 'GET', path: '/api/v1/orders', status: 200 },
    ]);
    const found = async (query: string) =>
      ok<{ data: { path: string }[] }>(await world.admin.get(`/api/v1/api-keys/${made.id}/calls?${query}`)).data.map(
        ({ path }) => path,
      );
    expect(await found('outcome=success')).toContain('/api/v1/orders');
    expect(await found('outcome=refused')).toContain(`/api/v1/orders/${NOWHERE}`);
    expect(await found('outcome=refused')).not.toContain('/api/v1/orders');
    expect(await found('outcome=failed')).toEqual([]);
    expect(await found('method=POST')).toEqual([]);
    expect(await found('method=GET&path=ORDERS')).toEqual([`/api/v1/orders/${NOWHERE}`, '/api/v1/orders']);
    expectError(await world.dispatcher.get(`/api/v1/api-keys/${made.id}/calls`), 403, 'FORBIDDEN');
    expectError(await world.admin.get(`/api/v1/api-keys/${NOWHERE}/calls`), 404, 'API_KEY_NOT_FOUND');
  });

  it('C78 is announced to the admins fourteen and three days before it ends, once each', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000);
    const made = await makeKey({ name: 'Ending', expiresOn: day(20).toISOString().slice(0, 10) });
    const mails = () =>
      world.app.sql<{ text: string }>(`select text from emails where trigger = 'key_expires' order by id`);
    const seen: number[] = [];
    for (const days of [0, 8, 8.1, 18.5, 18.6]) {
      world.app.setClock(day(days));
      await remindOfKeys(world.app.services);
      seen.push((await mails()).length);
    }
    world.app.setClock(undefined);
    expect(seen).toEqual([0, 1, 1, 2, 2]);
    expect((await mails())[0]?.text).toContain('The API key Ending');
    ok(await world.admin.put(`/api/v1/api-keys/${made.id}`, { expiresOn: null }));
  });
});
