import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../../../test/support/app.ts';
import { expectError } from '../../../test/support/contract.ts';
import { deliverMails } from '../../../test/support/counterparts/smtp.ts';
import { ok, openByMail, openOrder, orderBody, photoFile, signatureFile } from '../../../test/support/factories.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { lockedView } from './tracking.locks.ts';

let app: TestApp;
let staff: Client;
let admin: Client;
const ADDRESS = '12345 Zqstreetqz\nZqtownqz, IL 62704';
const setLevel = async (level: 'open' | 'verified', of = app, by = admin) => {
  ok(await by.put('/api/v1/company', { tracking: { level } }));
  await vi.waitFor(() => expect(of.services.config.trackingLevel).toBe(level));
};
beforeAll(async () => {
  app = await createTestApp();
  [staff, admin] = [await app.as('dispatcher'), await app.as('admin')];
  await setLevel('verified');
});
afterAll(() => app.close());
beforeEach(() => app.setClock(undefined));
afterEach(() => app.setClock(undefined));

let made = 0;
const book = async (more: object = {}): Promise<Order> =>
  ok(
    await staff.post(
      '/api/v1/orders',
      orderBody({ customerEmail: `level${++made}@example.com`, deliveryAddress: ADDRESS, ...more }),
    ),
  );
const pathOf = ({ trackingNumber }: Order) => `/api/v1/orders/tracking/${trackingNumber}`;
const track = async (order: Order, client = app.client()) => ok<TrackedOrder>(await client.get(pathOf(order)));
const unlock = (order: Order, by: { postcode: string } | { code: string }, client = app.client()) => {
  const [[kind, value] = []] = Object.entries(by);
  return client.post(`${pathOf(order)}/unlock`, { kind, value });
};
/** The codes that were mailed about an order, oldest first. */
async function codesOf({ id }: Order): Promise<string[]> {
  await deliverMails(app);
  const rows = await app.sql<{ code_sealed: string }>(
    `select code_sealed from emails where order_id = ? and trigger = 'tracking_code' order by id`,
    id,
  );
  return rows.map(({ code_sealed }) => app.services.secrets.open(code_sealed) ?? '');
}

/** An order with something in every field of the answer. */
async function fullOrder(): Promise<Order> {
  const driver = await app.as('driver');
  await app.sql(`update users set first_name = 'Zqdriverqz', phone = '+1 555 0177' where id = ?`, driver.userId);
  const order = await book({
    customerName: 'Zqcustomerqz',
    pickupAddress: 'Zqpickupqz',
    items: [{ name: 'Zqitemqz', description: 'Zqdescriptionqz', quantity: 3 }],
    collect: { amount: '271.31', method: 'cash' },
  });
  ok(await staff.post(`/api/v1/orders/${order.id}/assign`, { driverId: driver.userId }));
  const phone = await openOrder(app, { accessCode: order.accessCode ?? '' });
  const item = order.items[0]?.id;
  ok(await phone.form('POST', `/api/driver/pickup/${item}`, {}, [await photoFile('files')]));
  ok(
    await phone.form(
      'POST',
      '/api/driver/signature',
      { orderId: String(order.id), kind: 'pickup', customerName: 'Zqsignerqz' },
      [await signatureFile()],
    ),
  );
  ok(await staff.put(`/api/v1/orders/${order.id}/status`, { status: 'in_transit' }));
  ok(await phone.post(`/api/v1/driver/orders/${order.id}/collected`, { amount: '271.31', method: 'cash' }));
  const failed = { stop: 'delivery', outcome: 'failed', reason: 'not_home', noteCustomer: 'Zqnoteqz' };
  ok(await staff.post(`/api/v1/orders/${order.id}/attempts`, failed));
  await app.sql(
    `update attempts set photo_urls = '["/files/zqattemptqz.jpg"]', place = 'neighbour' where order_id = ?`,
    order.id,
  );
  await app.sql(
    `insert into incidents (order_id, kind, state, answer, description, items, photo_urls, opened_by, opened_by_name, created_at, updated_at, version)
     values (?, 'damaged', 'open', 'Zqanswerqz', null, '[]', '[]', 'customer', 'Zqcustomerqz', now(), now(), 1)`,
    order.id,
  );
  return order;
}

