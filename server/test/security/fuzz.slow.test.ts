import { errorBody } from '@quickfleet/shared/errors';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiDocument, buildDocument, methods, type Operation } from '../../src/rest/openapi/openapi.ts';
import { type Client, type FormFile, multipartBody, PASSWORD } from '../support/app.ts';
import { useWorld } from '../support/contract.ts';
import {
  makeOrder,
  makePaidQuote,
  makeQuote,
  ok,
  openOrder,
  photo,
  recurringBody,
  signatureFile,
} from '../support/factories.ts';
import { createChecker } from '../support/json-schema.ts';
import {
  badSegments,
  createRandom,
  type Known,
  mutate,
  nasty,
  type Random,
  rawBodies,
  resolve,
  valid,
} from './fuzz.ts';

// Every call of openapi.json with generated requests: whatever is sent, no 5xx, the one error body, documented
// statuses, answers that match their schemas. Same seed, same cases.

const SEED = 20_260_301;
const world = useWorld();
const document: ApiDocument = buildDocument();
const check = createChecker(document);
const schemas = document.components.schemas;

interface Call {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  operation: Operation;
}
const calls: Call[] = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => (item[method] ? [{ method, path, operation: item[method] }] : [])),
);
/** How many times the usual cases, for a longer search: `npm run test:security` has three. */
const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1);
/** A call without a body has only its address and its headers to vary. */
const casesOf = ({ operation }: Call) => TIMES * (operation.requestBody ? 36 : 14);
/** A form of many fields is seldom right as a whole: until it was once, there are so many cases of it. */
const UNTIL_RIGHT = 1000;
const isDriverCall = ({ operation }: Call) =>
  operation.security?.some((requirement) => 'driverSession' in requirement) ?? false;
/** Calls that need what no generated request brings about: a mail that failed, a template with a past, a day on which
 * a job comes, an order that asks for a PIN. */
