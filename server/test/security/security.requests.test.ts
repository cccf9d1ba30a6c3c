import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { buildDocument, methods } from '../../src/rest/openapi/openapi.ts';
import { appRouter } from '../../src/router.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { makeOrder, makeQuote, ok, openOrder, photoFile, quoteBody, signatureFile } from '../support/factories.ts';

const world = useWorld();
const paths = buildDocument().paths;

describe('T-7 another site cannot act with this browser’s cookie', () => {
  const changing = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] && method !== 'get' ? [{ method, path }] : [])),
  );
  const mutations = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never).flatMap(
    ([name, { _def }]) => (_def.type === 'mutation' ? [name] : []),
  );
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://quickfleet.test.evil.example' },
    { origin: 'http://quickfleet.test:8080' },
  ];

  it('T-7 every changing call refuses a foreign origin, JSON, form data and tRPC alike', async () => {
    let cases = 0;
    const verb = { post: 'POST', put: 'PUT', delete: 'DELETE', get: 'GET' } as const;
    for (const headers of foreign) {
      for (const { method, path } of changing) {
        const url = path.replaceAll(/\{\w+\}/g, '1');
        // Open to visitors of every site, without this browser's session: cross-origin.test.ts.
        if (['/api/v1/quotes', '/api/v1/estimates', '/api/v1/upload', '/api/v1/uploads'].includes(path)) continue;
        expectError(await world.admin.call(verb[method], url, undefined, { headers }), 403, 'FORBIDDEN');
        cases++;
      }
      for (const name of mutations) {
        expect((await world.admin.post(`/trpc/${name}`, {}, { headers })).statusCode, name).toBe(403);
        cases++;
      }
    }
    console.log(`${cases} cross-site cases`);
    expect(changing.length + mutations.length).toBeGreaterThan(70);
  });

  it('T-7 a form of another site changes nothing, and our own pages do', async () => {
    const order = await makeOrder(world.app, world.admin);
    const phone = await openOrder(world.app, order);
    const drawing = await signatureFile();
    const send = (headers: Record<string, string>) =>
      phone.form('POST', '/api/driver/signature', { customerName: 'A' }, [drawing], headers);
    for (const headers of foreign) expectError(await send(headers), 403);
    expect(await world.app.sql('select status from orders where id = ?', order.id)).toEqual([{ status: 'pending' }]);
    ok(await send({ origin: 'http://quickfleet.test', 'sec-fetch-site': 'same-origin' }));
    expect((await world.admin.get('/api/user', { headers: { origin: 'https://evil.example' } })).statusCode).toBe(200);
    const program = await world.program('quotes:write');
    expect(
      (await program.post('/api/v1/quotes', quoteBody(), { headers: { origin: 'https://partner.example' } }))
        .statusCode,
    ).toBe(201);
  });
});