/** Fields that a stranger with the number may read. */
const SHOWN = new Set([
  'trackingNumber',
  'status',
  'hasDriver',
  'outcome',
  'steps',
  'deliveryDate',
  'plannedDay',
  'pickupWindow',
  'deliveryWindow',
  'eta',
  'createdAt',
  'updatedAt',
  'deliveredAt',
  'actualDelivery',
  'cancelledAt',
  'isLocked',
  'deliveryArea',
]);
/** Of an attempt: what the company's own words say. */
const SHOWN_OF_ATTEMPTS = /^(stop|number|outcome|reason|reasonText|reattemptOn|resolution|takenAt|receivedAt)$/;
const textsIn = (value: unknown, path: string[] = []): { path: string[]; text: string }[] => {
  if (typeof value === 'string') return value === '' ? [] : [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
};
const isShown = ([field = '', , name = '']: string[]) =>
  SHOWN.has(field) || (field === 'attempts' && SHOWN_OF_ATTEMPTS.test(name));

describe('the number alone, where tracking asks for a proof', () => {
  it('C351 shows steps and window; every other field of the answer is empty, over every way to it', async () => {
    const order = await fullOrder();
    const full = await track(order, staff);
    expect(full.isLocked).toBe(false);
    const secrets = textsIn(full).filter(({ path }) => !isShown(path));
    // Something to hide in every field.
    const hidden = Object.keys(full).filter((field) => !SHOWN.has(field) && !['whereabouts', 'delay'].includes(field));
    for (const field of hidden)
      expect(
        secrets.some(({ path }) => path[0] === field),
        field,
      ).toBe(true);

    const place = { lat: 52.52, lng: 13.41, radius: 150 };
    const whereabouts = { stopsBefore: 0, place, kilometres: '0.4', at: full.createdAt };
    const delay = { reason: 'other' as const, words: 'Zqwordsqz', at: full.createdAt };
    expect(lockedView({ ...full, whereabouts, delay }, 'US')).toMatchObject({ whereabouts: null, delay: null });

    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', { name: 'Quotes alone', scopes: ['quotes:read'] }),
    );
    const customer = await app.as('customer');
    const input = encodeURIComponent(JSON.stringify({ trackingNumber: order.trackingNumber }));
    const answers = [
      await app.client().get(pathOf(order)),
      await app.client().get(pathOf(order).toLowerCase().replace('/qf', '/qf-')),
      await app.client().get(`/trpc/tracking.get?input=${input}`),
      await app.client({ key }).get(pathOf(order)),
      await customer.get(pathOf(order)),
      await (await openByMail(app, 'somebody-else@example.com')).get(pathOf(order)),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      for (const { path, text } of secrets)
        expect(answer.body, path.join('.')).not.toContain(JSON.stringify(text).slice(1, -1));
      expect(answer.body).not.toMatch(/zq\w+qz|\/files\//i);
    }
    const locked = answers[0]?.json<TrackedOrder>();
    expect(textsIn(locked).filter(({ path }) => !isShown(path))).toEqual([]);
    expect(locked).toMatchObject({ isLocked: true, deliveryArea: '62', status: 'in_transit', steps: full.steps });
    expect(locked?.attempts.at(-1)).toMatchObject({
      reasonText: expect.any(String),
      photoUrls: [],
      noteCustomer: null,
    });
  });

  it('C351 is as before where the company does not ask for it, which is the default', async () => {
    const other = await createTestApp();
    const office = await other.as('dispatcher');
    const order = ok<Order>(await office.post('/api/v1/orders', orderBody({ deliveryAddress: ADDRESS })));
    expect(ok(await other.client().get(pathOf(order)))).toMatchObject({
      isLocked: false,
      deliveryArea: null,
      customerName: 'Ada Sender',
      deliveryAddress: ADDRESS,
    });
    await other.close();
  });

  it('C352 the postcode shows the rest in that browser, for that order, for 12 hours', async () => {
    const [order, other] = [await book(), await book()];
    const browser = app.client();
    expectError(await unlock(order, { postcode: '62705' }, browser), 403, 'NOT_UNLOCKED');
    expectError(await browser.post(`${pathOf(order)}/unlock`), 400);
    ok(await unlock(order, { postcode: ' 62704-1234' }, browser));
    expect(await track(order, browser)).toMatchObject({ isLocked: false, deliveryAddress: ADDRESS });
    expect((await track(other, browser)).isLocked).toBe(true);
    expect((await track(order)).isLocked).toBe(true);
    // It opens nothing else.
    expectError(await browser.get('/api/v1/my/orders'), 401);
    app.setClock(new Date(Date.now() + 12 * 3_600_000 + 1000));
    expect((await track(order, browser)).isLocked).toBe(true);
  });

  it('C352 the mail’s link, a sign-in link of the customer, staff and the merchant’s key see all', async () => {
    const order = await book();
    const token = deliveryToken(app.services.secrets, order.trackingNumber, order.customerEmail ?? '');
    expect(ok(await app.client().get(`/api/v1/t/${token}`))).toMatchObject({
      isLocked: false,
      deliveryAddress: ADDRESS,
    });
    expect((await track(order, await openByMail(app, order.customerEmail ?? ''))).isLocked).toBe(false);
    const { key } = ok<{ key: string }>(
      await admin.post('/api/v1/api-keys', {
        name: 'Its merchant',
        scopes: ['orders:read'],
        customerId: order.customerId,
      }),
    );
    expect((await track(order, app.client({ key }))).isLocked).toBe(false);
  });

  it('C354 a code by mail works once and for 15 minutes, and its fifth wrong try ends it', async () => {
    const order = await book();
    ok(await app.client().post(`${pathOf(order)}/code`));
    const [code = ''] = await codesOf(order);
    expect(code).toMatch(/^\d{6}$/);
    const [mail] = await app.sql<{ text: string }>(
      `select text from emails where order_id = ? and trigger = 'tracking_code'`,
      order.id,
    );
    expect(mail?.text).not.toContain(code);
    expect(await app.sql('select 1 from tracking_codes where code_hash like ?', `%${code}%`)).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => unlock(order, { code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403]);

    ok(await app.client().post(`${pathOf(order)}/code`));
    const second = (await codesOf(order)).at(-1) ?? '';
    const wrong = second === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) expectError(await unlock(order, { code: wrong }), 403, 'NOT_UNLOCKED');
    expectError(await unlock(order, { code: second }), 403, 'NOT_UNLOCKED');

    ok(await app.client().post(`${pathOf(order)}/code`));
    const third = (await codesOf(order)).at(-1) ?? '';
    app.setClock(new Date(Date.now() + 16 * 60_000));
    expectError(await unlock(order, { code: third }), 403, 'NOT_UNLOCKED');
  });

  it('C354 asking for a code is answered the same for an order without an address', async () => {
    const order = await book({ customerEmail: null });
    const answer = await app.client().post(`${pathOf(order)}/code`);
    expect([answer.statusCode, answer.body]).toEqual([200, '{"success":true}']);
    expect(await codesOf(order)).toEqual([]);
    expectError(await app.client().post('/api/v1/orders/tracking/QF000000000000/code'), 404, 'ORDER_NOT_FOUND');
    expectError(
      await app.client().post('/api/v1/orders/tracking/QF000000000000/unlock', { kind: 'postcode', value: '1' }),
      404,
    );
  });
});

