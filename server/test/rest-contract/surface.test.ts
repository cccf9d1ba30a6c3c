import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { makeOrder, makeQuote, ok, openOrder, signatureFile } from '../support/factories.ts';
import { trackingStream } from '../support/stream.ts';

let app: TestApp;
let admin: Client & { userId: number };
let order: Order & { accessCode: string };
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as('admin');
  order = await makeOrder(app, admin);
});
afterAll(() => app.close());

describe('a parameter that a call does not know', () => {
  it('C48 is refused with the nearest one that it knows, on every kind of read', async () => {
    for (const [url, unknown, meant] of [
      ['/api/v1/orders?statuses=cancelled', 'statuses', 'status'],
      ['/api/v1/orders?Status=cancelled', 'Status', 'status'],
      ['/api/v1/orders?limits=5&page=1', 'limits', 'limit'],
      ['/api/v1/customers?query=a', 'query', undefined],
      ['/api/v1/orders?changedSince=2026-01-01', 'changedSince', 'updatedSince'],
      [`/api/v1/orders/${order.id}?fields=id`, 'fields', undefined],
      [`/api/v1/orders/${order.id}/label.pdf?formats=a6`, 'formats', 'format'],
      [`/api/v1/orders/tracking/${order.trackingNumber}?lang=de`, 'lang', undefined],
      ['/api/quotes?status=draft', 'status', undefined],
      ['/api/user?x=1', 'x', undefined],
      ['/files/0000000000000000000000000000000000000000.jpg?sizes=thumb', 'sizes', 'size'],
      ['/.well-known/quickfleet-keys.json?kid=1', 'kid', undefined],
      ['/api/v1/orders?constructor2=1', 'constructor2', undefined],
    ] as const) {
      const refused = await admin.get(url);
      expect(refused.statusCode, url).toBe(400);
      expect(refused.json(), url).toMatchObject({ code: 'UNKNOWN_PARAMETER', issues: [{ path: unknown }] });
      expect(refused.json().error, url).toContain(unknown);
      if (meant)
        expect(refused.json().error, url).toBe(`There is no parameter ${unknown} here. Did you mean ${meant}?`);
    }
  });
  it('C48 is let through when it begins with _, and all known ones count', async () => {
    ok(await admin.get('/api/v1/orders?_=17&_ts=1&status=pending&limit=5'));
    ok(await admin.get('/api/quotes?_=17'));
    const label = await admin.get(`/api/v1/orders/${order.id}/label.pdf?format=a6&_=1`);
    expect(label.statusCode).toBe(200);
    ok(await admin.get('/trpc/auth.session'));
  });
});

describe('a field that a body does not know', () => {
  it('C49 is refused where rights are given, and nothing is made', async () => {
    const key = { name: 'Shop', scopes: ['orders:read'] };
    const refused = await admin.post('/api/v1/api-keys', { ...key, expiresAt: '2026-12-31' });
    expect(refused.json()).toMatchObject({ status: 400, error: 'There is no field expiresAt here' });
    expect(await app.sql('select id from api_keys')).toEqual([]);
    const user = { username: 'grace', password: 'a-good-password-1', role: 'driver' };
    expect((await admin.post('/api/v1/users', { ...user, isAdmin: true })).statusCode).toBe(400);
    expect((await admin.put(`/api/v1/users/${admin.userId}`, { active: false })).statusCode).toBe(400);
    expect(await app.sql(`select id from users where username = 'grace'`)).toEqual([]);
    ok(await admin.post('/api/v1/users', user));
    ok(await admin.post('/api/v1/api-keys', { ...key, expiresOn: '2099-12-31' }));
  });
  it('C50 a status of an order is refused but for the present one, and points to its call', async () => {
    const url = `/api/v1/orders/${order.id}`;
    for (const status of ['cancelled', 'delivered', 'shipped']) {
      const refused = await admin.put(url, { status, notes: 'changed' });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'USE_STATUS_CALL',
        error: expect.stringContaining(`${url}/status`),
      });
    }
    for (const status of ['pending', 'created', null])
      expect(ok<Order>(await admin.put(url, { status, notes: 'kept' })).status).toBe('pending');
    expect(await app.sql('select status, notes from orders where id = ?', order.id)).toEqual([
      { status: 'pending', notes: 'kept' },
    ]);
  });
});