describe('T-2 T-8 what a body cannot do', () => {
  it('T-2 an operator object opens no order, over JSON, form data and tRPC', async () => {
    const order = await makeOrder(world.app, world.admin);
    for (const accessCode of [
      { $ne: null },
      { $like: '%' },
      { $gt: '' },
      [{ $ne: null }],
      { length: 1, toUpperCase: 'x' },
    ]) {
      const answers = [
        await world.visitor.post('/api/driver/access', { accessCode }),
        await world.visitor.form('POST', '/api/driver/access', { accessCode: JSON.stringify(accessCode) }),
        await world.visitor.form('POST', '/api/driver/access', { 'accessCode[$ne]': '' }),
        await world.visitor.post('/trpc/drivers.access', { accessCode }),
      ];
      for (const answer of answers) {
        expect([400, 401]).toContain(answer.statusCode);
        expect(answer.body).not.toContain(order.trackingNumber);
      }
    }
    expect((await world.visitor.post('/api/driver/access', { accessCode: [order.accessCode] })).statusCode).toBe(400);
    for (const id of [{ $ne: 0 }, [1], { $in: [1] }])
      expect(
        (await world.admin.get(`/trpc/quotes.get?input=${encodeURIComponent(JSON.stringify({ id }))}`)).statusCode,
      ).toBe(400);
  });

  it('T-8 no body sets what only the server decides', async () => {
    const quote = ok<{ id: number }>(
      await world.visitor.post('/api/v1/quotes', {
        ...quoteBody(),
        id: 1,
        status: 'paid',
        price: '1',
        paymentUrl: 'https://x.example',
        createdAt: '2000-01-01',
        customerId: 1,
        version: 9,
      }),
    );
    expect(
      await world.app.sql(
        'select status, price, version, created_at > ? as fresh from quotes where id = ?',
        new Date(Date.now() - 60_000),
        quote.id,
      ),
    ).toEqual([{ status: 'draft', price: null, version: 1, fresh: true }]);
    expectError(await world.admin.put(`/api/v1/quotes/${quote.id}`, { status: 'converted' }), 409);
    expectError(await world.admin.put(`/api/v1/quotes/${quote.id}`, { status: 'paid' }), 409);
    const order = await makeOrder(world.app, world.admin);
    expectError(await world.admin.put(`/api/v1/orders/${order.id}`, { status: 'delivered' }), 409, 'USE_STATUS_CALL');
    ok(
      await world.admin.put(`/api/v1/orders/${order.id}`, {
        driverId: world.driver.userId,
        accessCode: 'X',
        accessCodeHash: 'x',
        deliveredAt: '2020-01-01',
        quoteId: 1,
      }),
    );
    expect(
      await world.app.sql('select status, driver_id, delivered_at, quote_id from orders where id = ?', order.id),
    ).toEqual([{ status: 'pending', driver_id: null, delivered_at: null, quote_id: order.quoteId }]);
  });

  it('T-20 no name reaches a prototype: JSON, form data, query and template variables', async () => {
    for (const body of [
      '{"__proto__":{"polluted":1}}',
      '{"customer":{"__proto__":{"polluted":1}}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
    ])
      expectError(
        await world.visitor.post('/api/v1/quotes', body, { headers: { 'content-type': 'application/json' } }),
        400,
      );
    for (const field of ['__proto__', 'constructor', 'prototype']) {
      expectError(await world.visitor.form('POST', '/api/driver/access', { [field]: 'x', accessCode: 'x' }), 400);
      expectError(await world.admin.get(`/api/v1/quotes?${field}=1`), 400);
    }
    const { id } = ok<{ id: number }>(
      await world.admin.post('/api/email-templates', {
        name: 'T',
        type: 'customer',
        trigger: 'x',
        subject: '{{constructor}}{{__proto__}}',
        content: '{{toString}}',
      }),
    );
    const { emailId } = ok<{ emailId: number }>(
      await world.admin.post(`/api/email-templates/${id}/test`, { testEmail: 'a@example.com' }),
    );
    expect(await world.app.sql('select subject from emails where id = ?', emailId)).toEqual([{ subject: '[Test]' }]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('T-12 T-13 a name is a name in every mail: no second recipient, no other header, no filled-in variable', async () => {
    const name = 'Eve {{paymentLink}} <b>bold</b>\r\nBcc: victim@example.com';
    const { id } = ok<{ id: number }>(
      await world.visitor.post('/api/v1/quotes', quoteBody({ customer: { name, email: 'eve@example.com' } })),
    );
    ok(await world.admin.put(`/api/v1/quotes/${id}`, { price: 1, paymentUrl: 'https://pay.example.com/secret' }));
    const mails = await world.app.sql<{ recipient: string; subject: string; html: string }>(
      'select recipient, subject, html from emails where quote_id = ?',
      id,
    );
    expect(mails.length).toBeGreaterThan(1);
    for (const { recipient, subject, html } of mails) {
      expect(recipient).toBe('eve@example.com');
      expect(subject).not.toMatch(/[\r\n]|\p{Cc}/u);
      expect(html).not.toContain('<b>bold');
      expect(html).toContain('&lt;b&gt;bold');
      expect(html).toContain('{{paymentLink}}');
    }
  });

  it('T-19 a hundred thousand characters are refused quickly', async () => {
    const huge = 'a'.repeat(100_000);
    const asks: [string, unknown][] = [
      ['/api/v1/quotes', quoteBody({ customer: { name: 'A', email: `${huge}@example.com` } })],
      ['/api/v1/quotes', quoteBody({ customer: { name: huge, email: 'a@example.com' } })],
      ['/api/v1/quotes', quoteBody({ customer: { name: 'A', email: `${'a.'.repeat(50_000)}@b` } })],
      ['/api/login', { username: huge, password: 'x' }],
      ['/api/login', { username: 'x', password: huge }],
      ['/api/driver/access', { accessCode: ` -`.repeat(50_000) }],
    ];
    for (const [url, body] of asks) {
      const start = performance.now();
      expectError(await world.visitor.post(url, body), 400);
      // Milliseconds on an idle machine; a pattern that backtracks would take minutes.
      expect(performance.now() - start, url).toBeLessThan(20_000);
    }
    for (const query of [`q=${'%25'.repeat(3000)}`, `status=${'draft,'.repeat(2000)}`, `from=${'1'.repeat(9000)}`])
      expect((await world.admin.get(`/api/v1/quotes?${query}`)).statusCode).toBe(400);
  });
});

describe('T-25 T-26 T-27 headers', () => {
  it('T-26 T-27 every answer carries its protection, errors and files too', async () => {
    const { file } = ok<{ file: { url: string } }>(
      await world.visitor.form('POST', '/api/v1/upload', {}, [await photoFile('file')]),
    );
    const urls = [
      '/api/user',
      '/api/v1/quotes',
      '/api/v1/nothing',
      '/api/v2',
      '/api/quotes',
      '/api/v1/orders/tracking/QF1',
      '/trpc/auth.me',
      '/trpc/none',
      file.url,
      '/files/x',
      '/docs',
      '/healthz',
    ];
    for (const url of urls) {
      const { headers } = await world.visitor.get(url);
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['referrer-policy'], url).toBe('no-referrer');
      expect(headers['strict-transport-security'], url).toBeUndefined();
      const policy = String(headers['content-security-policy']);
      if (url === file.url) expect(policy).toBe("default-src 'none'; sandbox");
      else expect(policy, url).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
      if (/^\/(api|trpc)/.test(url)) expect(headers['cache-control'], url).toBe('no-store');
      expect(headers['access-control-allow-origin'], url).toBe(url.includes('/tracking/') ? '*' : undefined);
      expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
    }
  });

  it('T-25 a forged host leads no link astray', async () => {
    const { id } = await makeQuote(world.app);
    const host = { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } };
    ok(await world.admin.put(`/api/v1/quotes/${id}`, { price: 1, paymentUrl: 'https://pay.example.com' }, host));
    ok(await world.admin.post(`/api/v1/quotes/${id}/send-email`, undefined, host));
    ok(await world.admin.put(`/api/v1/quotes/${id}`, { status: 'paid' }, host));
    ok(await world.admin.post(`/api/v1/quotes/${id}/convert-to-order`, undefined, host));
    const mails = await world.app.sql<{ html: string; text: string; message_id: string }>(
      'select html, text, message_id from emails where quote_id = ?',
      id,
    );
    expect(mails.length).toBeGreaterThan(2);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
    expect(JSON.stringify(mails)).toContain('http://quickfleet.test/t/');
    for (const path of ['/docs', '/docs/']) {
      const { headers, body } = await world.visitor.get(path, host);
      expect(JSON.stringify(headers) + body).not.toContain('evil.example');
    }
    expectError(await world.visitor.get('/docs/', { headers: { host: 'no host at all' } }), 400, 'BAD_ADDRESS');
    expect(String((await world.admin.get('/api/v1/quotes?limit=1', host)).headers.link)).not.toContain('evil.example');
  });
});

describe('TR-20 T-18 slow clients', () => {
  it('TR-20 has a limit for every way to be slow', () => {
    const { server } = world.app.app;
    expect(server.requestTimeout).toBeLessThanOrEqual(120_000);
    expect(server.headersTimeout).toBeLessThanOrEqual(15_000);
    expect(server.maxConnections).toBeGreaterThan(100);
  });

  it('TR-20 ends a request with headers that dribble in, and still answers others', async () => {
    const { server } = world.app.app;
    const url = await world.app.app.listen({ port: 0, host: '127.0.0.1' });
    const usual = server.headersTimeout;
    server.headersTimeout = 300;
    try {
      const ended = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = connect(Number(new URL(url).port), '127.0.0.1');
          socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\n');
          let said = '';
          socket.on('data', (chunk) => {
            said += String(chunk);
          });
          await Promise.race([new Promise((done) => socket.on('close', done)), delay(15_000)]);
          return said;
        }),
      );
      for (const said of ended) expect(said).toMatch(/^HTTP\/1\.1 408 .*"code":"REQUEST_TIMEOUT"/s);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    } finally {
      server.headersTimeout = usual;
    }
  });
});