describe('guessing', () => {
  it('C353 a thousand tries from a hundred addresses are blocked, and nobody is shut out for good', async () => {
    const strict = await createTestApp({ LIMIT_SCALE: 1 });
    const [office, boss] = [await strict.as('dispatcher'), await strict.as('admin')];
    await setLevel('verified', strict, boss);
    const order = ok<Order>(await office.post('/api/v1/orders', orderBody({ deliveryAddress: ADDRESS })));
    const statuses: number[] = [];
    for (let n = 0; n < 1000; n++) {
      const guesser = strict.client({ ip: `10.77.0.${n % 100}` });
      statuses.push((await unlock(order, { postcode: `62${String(n).padStart(3, '0')}` }, guesser)).statusCode);
    }
    // Its postcode was among them.
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(990);
    const rows = await strict.sql<{ count: number }>(
      `select count from rate_counts where bucket like 'tracking.postcode:%'`,
    );
    expect(rows[0]?.count).toBeGreaterThan(10);

    // Until then the customer uses the mail's link or a code, and the postcode again on the next day.
    const token = deliveryToken(strict.services.secrets, order.trackingNumber, order.customerEmail ?? '');
    ok(await strict.client().get(`/api/v1/t/${token}`));
    const own = strict.client({ ip: '10.78.0.1' });
    ok(await own.post(`${pathOf(order)}/code`));
    const [mail] = await strict.sql<{ code_sealed: string }>(
      `select code_sealed from emails where trigger = 'tracking_code'`,
    );
    const code = strict.services.secrets.open(mail?.code_sealed ?? '') ?? '';
    ok(await unlock(order, { code }, own));
    strict.setClock(new Date(Date.now() + 25 * 3_600_000));
    ok(await unlock(order, { postcode: '62704' }, strict.client({ ip: '10.78.0.2' })));
    strict.setClock(undefined);
    await strict.close();
  });

  it('C353 codes are mailed five times a day for one order at most', async () => {
    const strict = await createTestApp({ LIMIT_SCALE: 1 });
    const office = await strict.as('dispatcher');
    const order = ok<Order>(await office.post('/api/v1/orders', orderBody()));
    const statuses = [];
    for (let n = 0; n < 7; n++)
      statuses.push((await strict.client({ ip: `10.79.0.${n}` }).post(`${pathOf(order)}/code`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await strict.close();
  });
});
