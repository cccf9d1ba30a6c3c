import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/rest/openapi/openapi.examples.ts';
import { buildDocument, methods, type Operation } from '../../src/rest/openapi/openapi.ts';
import type { Client } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import {
  makeOrder,
  makeQuote,
  ok,
  openByMail,
  openOrder,
  orderBody,
  quoteBody,
  recurringBody,
} from '../support/factories.ts';

const world = useWorld({ LIMIT_SCALE: 100 });
const document = buildDocument();
const schemaOf = ({ $ref = '' }: JsonSchema): JsonSchema =>
  document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ path, method, operation }] : [];
  }),
);
const isFile = ({ format, items }: JsonSchema) => format === 'binary' || items?.format === 'binary';
/** The names that the body of a call has, however deep its alternatives are; files have none of their own. */
const namesIn = (schema: JsonSchema): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => (isFile(inner) ? [] : [name])),
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(namesIn),
];
/** Every name of a field. */
const words = new Set(Object.values(document.components.schemas).flatMap(namesIn));
const addressOf = (path: string) =>
  path
    .replace('stops/{id}', 'stops/delivery-4242')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (/id$/i.test(name) ? '4242' : 'x'.repeat(32)));

const slips: readonly ((word: string) => string)[] = [
  (word) => word.slice(0, 2) + word.slice(3),
  (word) => word.slice(0, 3) + word.slice(2),
  (word) => `${word.slice(0, 2)}q${word.slice(3)}`,
  (word) => `${word.slice(0, 1)}${word[2]}${word[1]}${word.slice(3)}`,
  (word) => `${word}s`,
];

