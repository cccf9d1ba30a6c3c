import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import { scopes } from '@quickfleet/shared/permissions';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deliveryToken } from '../../src/messages/outbox/delivery-links.ts';
import type { JsonSchema } from '../../src/rest/openapi/openapi.examples.ts';
import { buildDocument, methods, type Operation } from '../../src/rest/openapi/openapi.ts';
import { procedures } from '../../src/router.ts';
import { type Client, multipartBody, PASSWORD } from '../support/app.ts';
import { useWorld } from '../support/contract.ts';
import {
  everyDay,
  makeOrder,
  makePaidQuote,
  makeQuote,
  ok,
  openByMail,
  openOrder,
  orderBody,
  photo,
  recurringBody,
  signatureFile,
  signInToken,
} from '../support/factories.ts';
import { sendFile } from '../support/imports.ts';
import { createRandom, type Known, resolve, valid } from './fuzz.ts';

// The border: whatever the database says, an answer has what its output schema names. Here every row, and every object
// within a row, has one property more.

const POISON = 'poisonedColumn';
const JSON_TYPES = new Set([114, 3802]);
interface Rows {
  fields: { dataTypeID: number; name: string }[];
  parseRow(raw: unknown[]): Record<string, unknown>;
}
// MikroORM brings its own copy of pg.
const { Result } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg') as { Result: { prototype: Rows } };
const result = Result.prototype;
const { parseRow } = result;
let isPoisoned = false;

function poison(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poison(inner)])),
    [POISON]: POISON,
  };
}
result.parseRow = function parsePoisoned(raw) {
  const row = parseRow.call(this, raw);
  if (!isPoisoned) return row;
  for (const { name, dataTypeID } of this.fields)
    if (JSON_TYPES.has(dataTypeID) && typeof row[name] === 'string')
      row[name] = JSON.stringify(poison(JSON.parse(row[name])));
  return Object.fromEntries(Object.entries({ ...row, [POISON]: POISON }).map(([name, value]) => [name, poison(value)]));
};

const world = useWorld();
const document = buildDocument();
const schemas = document.components.schemas;
const random = createRandom(20_261_125);

const webhook = { url: 'https://hooks.example.com/in', events: ['order.created'] };
let people: Record<string, Client>;
let known: Known;
let token: string;
let delivery: string;
let picture: Buffer;
let drawing: Buffer;

/** The token in the link of a priced quote. */
async function linkOfQuote(staff: Client, id?: number): Promise<string> {
  const quoteId = id ?? (await makeQuote(world.app)).id;
  const priced = { price: '10', paymentUrl: 'https://pay.example.com/q' };
  const { customerUrl } = ok<{ customerUrl: string }>(await staff.put(`/api/v1/quotes/${quoteId}`, priced));
  return customerUrl.split('/q/')[1] ?? '';
}

beforeAll(async () => {
  // Random days must not be refused because the company is closed on them.
  ok(await world.admin.put('/api/v1/company', { hours: { weekly: everyDay } }));
  const { app, dispatcher, admin, driver } = world;
  const order = await makeOrder(app, dispatcher, { driverId: driver.userId });
  const other = await makeOrder(app, dispatcher);
  const quote = await makePaidQuote(app, dispatcher);
  const draft = await makeQuote(app);
  const sent = await makeQuote(app);
  token = await linkOfQuote(dispatcher, sent.id);
  ok(await dispatcher.post('/api/v1/recurring-orders', recurringBody()));
  ok(await dispatcher.post('/api/v1/incidents', { orderId: order.id, kind: 'damaged' }));
  ok(await dispatcher.post(`/api/v1/office-notes/order/${order.id}`, { text: 'Rang twice' }));
  ok(await dispatcher.post('/api/v1/saved-views', { list: 'orders', name: 'Mine', query: 'status=assigned' }));
  picture = await photo(60, 40);
  drawing = (await signatureFile()).bytes;
  for (let n = 0; n < 3; n++) ok(await admin.post('/api/v1/webhooks', webhook));
  for (let n = 0; n < 3; n++) ok(await sendFile(admin, 'orders', 'Name,Email\nAda,ada@example.com'));
  people = {
    nobody: world.visitor,
    code: await openOrder(app, order),
    email: await openByMail(app, order.customerEmail ?? ''),
    driver,
    customer: world.customer,
    dispatcher,
    admin,
    program: await world.program(...scopes),
  };
  known = {
    ids: [order.id, other.id, quote.id, draft.id, sent.id, order.items[0]?.id ?? 1, driver.userId, 1, 2, 3],
    named: {
      orderId: [order.id],
      quoteId: [sent.id],
      driverId: [driver.userId],
      itemId: [order.items[0]?.id],
      trackingNumber: [order.trackingNumber],
      trackingValue: [order.trackingNumber],
      accessCode: [other.accessCode],
      token: [token],
      revision: [1],
      username: [world.customer.username],
      password: [PASSWORD],
      currentPassword: [PASSWORD],
      subject: ['order'],
      status: [],
      month: ['2026-11'],
      ids: [`${order.id},${other.id}`],
      // false is for keys alone.
      notify: [true],
      url: [webhook.url],
      events: [webhook.events],
      // What random values would have refused before anything is read.
      quotePrice: ['12.00'],
      netTotal: [],
      lines: [],
      pickupWindow: [],
      deliveryWindow: [],
      cursor: [],
      updatedSince: [],
      externalId: [],
    },
  };
  isPoisoned = true;
});
afterAll(() => {
  isPoisoned = false;
  result.parseRow = parseRow;
});

