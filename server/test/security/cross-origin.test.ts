import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { describe, expect, it } from 'vitest';
import { buildDocument, methods } from '../../src/rest/openapi/openapi.ts';
import { createTestApp } from '../support/app.ts';
import { expectError, NOWHERE, useWorld } from '../support/contract.ts';
import { makeOrder, ok, photoFile, quoteBody } from '../support/factories.ts';

const world = useWorld();
const elsewhere = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' };
const sameSite = { origin: 'http://quickfleet.test:4000', 'sec-fetch-site': 'same-site' };
const ALLOW = 'access-control-allow-origin';

describe('a page of another site', () => {
  it('C115 reads tracking, asks for a quote and uploads its photos, with what it may read named', async () => {
    const order = await makeOrder(world.app, world.dispatcher);
    const tracked = await world.visitor.get(`/api/v1/orders/tracking/${order.trackingNumber}`, { headers: elsewhere });
    expect([tracked.statusCode, tracked.headers[ALLOW]]).toEqual([200, '*']);
    expect(tracked.headers['access-control-expose-headers']).toContain('Retry-After');
    const page = world.app.client();
    const uploaded = await page.form('POST', '/api/v1/upload', {}, [await photoFile('file')], elsewhere);
    expect([uploaded.headers[ALLOW], uploaded.headers['set-cookie']]).toEqual(['*', undefined]);
    const { url } = ok<{ file: { url: string } }>(uploaded).file;
    const many = await page.form('POST', '/api/v1/uploads', {}, [await photoFile('files')], elsewhere);
    expect([many.statusCode, many.headers[ALLOW]]).toEqual([201, '*']);
    const body = quoteBody({ items: [{ name: 'Box', quantity: 1, imageUrls: [url] }] });
    const asked = await page.post('/api/v1/quotes', body, { headers: elsewhere });
    expect([asked.statusCode, asked.headers[ALLOW]]).toEqual([201, '*']);
    expect(asked.json().items[0].imageUrls).toEqual([url]);
    expect(page.cookies.size).toBe(0);
  });

  it('C115 is answered a preflight for these calls alone, without credentials', async () => {
    const open: string[] = [];
    for (const [path, item] of Object.entries(buildDocument().paths))
      for (const method of methods) {
        if (!item[method]) continue;
        const url = path.replaceAll(/\{\w+\}/g, '1');
        const answer = await world.app.app.inject({
          method: 'OPTIONS',
          url,
          headers: { ...elsewhere, 'access-control-request-method': method.toUpperCase() },
        });
        const allowed = String(answer.headers['access-control-allow-methods'] ?? '').split(', ');
        if (allowed.includes(method.toUpperCase())) open.push(`${method.toUpperCase()} ${path}`);
        expect(answer.headers['access-control-allow-credentials'], path).toBeUndefined();
      }
    expect(open.toSorted()).toEqual([
      'GET /api/v1/orders/tracking/{trackingValue}',
      'POST /api/v1/estimates',
      'POST /api/v1/quotes',
      'POST /api/v1/upload',
      'POST /api/v1/uploads',
    ]);
  });

  it('C116 has no session: its cookies do not count, for the answer or for the history', async () => {
    for (const headers of [elsewhere, sameSite, { origin: 'null' }]) {
      const answer = await world.dispatcher.post('/api/v1/quotes', quoteBody(), { headers });
      const made = ok<Quote>(answer);
      expect(made).not.toHaveProperty('price');
      expect(
        await world.app.sql(
          `select actor_kind from history where subject = 'quote' and subject_id = ? and action = 'quote.created'`,
          made.id,
        ),
      ).toEqual([{ actor_kind: 'visitor' }]);
      const numbered = quoteBody({ externalId: 'X' });
      expectError(await world.dispatcher.post('/api/v1/quotes', numbered, { headers }), 403, 'FORBIDDEN');
    }
    // Its own pages and programs without an origin are who they were.
    for (const headers of [{}, { origin: 'http://quickfleet.test', 'sec-fetch-site': 'same-origin' }])
      expect(ok(await world.dispatcher.post('/api/v1/quotes', quoteBody(), { headers }))).toHaveProperty('price');
  });

  it('C116 gets nothing else: no other call is opened, and none is done with a cookie', async () => {
    const { id } = ok<Quote>(await world.dispatcher.post('/api/v1/quotes', quoteBody()));
    for (const headers of [elsewhere, sameSite]) {
      expectError(await world.dispatcher.put(`/api/v1/quotes/${id}`, { notes: 'x' }, { headers }), 403, 'FORBIDDEN');
      expectError(await world.dispatcher.post('/trpc/quotes.createAsStaff', quoteBody(), { headers }), 403);
      const read = await world.dispatcher.get(`/api/v1/quotes/${id}`, { headers });
      expect(read.headers[ALLOW]).toBeUndefined();
      expect((await world.visitor.get('/api/v1/evidence/keys', { headers })).headers[ALLOW]).toBeUndefined();
    }
    expectError(await world.visitor.get(`/api/v1/orders/${NOWHERE}`, { headers: elsewhere }), 401);
  });

  it('C116 meets the same limits, and may read that it did', async () => {
    const app = await createTestApp({ LIMIT_SCALE: 1 });
    try {
      const visitor = app.client({ ip: '203.0.113.9' });
      const ask = () => visitor.get('/api/v1/orders/tracking/QF000000000000', { headers: elsewhere });
      let answer = await ask();
      for (let n = 0; n < 80 && answer.statusCode !== 429; n++) answer = await ask();
      expect([answer.statusCode, answer.headers[ALLOW]]).toEqual([429, '*']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    } finally {
      await app.close();
    }
  });
});