const needsMore = new Set([
  // A mail server: mail-server-test.test.ts.
  'mailboxTestServer',
  // Addresses must be public; what is sent again must be there: webhooks.test.ts.
  'webhooksDelivery',
  'webhooksReplay',
  'webhooksReplayRange',
  // A customer’s shop, and what it signed: inbound.test.ts.
  'inboundCreate',
  'inboundGet',
  'inboundUpdate',
  'inboundDelete',
  'inboundNotices',
  'inboundRetry',
  'inboundReceiveShopify',
  'inboundReceiveWoocommerce',
  // A rule, and people who may read it: saved-reports.test.ts.
  'savedReportsCreate',
  'savedReportsUpdate',
  'savedReportsDelete',
  'savedReportsSend',
  // An invoice, and an issued one: invoices.test.ts.
  'invoicesCreate',
  'invoicesGet',
  'invoicesUpdate',
  'invoicesDelete',
  'invoicesIssue',
  'invoicesSend',
  'invoicesCredit',
  'invoicesPay',
  'invoicesRemind',
  'invoicesUnpay',
  // A file that can be read, and its lines: bank.test.ts.
  'bankStatementsCreate',
  'bankStatementsGet',
  'bankStatementsBook',
  'invoicesPaper',
  'invoicesXml',
  'myInvoicePaper',
  'myInvoiceXml',
  // A price list that nobody has: price-lists.test.ts.
  'priceListsGet',
  'priceListsUpdate',
  'priceListsDelete',
  // Days in their order, and an approval: pay.test.ts.
  'payGet',
  'payPaper',
  'payTable',
  'payApprove',
  'payUndo',
  // Something to collect: collect.test.ts.
  'collectSave',
  // A month that has begun: accounting.test.ts.
  'accountingClose',
  // A file that can be read: imports.test.ts.
  'importsCreate',
  'importsGet',
  'importsRows',
  'importsChange',
  'importsCommit',
  'importsCancel',
  'importsUndo',
  'importsFailed',
  // Not in a sandbox: sandbox.test.ts.
  'sandboxReset',
  // A job that was set aside: set-aside.test.ts.
  'doctorTryAgain',
  // By a calendar's address: calendars.test.ts.
  'calendarsFeed',
  // The doors of a driver's day, by their names: stops.test.ts.
  'stopsArrive',
  'stopsAttempts',
  'stopsPhotos',
  'stopsPin',
  'stopsScan',
  'stopsSignature',
  // A plan that is made: plans.test.ts.
  'plansAccept',
  'plansUndo',
  // Steps that all succeed: moves.test.ts.
  'planningMoves',
  // Made by a job: transfer.test.ts.
  'exportsDownload',
  // An order that was picked up: merchant-orders.test.ts.
  'ordersReturn',
  // For keys alone: merchant-keys.test.ts.
  'apiKeysMe',
  // By mailed links, and by the names of one's own sessions: account.test.ts.
  'accountReset',
  'invitationsGet',
  'invitationsJoin',
  'sessionsEnd',
  // Signed by a device, over https: passkeys.test.ts.
  'authPasskey',
  'authPasskeyOptions',
  'passkeysBegin',
  'passkeysAdd',
  'passkeysRemove',
  // By mailed links: sign-in-links.test.ts, my.test.ts.
  'signInLinksGet',
  'signInLinksOpen',
  'myOrders',
  'myInvoices',
  'reportsMine',
  'myQuotes',
  'myAddresses',
  'myAgain',
  // By an address that sees the customer: members.test.ts, booking.test.ts.
  'myStatementTable',
  'myStatement',
  'myPrice',
  'myBook',
  'myPaper',
  'myReceipt',
  'myQuote',
  'myAccept',
  'myDecline',
  // By an address that books for it, and an address of this very customer: my.addresses.test.ts.
  'mySaveAddress',
  'myChangeAddress',
  'myRemoveAddress',
  'customersChangeAddress',
  'customersRemoveAddress',
  // Of what was paid by a mailed link: e2e/walks/recipient.test.ts.
  'deliveryPageReceipt',
  // A member of this very customer: members.test.ts.
  'customersRemoveMember',
  // By a postcode or a mailed code: tracking-levels.test.ts.
  'trackingUnlock',
  // By mailed links: e2e/walks/recipient.test.ts.
  'deliveryPageGet',
  'deliveryPageOptions',
  'deliveryPageCalendar',
  'deliveryPageRequest',
  'deliveryPageRate',
  'deliveryPagePushKey',
  'deliveryPageStartPush',
  'deliveryPageStopPush',
  // A request of this very order: requests.test.ts.
  'requestsDecide',
  // A charge of this very order: charges.test.ts.
  'chargesUpdate',
  // By codes of a phone: second-factor.test.ts.
  'factorBegin',
  'factorConfirm',
  'factorRenewCodes',
  'factorRemove',
  'factorReset',
  'customersErase',
  'mailboxResend',
  'mailboxResendFailed',
  'templatesRestore',
  'driversTransit',
  'recurringSkip',
  'driversPin',
  'attemptsResetPin',
  'incidentsReport',
  // Signed: payments.test.ts.
  'paymentsReceive',
]);
const changesSession = ({ operation }: Call) =>
  ['authLogin', 'authLogout', 'authRegister', 'driversAccess', 'driversLeave'].includes(operation.operationId);

let picture: Buffer;
let drawing: FormFile;
let everyKey: Client;
beforeAll(async () => {
  picture = await photo(60, 40);
  drawing = await signatureFile();
  everyKey = await world.program(
    'customers:read',
    'customers:write',
    'quotes:read',
    'quotes:write',
    'quotes:manage',
    'orders:read',
    'orders:write',
    'orders:manage',
    'evidence:read',
    'stats:read',
    'reports:read',
    'reports:write',
    'uploads:write',
    'events:read',
    'webhooks:read',
    'webhooks:write',
    'imports:write',
    'exports:write',
    'sandbox:reset',
  );
});