/** What the parts of a ZIP file say, by its directory. */
function partsOf(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const size = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const part = bytes.subarray(from, from + size);
    const isDeflated = bytes.readUInt16LE(at + 10) === 8;
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    return (isDeflated ? inflateRawSync(part) : part).toString('latin1');
  });
}
const textOf = (answer: LightMyRequestResponse): string =>
  answer.statusCode === 200 && answer.headers['content-type'] === 'application/zip'
    ? partsOf(answer.rawPayload).join('\n')
    : answer.body;

/** Two archives hold rows as they are stored: not behind the border yet. */
const RAW = new Set(['customersExport', 'evidencePack']);
const answered = new Set<string>();
async function expectClean(name: string, who: string, answer: LightMyRequestResponse): Promise<void> {
  if (answer.statusCode < 300) answered.add(name);
  if (!RAW.has(name)) expect(textOf(answer), `${name} as ${who}: ${answer.statusCode}`).not.toContain(POISON);
}

interface Call {
  name: string;
  ask(client: Client): Promise<LightMyRequestResponse>;
}
/** They come last: a session that ended, or an account that changed, answers nothing any more. */
const isLast = (name: string) => /logout|leave|erase|delete|remove|login|password|users\.?update|revoke/i.test(name);

const verb = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;
function formOf(given: JsonSchema) {
  const schema = resolve(given, schemas);
  const fields: Record<string, string> = {};
  const files = [];
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (part.format === 'binary' || part.items?.format === 'binary')
      files.push({ field: name, name: 'a.jpg', type: 'image/jpeg', bytes: name === 'signature' ? drawing : picture });
    else if (schema.required?.includes(name)) {
      const value = valid(part, schemas, random, known, name);
      fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
    }
  }
  return multipartBody(fields, files);
}
function restCall(method: keyof typeof verb, path: string, operation: Operation): Call {
  const parameters = operation.parameters?.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter])) ?? [];
  const content = operation.requestBody?.content;
  const form = content?.['multipart/form-data'];
  return {
    name: operation.operationId,
    ask(client) {
      const given = (name: string) => {
        const parameter = parameters.find((one) => one.name === name);
        const [orderId] = known.named['orderId'] ?? [];
        if (name === 'id' && path.startsWith('/api/v1/orders/')) return String(orderId);
        return encodeURIComponent(String(parameter ? valid(parameter.schema, schemas, random, known, name) : 1));
      };
      const query = parameters
        .filter((one) => one.in === 'query' && one.required)
        .map((one) => `${one.name}=${given(one.name)}`);
      const url = `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given(name))}${query.length > 0 ? `?${query.join('&')}` : ''}`;
      if (form) {
        const { payload, contentType } = formOf(form.schema);
        return client.call(verb[method], url, payload, { headers: { 'content-type': contentType } });
      }
      const json = content?.['application/json'];
      return client.call(verb[method], url, json && valid(json.schema, schemas, random, known));
    },
  };
}
const restCalls: Call[] = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [restCall(method, path, operation)] : [];
  }),
);
const trpcCalls: Call[] = Object.entries(procedures).flatMap(([path, { _def }]) => {
  if (_def.type === 'subscription') return [];
  const [input] = _def.inputs;
  const schema = input && z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return [
    {
      name: `trpc ${path}`,
      ask: (client: Client) =>
        client.post(
          `/trpc/${path}`,
          schema ? valid(schema as JsonSchema, (schema.$defs ?? {}) as never, random, known) : undefined,
          {
            headers: { 'content-type': 'application/json' },
          },
        ),
    },
  ];
});
const calls = [...restCalls, ...trpcCalls].sort((a, b) => Number(isLast(a.name)) - Number(isLast(b.name)));