describe('a field that no schema of a thing has', () => {
  it('C573 is refused by every call with a body when it looks like a slip, or when the caller is strict', async () => {
    const order = await makeOrder(world.app, world.admin);
    const callers: Client[] = [
      world.admin,
      world.driver,
      await openOrder(world.app, order),
      await openByMail(world.app, 'jane@example.com'),
      world.visitor,
    ];
    const left: string[] = [];
    for (const [turn, { path, method, operation }] of operations.entries()) {
      const { 'application/json': json, 'multipart/form-data': form } = operation.requestBody?.content ?? {};
      const schema = schemaOf((json ?? form)?.schema ?? {});
      const names = namesIn(schema);
      const meant = names.toSorted((a, b) => b.length - a.length)[0] ?? '';
      if (names.length === 0) continue;
      // `customerIds` is what another call of invoices takes.
      const slip = slips
        .map((_, at) => slips[(turn + at) % slips.length]?.(meant) ?? '')
        .find((one) => !words.has(one));
      if (slip === undefined) throw new Error(`every slip of ${meant} is a field`);
      const ask = async (body: Record<string, string>, headers: Record<string, string> = {}) => {
        const verb = method === 'put' ? 'PUT' : method === 'delete' ? 'DELETE' : 'POST';
        let last: LightMyRequestResponse | undefined;
        for (const caller of callers) {
          last = json
            ? await caller.call(verb, addressOf(path), body, { headers })
            : await caller.form(verb === 'PUT' ? 'PUT' : 'POST', addressOf(path), body, [], headers);
          if (last.statusCode !== 401 && last.statusCode !== 403) break;
        }
        if (!last) throw new Error('nobody asked');
        return last;
      };
      const call = `${method} ${path}`;
      const answer = await ask({ [slip]: 'x' });
      // A call that this installation does not have, and one that is judged by its signature first.
      if ([401, 403, 404].includes(answer.statusCode)) {
        left.push(call);
        continue;
      }
      expect(answer.json(), call).toMatchObject({
        code: 'UNKNOWN_FIELD',
        error: `There is no field ${slip} here. Did you mean ${meant}?`,
        issues: [{ path: slip }],
      });
      // A list has pages, and what is in it has none.
      const strict = await ask({ zzColour: 'red', totalPages: '3' }, { 'quickfleet-strict': 'true' });
      expect(expectError(strict, 400, 'UNKNOWN_FIELD').issues, call).toEqual(
        ['zzColour', 'totalPages'].map((path) => ({ path, message: `There is no field ${path} here` })),
      );
    }
    expect(left).toEqual(['post /api/v1/payments/events', 'post /api/v1/sandbox/reset']);
  });

  it('C574 is named in Warning and among the calls of the key, and changes nothing else', async () => {
    const { id, key } = ok<{ id: number; key: string }>(
      await world.admin.post('/api/v1/api-keys', { name: 'Shop', scopes: ['orders:write'] }),
    );
    const shop = world.app.client({ key });
    const [item] = orderBody().items;
    const body = orderBody({ colour: 'red', items: [{ ...item, 'sh\nade': 1 }] });
    const made = await shop.post('/api/v1/orders', body);
    expect(made.statusCode).toBe(201);
    expect(made.headers['warning']).toBe('299 - "Unknown fields: items.0.sh?ade, colour"');
    expect((await shop.post('/api/v1/orders', orderBody())).headers['warning']).toBeUndefined();
    const refused = await shop.post('/api/v1/orders', orderBody({ items: [{ ...item, quantitty: 2 }] }));
    expect(expectError(refused, 400, 'UNKNOWN_FIELD').error).toBe(
      'There is no field items.0.quantitty here. Did you mean quantity?',
    );
    await expect
      .poll(async () => {
        const calls = ok<{ data: { status: number; unknownFields: string[] }[] }>(
          await world.admin.get(`/api/v1/api-keys/${id}/calls`),
        );
        return calls.data.map(({ status, unknownFields }) => [status, unknownFields]).toReversed();
      })
      .toEqual([
        [201, ['items.0.sh\nade', 'colour']],
        [201, []],
        [400, []],
      ]);
    // A stranger is told to sign in, whatever they send.
    expectError(await world.visitor.post('/api/v1/orders/batch', { orderss: [] }), 401);
  });

  it('C701 is one that only other calls of that thing have', async () => {
    const foreign = ['note', 'price', 'amount', 'email', 'description', 'reason', 'reference', 'address'];
    for (const name of foreign) {
      const call = (headers = {}) => world.admin.post('/api/v1/orders', orderBody({ [name]: 'x' }), { headers });
      const answer = await call();
      const isSlip = name === 'note';
      expect(answer.statusCode, name).toBe(isSlip ? 400 : 201);
      expect(answer.headers['warning'], name).toBe(isSlip ? undefined : `299 - "Unknown fields: ${name}"`);
      const strict = await call({ 'quickfleet-strict': 'true' });
      expect(expectError(strict, 400, 'UNKNOWN_FIELD').issues, name).toMatchObject([{ path: name }]);
    }
    const days = { from: '2026-01-01', to: '2026-01-31' };
    const run = await world.admin.post('/api/v1/invoices/run', { ...days, customerId: 1 });
    expect(expectError(run, 400, 'UNKNOWN_FIELD').error).toBe(
      'There is no field customerId here. Did you mean customerIds?',
    );
  });

  it('C711 is known by its place: a field of an order is none of its items, its charges or what is done with it', async () => {
    const { admin } = world;
    const order = await makeOrder(world.app, admin);
    const phone = await openOrder(world.app, order);
    const { items, ...rest } = orderBody();
    const [item] = items;
    const stray = { customerName: 'Ada', trackingNumber: order.trackingNumber };
    const calls: [Client, 'POST' | 'PUT', string, object, string[]][] = [
      [
        admin,
        'POST',
        'orders',
        orderBody({ items: [{ ...item, ...stray }] }),
        ['items.0.customerName', 'items.0.trackingNumber'],
      ],
      [
        admin,
        'PUT',
        `orders/${order.id}`,
        { items: [{ ...order.items[0], customerName: 'Ada' }] },
        ['items.0.customerName'],
      ],
      [admin, 'PUT', `orders/${order.id}`, { data: [], page: 1, success: true }, ['data', 'page', 'success']],
      [admin, 'POST', `orders/${order.id}/charges`, { label: 'Waiting', amount: '5', ...stray }, Object.keys(stray)],
      [admin, 'POST', `orders/${order.id}/cancel`, { reason: 'No stock', notes: 'Ring' }, ['notes']],
      [
        admin,
        'POST',
        'recurring-orders',
        recurringBody({ order: { ...rest, items: [{ ...item, ...stray }] } }),
        ['order.items.0.customerName', 'order.items.0.trackingNumber'],
      ],
      [
        admin,
        'POST',
        'quotes',
        quoteBody({ customer: { ...quoteBody().customer, orderCount: 3 } }),
        ['customer.orderCount'],
      ],
      [admin, 'POST', 'customers/4242/addresses', { address: '1 Depot Way', saved: [] }, ['saved']],
      [phone, 'POST', `driver/order/${order.id}/items`, { name: 'Box', quantity: 1, ...stray }, Object.keys(stray)],
      [admin, 'POST', `orders/${order.id}/attempts`, { outcome: 'failed', ...stray }, Object.keys(stray)],
    ];
    for (const [caller, verb, path, body, unknown] of calls) {
      const answer = await caller.call(verb, `/api/v1/${path}`, body, { headers: { 'quickfleet-strict': 'true' } });
      const issues = expectError(answer, 400, 'UNKNOWN_FIELD').issues ?? [];
      expect(
        issues.map((issue) => issue.path),
        path,
      ).toEqual(unknown);
    }
    const charge = { label: 'Waiting', amount: '5', ...stray };
    const added = await admin.post(`/api/v1/orders/${order.id}/charges`, charge);
    expect(added.headers['warning']).toBe('299 - "Unknown fields: customerName, trackingNumber"');
    // What was read of a charge, and of a piece, is known where they are changed.
    const strict = { headers: { 'quickfleet-strict': 'true' } };
    const read = ok<{ charges: { id: number }[]; items: object[] }>(await admin.get(`/api/v1/orders/${order.id}`));
    const [{ id: chargeId, ...ofCharge } = { id: 0 }] = read.charges;
    ok(await admin.put(`/api/v1/orders/${order.id}/charges/${chargeId}`, ofCharge, strict));
    ok(await admin.put(`/api/v1/orders/${order.id}`, { items: read.items }, strict));
  });

  it('C575 is none that was read: what a call answers can be sent back, strictly too, in old forms as well', async () => {
    const strict = { headers: { 'quickfleet-strict': 'true' } };
    const quote = await makeQuote(world.app);
    const order = await makeOrder(world.app, world.admin);
    const { data } = ok<{ data: object[] }>(await world.admin.get('/api/v1/orders'));
    const read = ok<object>(await world.admin.get(`/api/v1/orders/${order.id}`));
    ok(await world.admin.put(`/api/v1/orders/${order.id}`, read, strict));
    ok(await world.admin.put(`/api/v1/orders/${order.id}`, { ...data[0], version: undefined }, strict));
    ok(await world.admin.put(`/api/v1/quotes/${quote.id}`, { quoteId: quote.id, data: { notes: 'Bell' } }, strict));
    const batch = { orders: [{ ...read, externalId: null }], mode: 'each' };
    expect((await world.admin.post('/api/v1/orders/batch', batch, strict)).json()).not.toMatchObject({
      code: 'UNKNOWN_FIELD',
    });
    const job = await world.admin.post('/api/v1/recurring-orders', recurringBody({ order: read }), strict);
    expect(job.json()).not.toMatchObject({ code: 'UNKNOWN_FIELD' });
    ok(await world.visitor.post('/api/v1/quotes', quoteBody(), strict));
    const exampleOf = ({ responses }: Operation) => responses['200']?.content?.['application/json']?.example;
    for (const { path, method, operation } of operations) {
      const same = document.paths[path]?.get;
      if (method !== 'put' || !same) continue;
      const example = exampleOf(same) ?? {};
      const at = path.replace(/\{\w+\}/, String(Reflect.get(example, 'id') ?? 4242));
      const answer = await world.admin.put(at, example, strict);
      expect(answer.body, `${method} ${path} ${operation.operationId}`).not.toContain('UNKNOWN_FIELD');
    }
  });

  it('C703 is none of what a thing was read with: each is taken back as it is, with the values that it had', async () => {
    const { admin } = world;
    const idOf = async (path: string, body: object) => ok<{ id: number }>(await admin.post(`/api/v1${path}`, body)).id;
    const order = await makeOrder(world.app, admin);
    const customerId = await idOf('/customers', { name: 'Ada', email: 'read@example.com' });
    const invoice = { customerId, lines: [{ description: 'Storage', unitPrice: '10' }] };
    const inbound = {
      kind: 'shopify',
      customerId,
      name: 'Shop',
      secret: 'a-long-secret',
      pickupAddress: '1 Depot Way',
    };
    const csv = {
      field: 'file',
      name: 'a.csv',
      type: 'text/csv',
      bytes: Buffer.from('Name,Email\nBea,bea@example.com\n'),
    };
    const made = await admin.form('POST', '/api/v1/imports', { kind: 'customers' }, [csv]);
    ok(await admin.post('/api/email-templates/initialize', {}));
    const templates = ok<{ id: number }[]>(await admin.get('/api/email-templates'));
    const days = new Date().toISOString().slice(0, 10);
    const ids: Record<string, number | string | undefined> = {
      '/api/v1/price-lists/{id}': await idOf('/price-lists', { name: 'List', rules: { base: '10' } }),
      '/api/v1/quotes/{id}': (await makeQuote(world.app)).id,
      '/api/v1/orders/{id}': order.id,
      '/api/v1/recurring-orders/{id}': await idOf('/recurring-orders', recurringBody()),
      '/api/v1/invoices/{id}': await idOf('/invoices', invoice),
      '/api/v1/incidents/{id}': await idOf('/incidents', { orderId: order.id, kind: 'damaged' }),
      '/api/v1/drivers/{id}/day': world.driver.userId,
      '/api/v1/customers/{id}': customerId,
      '/api/email-templates/{id}': templates[0]?.id,
      '/api/v1/inbound/{id}': await idOf('/inbound', inbound),
      '/api/v1/webhooks/{id}': await idOf('/webhooks', { url: 'https://example.com/hook', events: ['order.created'] }),
      '/api/v1/imports/{id}': ok<{ id: number }>(made).id,
      '/api/v1/users/{id}': world.dispatcher.userId,
      '/api/v1/company': '',
    };
    const both = Object.entries(document.paths).flatMap(([path, { get, put }]) => (get && put ? [path] : []));
    expect(Object.keys(ids).toSorted()).toEqual(both.toSorted());
    const answers: [string, number, string][] = [];
    for (const [path, id] of Object.entries(ids)) {
      const at = path.replace('{id}', String(id));
      const seen = await admin.get(path.endsWith('/day') ? `${at}?day=${days}` : at);
      expect(seen.statusCode, `${at} ${seen.body}`).toBe(200);
      const { statusCode, body } = await admin.put(at, seen.json(), { headers: { 'quickfleet-strict': 'true' } });
      answers.push([path, statusCode, statusCode === 200 ? '' : body]);
    }
    expect(answers).toEqual(Object.keys(ids).map((path) => [path, 200, '']));
  });
});