/** The admin whom an earlier case may have demoted or signed out. */
async function admin(): Promise<Client> {
  await world.app.sql(
    `update users set role = 'admin', is_active = true, username = ? where id = ?`,
    world.admin.username,
    world.admin.userId,
  );
  // Nobody was notified: the session cache would still be used for some seconds (decision 022).
  const { sessionCache } = world.app.services.events;
  sessionCache.turnOff();
  sessionCache.turnOn();
  if ((await world.admin.get('/api/user')).json<{ id?: number }>().id !== world.admin.userId)
    ok(await world.admin.post('/api/login', { username: world.admin.username, password: PASSWORD }));
  return world.admin;
}

/** Where the ids of a call come from. */
const tables: Readonly<Record<string, string>> = {
  quotes: 'quotes',
  customers: 'customers',
  users: 'users',
  templates: 'email_templates',
  mailbox: 'emails',
  'api keys': 'api_keys',
  'saved views': 'saved_views',
  recurring: 'recurring_orders',
  incidents: 'incidents',
  payments: 'payments',
  'office notes': 'office_notes',
  webhooks: 'webhooks',
  inbound: 'inbound_shops',
  invoices: 'invoices',
  'bank-statements': 'bank_statements',
  reports: 'saved_reports',
  imports: 'imports',
  exports: 'exports',
};
/** Calls that need a quote which waits for an answer. */
const ofSent = ['quotesAcceptOnBehalf', 'quotesDeclineOnBehalf', 'quotesRenew'];
/** Calls that need a quote which is paid and no order yet. */
const ofPaid = ['quotesConvertToOrder', 'quotesReceipt', 'quotesUnpay'];
/** Calls that need an order with a driver. */
const ofAssigned = ['ordersUnassign', 'ordersSetStatus'];
/** Calls with a driver's id, regardless of their tag. */
const ofDrivers = [
  'planningDay',
  'planningSuggestion',
  'planningSetDay',
  'planningSetShift',
  'driversRunSheet',
  'collectCash',
  'collectCount',
];
interface Stage {
  staff: Client;
  phone: Client;
  all: Known;
  /** What the phone has opened. */
  own: Known;
}
/** Fresh things of every kind, and what a request may name. */
async function stage(call: Call): Promise<Stage> {
  const staff = await admin();
  // What an earlier case wrote may leave the payment link out, and then no quote can be sent.
  await world.app.sql(`update email_templates set content = '{{paymentLink}}' where trigger = 'quote_sent'`);
  await makeQuote(world.app);
  await makePaidQuote(world.app, staff);
  const other = await makeOrder(world.app, staff);
  const order = await makeOrder(world.app, staff);
  const phone = await openOrder(world.app, order);
  const { file } = ok<{ file: { url: string } }>(
    await staff.form('POST', '/api/v1/upload', {}, [
      { field: 'file', name: 'a.jpg', type: 'image/jpeg', bytes: picture },
    ]),
  );
  ok(
    await staff.post('/api/v1/saved-views', {
      list: 'orders',
      name: `View ${order.id % 10}`,
      query: 'status=assigned',
    }),
  );
  if (call.operation.tags[0] === 'recurring')
    for (let n = 0; n < 5; n++) ok(await staff.post('/api/v1/recurring-orders', recurringBody()));
  if (call.operation.tags[0] === 'incidents')
    for (let n = 0; n < 5; n++) ok(await staff.post('/api/v1/incidents', { orderId: order.id, kind: 'damaged' }));
  if (call.operation.tags[0] === 'office notes')
    for (let n = 0; n < 5; n++) ok(await staff.post(`/api/v1/office-notes/order/${order.id}`, { text: 'Rang twice' }));
  if (ofAssigned.includes(call.operation.operationId))
    for (const { id } of [order, other])
      ok(await staff.post(`/api/v1/orders/${id}/assign`, { driverId: world.driver.userId }));
  const { operationId } = call.operation;
  const isOfReasons = operationId === 'failureReasonsUpdate';
  const ofTag =
    operationId === 'invoicesOwed'
      ? 'customers'
      : operationId.startsWith('plans')
        ? 'plans'
        : (tables[call.operation.tags[0] ?? ''] ?? 'orders');
  const table = isOfReasons ? 'failure_reasons' : ofTag;
  const rows = await world.app.sql<{ id: number }>(`select id from ${table} order by id desc limit 30`);
  if (call.operation.operationId === 'attemptsResolve')
    for (const { id } of [order, other])
      ok(await staff.post(`/api/v1/orders/${id}/attempts`, { stop: 'pickup', outcome: 'failed', reason: 'weather' }));
  const tokens: string[] = [];
  const offered: number[] = [];
  const isOfSent = ofSent.includes(call.operation.operationId);
  for (let n = 0; n < 5 && (isOfSent || ['quote page', 'payments'].includes(call.operation.tags[0] ?? '')); n++) {
    const { id } = await makeQuote(world.app);
    const price = { price: '10', paymentUrl: 'https://pay.example.com/q' };
    const quote = ok<{ customerUrl: string }>(await staff.put(`/api/v1/quotes/${id}`, price));
    tokens.push(quote.customerUrl.split('/q/')[1] ?? '');
    offered.push(id);
    if (call.operation.operationId === 'quotePageReceipt')
      ok(await staff.put(`/api/v1/quotes/${id}`, { status: 'paid' }));
  }
  const paid: number[] = [];
  for (let n = 0; n < 5 && ofPaid.includes(call.operation.operationId); n++)
    paid.push((await makePaidQuote(world.app, staff)).id);
  if (call.operation.tags[0] === 'payments') {
    await world.app.sql(
      `insert into payments (source, event_id, type, state, amount, currency, paid_at, received_at)
       select 'event', gen_random_uuid()::text, 'payment.succeeded', 'unmatched', 10, 'USD', now(), now() from generate_series(1, 30)`,
    );
    rows.push(...(await world.app.sql<{ id: number }>(`select id from payments where state = 'unmatched'`)));
  }
  if (call.operation.operationId === 'quotesAnswer')
    await world.app.sql(
      `insert into quote_questions (quote_id, text, asked_at) select q.id, 'Why?', now() from quotes q, generate_series(1, 5)`,
    );
  if (call.operation.operationId === 'quotesRestore')
    for (let n = 0; n < 5; n++) {
      const { id } = await makeQuote(world.app);
      ok(await staff.delete(`/api/v1/quotes/${id}`));
      rows.push({ id });
    }
  if (call.operation.operationId === 'driversDelivery') {
    ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: world.driver.userId }));
    ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  }
  const idsOf = (operationId: string) => {
    if (ofDrivers.includes(operationId)) return [world.driver.userId];
    if (isOfSent) return offered;
    if (ofPaid.includes(operationId)) return paid;

    if (operationId === 'attemptsResolve') return [order.id, other.id];
    return ofAssigned.includes(operationId) ? [order.id, other.id] : rows.map(({ id }) => id);
  };
  const named = {
    trackingValue: [order.trackingNumber],
    accessCode: [other.accessCode],
    key: [file.url.slice('/files/'.length)],
    username: [world.dispatcher.username, `fuzz-${order.id}`, `fuzz.${other.id}`],
    password: [PASSWORD],
    currentPassword: [PASSWORD],
    driverId: [world.driver.userId],
    ...(tokens.length > 0 ? { token: tokens, revision: [1] } : {}),
    ...(call.operation.tags[0] === 'payments' ? { quoteId: offered } : {}),
    ...(call.operation.operationId === 'planningSetDay'
      ? { stops: [[{ orderId: order.id, stop: 'pickup' }], []], reassign: [[]] }
      : {}),
    ids: [`${order.id}`, `${order.id},${other.id}`],
    removeImageUrls: ['[]'],
    ...(call.operation.operationId === 'attemptsCreate'
      ? { stop: ['pickup'], outcome: ['failed'], reason: ['weather'], items: ['[]'] }
      : {}),
  };
  return {
    staff,
    phone,
    all: { ids: idsOf(call.operation.operationId), named },
    own: { ids: [order.id, ...order.items.map((item) => item.id)], named: { ...named, quoteId: [order.quoteId] } },
  };
}