describe('C59 an answer has what its output schema names, and nothing else', () => {
  it('C59 of every operation, over REST, form data and tRPC, for every caller', async () => {
    for (const call of calls)
      for (const [who, client] of Object.entries(people))
        await expectClean(
          call.name,
          who,
          await call.ask(isLast(call.name) && who !== 'nobody' ? await again(who, client) : client),
        );
    // What the calls made they may have deleted again.
    const admin = await again('admin', world.admin);
    const { id } = ok<{ id: number }>(await admin.post('/api/v1/webhooks', webhook));
    const [theirs] = ok<{ data: { id: number }[] }>(await admin.get('/api/v1/customers')).data;
    const settings = { kind: 'shopify', name: 'Shop', secret: 'signed', pickupAddress: '1 Depot Way' };
    const shop = ok<{ id: number }>(await admin.post('/api/v1/inbound', { ...settings, customerId: theirs?.id }));
    await world.app.sql(
      `insert into inbound_notices (shop_id, topic, is_cancellation, state, received_at) values (?, 'orders/paid', false, 'waiting', now())`,
      shop.id,
    );
    const recurring = ok<{ id: number }>(await admin.post('/api/v1/recurring-orders', recurringBody()));
    const invited = { email: 'border@example.com', role: 'driver' };
    const { joinUrl } = ok<{ joinUrl: string }>(await admin.post('/api/v1/users/invitations', invited));
    // One at a time: there may be one that waits.
    await admin.post('/api/v1/exports');
    const made = ok<{ data: { id: number }[] }>(await admin.get('/api/v1/exports')).data.map((one) => one.id);
    // A call may have taken the payment link out of it; without one the default text is sent.
    await world.app.sql(
      `delete from email_templates where content not like '%{{paymentLink}}%' and trigger like 'quote_%'`,
    );
    token = await linkOfQuote(admin);
    const ordered = orderBody({ customerEmail: 'door@example.com' });
    const { trackingNumber } = ok<{ trackingNumber: string }>(await admin.post('/api/v1/orders', ordered));
    delivery = deliveryToken(world.app.services.secrets, trackingNumber, 'door@example.com');
    const { id: orderId, customerId } = ok<{ id: number; customerId: number }>(
      await admin.post('/api/v1/orders', ordered),
    );
    const [claim] = await world.app.sql<{ id: number }>(
      `insert into incidents (order_id, kind, state, items, photo_urls, opened_by, opened_by_name, created_at, updated_at, version)
       values (?, 'damaged', 'open', '[]', '[]', 'customer', 'Door', now(), now(), 1) returning id`,
      orderId,
    );
    const [statement] = await world.app.sql<{ id: number }>(
      `insert into bank_statements (file_name, format, sha256, created_by_name, created_at)
       values ('bank.csv', 'csv', 'border', 'Ada', now()) returning id`,
    );
    const lines = [{ description: 'Storage', unitPrice: '1' }];
    const draft = ok<{ id: number }>(await admin.post('/api/v1/invoices', { customerId, lines }));
    const list = ok<{ id: number }>(await admin.post('/api/v1/price-lists', { name: 'Regulars' }));
    const tokens = [token, delivery, joinUrl.split('/').at(-1) ?? '', await signInToken(world.app, 'door@example.com')];
    known = {
      ids: [
        ...(known.ids ?? []),
        id,
        recurring.id,
        shop.id,
        draft.id,
        list.id,
        claim?.id ?? 0,
        statement?.id ?? 0,
        ...made,
      ],
      named: { ...known.named, token: tokens },
    };
    // A read may have been asked only for ids that do not exist: repeat it until it answers. A picture is not JSON.
    const reads = restCalls.filter(
      ({ name }) => /^(list|get|all|read)|(List|Get|All|Read|Counts)$/.test(name) && name !== 'filesRead',
    );
    for (const { name, ask } of reads)
      for (let round = 0; round < 200 && !answered.has(name); round++)
        for (const [who, client] of Object.entries(people)) await expectClean(name, who, await ask(client));
    expect(reads.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual([]);
    // The same reads over tRPC: its random questions are refused as often.
    for (const { name, ask } of trpcCalls.filter(({ name: path }) => /\.(list|get|all|read|\w+Counts)$/.test(path)))
      for (let round = 0; round < 50 && !answered.has(name); round++)
        await expectClean(name, 'admin', await ask(admin));
    // What is done with money, on what is there.
    const ofMoney = /^(trpc )?(invoices|priceLists|accounting|pay|bankStatements|savedReports)/;
    for (const { name, ask } of calls.filter(({ name }) => ofMoney.test(name)))
      for (let round = 0; round < 50 && !answered.has(name); round++)
        await expectClean(name, 'admin', await ask(admin));
    expect(answered.size).toBeGreaterThan(calls.length / 2);
  }, 240_000);

  it('C59 of the pages that the server renders', async () => {
    for (const path of [`/q/${token}`, `/t/${delivery}`, `/track/${known.named['trackingNumber']?.[0]}`])
      expect((await world.visitor.get(path)).body).not.toContain(POISON);
  });

  it('C59 and every procedure has one', () => {
    expect(Object.entries(procedures).filter(([, { _def }]) => !(_def.output instanceof z.ZodType))).toEqual([]);
  });
});

/** The client again, signed in again if an earlier call ended its session. */
async function again(who: string, client: Client): Promise<Client> {
  const user = { admin: world.admin, dispatcher: world.dispatcher, driver: world.driver, customer: world.customer }[
    who
  ];
  if (user) await client.post('/api/login', { username: user.username, password: PASSWORD });
  return client;
}