describe('what answers weigh', () => {
  it('C51 JSON over 1 kB is compressed for who takes it, a short one and none else is not', async () => {
    for (let count = 0; count < 3; count++) await makeQuote(app);
    for (const url of ['/api/v1/quotes', '/api/quotes', '/trpc/quotes.list?input=%7B%22page%22%3A1%7D']) {
      const plain = await admin.get(url);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const zipped = await admin.get(url, { headers: { 'accept-encoding': 'gzip' } });
      expect(zipped.headers['content-encoding'], url).toBe('gzip');
      expect(zipped.headers['vary']).toContain('accept-encoding');
      expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(plain.json());
      const better = await admin.get(url, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(better.headers['content-encoding'], url).toBe('br');
      expect(JSON.parse(brotliDecompressSync(better.rawPayload).toString())).toEqual(plain.json());
    }
    const short = await admin.get('/api/v1/users/me', { headers: { 'accept-encoding': 'br' } });
    expect(short.headers['content-encoding']).toBeUndefined();
  });
  it('C67 a stream of events is sent as it comes, whatever the caller can unpack', async () => {
    const order = await makeOrder(app, admin);
    const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const ends = new AbortController();
    const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip, br' };
    const stream = await fetch(url + trackingStream(order.trackingNumber), { headers, signal: ends.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.headers.get('content-encoding')).toBeNull();
    ends.abort();
  });
  it('C52 lists have an ETag, and who has it gets 304 until something changes', async () => {
    for (const url of ['/api/v1/quotes?limit=5', '/api/customers', '/api/v1/failure-reasons']) {
      const first = await admin.get(url);
      const etag = String(first.headers['etag']);
      expect(etag, url).toMatch(/^W\/"/);
      for (const sent of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
        const again = await admin.get(url, { headers: { 'if-none-match': sent, 'accept-encoding': 'gzip' } });
        expect([again.statusCode, again.body], url).toEqual([304, '']);
        expect(again.headers['etag']).toBe(etag);
      }
      expect((await admin.get(url, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
    }
    const { etag } = (await admin.get('/api/v1/quotes')).headers;
    await makeQuote(app);
    expect((await admin.get('/api/v1/quotes', { headers: { 'if-none-match': String(etag) } })).statusCode).toBe(200);
    const row = await admin.get(`/api/v1/orders/${order.id}`);
    expect(row.headers['etag']).toMatch(/^"/);
  });
});

describe('what is refused says so in full', () => {
  it('C53 a malformed address has all headers and the request id', async () => {
    for (const url of ['/api/v1/orders/%ZZ', '/api/v1/orders/%E9', '/files/%']) {
      const refused = await admin.get(url);
      expect(refused.statusCode, url).toBe(400);
      expect(refused.json(), url).toMatchObject({ code: 'BAD_ADDRESS', requestId: refused.headers['x-request-id'] });
      expect(refused.headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'ratelimit-policy': expect.any(String),
        'content-security-policy': expect.any(String),
      });
    }
  });
  it('C54 401 names the way in, and so does a key that is sent in another way', async () => {
    const stranger = await app.client().get('/api/v1/orders');
    expect([stranger.statusCode, stranger.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const headers of [
      { 'x-api-key': 'qf_0123' },
      { authorization: basic('qf_0123:') },
      { authorization: basic('api:qf_0123') },
      { authorization: 'qf_0123' },
      { authorization: 'Token qf_0123' },
    ]) {
      const refused = await app.client().get('/api/v1/orders', { headers });
      expect(refused.json(), JSON.stringify(headers)).toMatchObject({ status: 401, code: 'USE_BEARER' });
      expect(refused.json().error).toContain('Bearer');
      expect(refused.headers['www-authenticate']).toBe('Bearer');
    }
    expect((await app.client({ key: 'qf_0123' }).get('/api/v1/orders')).headers['www-authenticate']).toBe('Bearer');
    // A proxy's own password is none of ours.
    const proxied = { headers: { authorization: basic('staging:secret') } };
    expect((await admin.get('/api/v1/orders', proxied)).statusCode).toBe(200);
  });
  it('C55 a content type that is not taken has one code everywhere', async () => {
    for (const [url, type] of [
      ['/api/v1/quotes', 'text/xml'],
      ['/api/v1/quotes', 'text/plain'],
      ['/api/v1/orders', 'application/x-www-form-urlencoded'],
      ['/api/driver/signature', 'text/xml'],
    ] as const) {
      const refused = await admin.post(url, '<a/>', { headers: { 'content-type': type } });
      expect(refused.json(), `${url} ${type}`).toMatchObject({ status: 415, code: 'UNSUPPORTED_CONTENT_TYPE' });
    }
  });
  it('C55 forbidden names and pages beyond the last get true sentences', async () => {
    for (const body of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"a":{"__proto__":1}}']) {
      const refused = await admin.post('/api/v1/quotes', body, { headers: { 'content-type': 'application/json' } });
      expect(refused.json()).toMatchObject({
        status: 400,
        code: 'INVALID_JSON',
        error: expect.stringContaining('__proto__'),
      });
    }
    const far = await admin.get('/api/v1/orders?page=2147483647');
    expect(far.json()).toMatchObject({ status: 400, error: 'page must be a whole number from 1 to 1000000' });
  });
  it('C55 an empty id of a form is absent', async () => {
    const phone = await openOrder(app, order);
    ok(await phone.form('POST', '/api/driver/signature', { orderId: '', quoteId: '' }, [await signatureFile()]));
  });
});