/** The roles with a session that may make a call. */
const accountsOf = ({ operation }: Call) =>
  operation.security?.find((requirement) => requirement['sessionCookie'])?.['sessionCookie'];

function clientFor(call: Call, random: Random, { staff, phone }: Stage): Client {
  if (random.chance(0.08)) return world.visitor;
  if (random.chance(0.08)) return everyKey;
  if (!isDriverCall(call) && accountsOf(call)?.join() === 'driver') return world.driver;
  const forStaffToo = accountsOf(call)?.includes('admin');
  return isDriverCall(call) && random.chance(forStaffToo ? 0.4 : 0.95) ? phone : staff;
}

function urlOf(call: Call, random: Random, at: Known): string {
  const known = call.operation.parameters?.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter])) ?? [];
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random.chance(0.12)) return random.pick(badSegments);
    const parameter = known.find((one) => one.name === name);
    return encodeURIComponent(
      String(parameter ? valid(parameter.schema, schemas, random, at, name) : random.pick([1, 2, 3])),
    );
  });
  const query = known
    .filter((parameter) => parameter.in === 'query' && random.chance(0.4))
    .map(({ name, schema, example }) => {
      // What has a pattern is right by its example alone.
      const right = () => (schema?.pattern && example ? example : valid(schema, schemas, random, at, name));
      const value = random.chance(0.75) ? right() : random.pick(nasty);
      return `${name}=${encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))}`;
    });
  if (random.chance(0.03)) query.push('__proto__=1');
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function headersOf(call: Call, random: Random): Record<string, string> {
  return {
    ...(random.chance(0.2) ? { 'idempotency-key': `fuzz-${random.int(1, 30)}` } : {}),
    ...(random.chance(0.03) ? { 'idempotency-key': 'k'.repeat(300) } : {}),
    ...(random.chance(0.1) ? { 'if-match': random.pick(['*', '"quote-1-v1"', 'W/"x"', '', '"order-1-v99"']) } : {}),
    ...(call.method !== 'get' && random.chance(0.04)
      ? {
          'content-type': random.pick([
            'text/plain',
            'application/xml',
            'application/json; charset=utf-8',
            'multipart/form-data',
            'nonsense',
          ]),
        }
      : {}),
  };
}

function jsonBody(call: Call, random: Random, at: Known): string | object | undefined {
  const media = call.operation.requestBody?.content['application/json'];
  if (!media || random.chance(0.05)) return random.chance(0.3) ? random.pick(rawBodies) : undefined;
  if (random.chance(0.08)) return random.pick(rawBodies);
  const whole = random.chance(0.15) ? structuredClone(media.example) : valid(media.schema, schemas, random, at);
  const body = random.chance(0.5) ? whole : mutate(whole, random);
  return typeof body === 'object' && body !== null ? JSON.stringify(body) : JSON.stringify(body ?? null);
}

function formBody(call: Call, random: Random, at: Known): { payload: Buffer; contentType: string } {
  const schema = resolve(call.operation.requestBody?.content['multipart/form-data']?.schema ?? {}, schemas);
  const fields: Record<string, string> = {};
  const files: FormFile[] = [];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isFile = inner.format === 'binary' || inner.items?.format === 'binary';
    if (!schema.required?.includes(name) && random.chance(0.4)) continue;
    if (isFile) {
      const bytes = random.chance(0.8)
        ? name === 'signature'
          ? drawing.bytes
          : picture
        : Buffer.from(random.pick(['', 'no image', '<svg/>', '\u0000\u0001']));
      files.push({
        field: random.chance(0.95) ? name : random.pick(['__proto__', 'other', '']),
        name: random.pick(['a.png', '../../x.png', 'a\u0000.png', '']),
        type: random.pick(['image/png', 'text/html']),
        bytes,
      });
    } else {
      const value = random.chance(0.8) ? valid(inner, schemas, random, at, name) : random.pick(nasty);
      fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
    }
  }
  const { payload, contentType } = multipartBody(fields, files);
  if (random.chance(0.05)) return { payload: payload.subarray(0, random.int(0, payload.length)), contentType };
  return { payload, contentType: random.chance(0.03) ? 'multipart/form-data; boundary=wrong' : contentType };
}

async function ask(call: Call, random: Random, at: Stage): Promise<LightMyRequestResponse> {
  const known = isDriverCall(call) ? at.own : at.all;
  const client = changesSession(call) ? world.app.client() : clientFor(call, random, at);
  const url = urlOf(call, random, known);
  const verb = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;
  const takesForm = call.operation.requestBody?.content['multipart/form-data'] !== undefined;
  const headers = headersOf(call, random);
  if (takesForm && random.chance(0.7)) {
    const { payload, contentType } = formBody(call, random, known);
    return client.call(verb[call.method], url, payload, { headers: { 'content-type': contentType, ...headers } });
  }
  const body = call.method === 'get' ? undefined : jsonBody(call, random, known);
  return client.call(verb[call.method], url, body, {
    headers: {
      ...(body === undefined && random.chance(0.5) ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
}

function expectContract(call: Call, answer: LightMyRequestResponse): void {
  const told = `${answer.statusCode} ${answer.body.slice(0, 500)}`;
  expect(answer.statusCode, told).toBeLessThan(500);
  const status = String(answer.statusCode);
  if (answer.statusCode >= 300) {
    expect(answer.headers['content-type'], told).toBe('application/json; charset=utf-8');
    const body = errorBody.strict().parse(answer.json());
    expect(body.message).toBe(body.error);
    // What was typed may be quoted in the sentence.
    expect(body.error.replace(/: undefined$/, ''), told).not.toMatch(/Invalid input|\bat \w+ \(|select |undefined/);
    // Another address than the call's own, when a generated part of it was no segment.
    if (answer.statusCode !== 404) expect(Object.keys(call.operation.responses), told).toContain(status);
    return;
  }
  const documented = call.operation.responses[status];
  expect(documented, `undocumented success ${told}`).toBeDefined();
  if (!documented?.content?.['application/json']) return;
  const validate = check([
    'paths',
    call.path,
    call.method,
    'responses',
    status,
    'content',
    'application/json',
    'schema',
  ]);
  expect(validate(answer.json()) ? [] : validate.errors, told).toEqual([]);
}

describe('C39 fuzz from openapi.json', () => {
  for (const [index, call] of calls.entries()) {
    it(`C39 ${call.method.toUpperCase()} ${call.path}: ${casesOf(call)} cases`, async () => {
      const random = createRandom(SEED + index);
      const at = await stage(call);
      let successes = 0;
      const isShut = () => successes === 0 && !needsMore.has(call.operation.operationId);
      for (let n = 0; n < casesOf(call) || (isShut() && n < UNTIL_RIGHT); n++) {
        if (n > 0 && n % 25 === 0) await admin();
        const answer = await ask(call, random, at);
        expectContract(call, answer);
        if (answer.statusCode < 300) successes++;
      }
      // Cases that never get past the door would prove nothing about what is behind it.
      expect(isShut(), 'no case succeeded').toBe(false);
    });
  }
  it('covers every call of the description', () => {
    console.log(
      `${calls.reduce((sum, call) => sum + casesOf(call), 0)} generated fuzz cases of ${calls.length} calls, seed ${SEED}`,
    );
    expect(calls.length).toBeGreaterThan(55);
  });
});
