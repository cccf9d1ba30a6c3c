import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectError, expectIssue, useWorld } from '../support/contract.ts';
import { ok, quoteBody } from '../support/factories.ts';

const world = useWorld();

describe('one error body for whatever goes wrong', () => {
  it('answers an unknown call under /api with a JSON 404', async () => {
    for (const url of [
      '/api',
      '/api/',
      '/api/v1',
      '/api/v2/quotes',
      '/api/v1/nothing',
      '/api/v1/quotes/1/nothing',
      '/api/v1/QUOTES',
      '/API/v1/quotes',
      '/api/V1/quotes',
      '/api/users/me',
      '/files/x/y',
      '/api/LOGIN',
    ])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const)
        expectError(await world.admin.call(method, url), 404, 'NO_SUCH_CALL');
  });

  it('answers a known path with the wrong method with 405 and Allow', async () => {
    for (const [method, url, allow] of [
      ['PATCH', '/api/v1/quotes/1', 'GET, PUT, DELETE'],
      ['DELETE', '/api/v1/quotes', 'GET, POST'],
      ['GET', '/api/login', 'POST'],
      ['GET', '/api/v1/quotes/1/convert-to-order', 'POST'],
      ['POST', '/api/v1/orders/tracking/QF1', 'GET'],
      ['GET', '/api/v1/driver/items/1', 'PUT, DELETE'],
      ['PUT', '/api/driver/signature', 'POST'],
      ['GET', '/api/v1/upload', 'POST'],
      ['POST', '/api/quotes', 'GET'],
      ['DELETE', '/api/v1/openapi.json', 'GET'],
    ] as const) {
      const answer = await world.admin.call(method, url);
      expectError(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.allow, `${method} ${url}`).toBe(allow);
    }
  });

  it('refuses what is no JSON object, in words', async () => {
    const send = (payload: string, type = 'application/json') =>
      world.admin.post('/api/v1/quotes', payload, { headers: { 'content-type': type } });
    for (const broken of ['{', '{"a":}', "{'a':1}", '{"a":1}x', '\u0000'])
      expect(expectError(await send(broken), 400, 'INVALID_JSON').error).toBe('The request body is not valid JSON');
    for (const other of ['[]', '"text"', '12', 'true', '[{"customer":{}}]'])
      expectError(await send(other), 400, 'INVALID_BODY');
    for (const poison of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])
      expectError(await send(poison), 400, 'INVALID_JSON');
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    expectError(await send(`{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 400, 'INVALID_JSON');
    expectError(await send('{}', 'text/plain'), 415);
    expectError(await send('<a/>', 'application/xml'), 415, 'UNSUPPORTED_CONTENT_TYPE');
    expectError(await send('a=1', 'application/x-www-form-urlencoded'), 415);
    expectError(await send('{}', 'application/json\t; charset=utf-8x'), 415);
    expectError(await send(JSON.stringify({ notes: 'x'.repeat(1_100_000) })), 413, 'TOO_LARGE');
    expect(await world.app.sql('select count(*)::int as n from quotes')).toEqual([{ n: 0 }]);
  });

  it('takes calls without a body with any content type or none', async () => {
    const template = ok<{ id: number }[]>(await world.admin.post('/api/email-templates/initialize'))[0];
    for (const type of [
      undefined,
      'application/json',
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'nonsense',
    ]) {
      const headers = type ? { 'content-type': type } : {};
      ok(await world.admin.post('/api/email-templates/initialize', undefined, { headers }));
      ok(await world.app.client().post('/api/logout', undefined, { headers }));
      const { id } = ok<{ id: number }>(await world.admin.post('/api/v1/quotes', quoteBody()));
      expect((await world.admin.post(`/api/v1/quotes/${id}/convert-to-order`, undefined, { headers })).statusCode).toBe(
        409,
      );
      ok(await world.admin.delete(`/api/v1/quotes/${id}`, { headers }));
    }
    expect(template).toBeDefined();
  });

  it('refuses NUL bytes, impossible numbers and days instead of failing on them', async () => {
    const { admin } = world;
    expectError(await admin.post('/api/login', { username: 'a\u0000', password: 'x' }), 400);
    expectIssue(
      await admin.post('/api/v1/quotes', quoteBody({ notes: 'a\u0000b' })),
      'notes',
      'Control characters are not allowed',
    );
    for (const url of [
      '/api/v1/quotes?q=%00',
      '/api/v1/quotes?from=0000-01-01',
      '/api/v1/orders?to=99999-01-01',
      '/api/v1/users?q=%00',
      `/api/v1/quotes?page=${'9'.repeat(99)}`,
      '/api/v1/quotes/9223372036854775808',
    ])
      expectError(await admin.get(url), 400);
    expectError(await admin.get('/api/v1/quotes/%ff'), 400);
    expectError(await admin.get('/api/v1/quotes?q=%ff%fe'), 400);
    expectError(await admin.post('/api/v1/quotes', quoteBody({ notes: 'half a pair \ud800' })), 400);
  });

  it('answers HEAD as GET, without a body', async () => {
    const client = world.admin;
    for (const url of ['/api/v1/quotes', '/api/quotes', '/api/user']) {
      const cookie = `qf_session=${client.cookies.get('qf_session')}`;
      const answer = await world.app.app.inject({ method: 'HEAD', url, headers: { cookie } });
      expect([answer.statusCode, answer.body], url).toEqual([200, '']);
      expect((await world.app.app.inject({ method: 'HEAD', url })).statusCode).toBe(401);
    }
  });

  it('speaks the same over tRPC, where the sentence is the message and the rest is data', async () => {
    const errorOf = async (url: string, body?: unknown) => {
      const answer = body === undefined ? await world.admin.get(url) : await world.admin.post(url, body);
      return answer.json<{
        error: {
          message: string;
          data: {
            httpStatus: number;
            error: string;
            reason: string;
            requestId: string;
            issues?: unknown;
            stack?: string;
          };
        };
      }>().error;
    };
    for (const [error, status, reason] of [
      [await errorOf('/trpc/quotes.get?input=%7B%22id%22%3A0%7D'), 400, 'VALIDATION_FAILED'],
      [await errorOf('/trpc/quotes.get?input=%7B%22id%22%3A2147483647%7D'), 404, 'QUOTE_NOT_FOUND'],
      [await errorOf('/trpc/quotes.nothing'), 404, 'NOT_FOUND'],
      [await errorOf('/trpc/quotes.get?input=%7B'), 400, 'BAD_REQUEST'],
      [await errorOf('/trpc/quotes.create', {}), 400, 'VALIDATION_FAILED'],
    ] as const) {
      expect(error.data).toMatchObject({ httpStatus: status, reason, error: error.message });
      expect(error.message).not.toMatch(/[{[]|Invalid input/);
      expect(error.data.stack).toBeUndefined();
    }
  });
});

describe('what fails on our side', () => {
  it('tells nothing of the database on any surface', async () => {
    const app = world.app;
    await app.sql('alter table customers rename column name to name_gone');
    try {
      const answers = [
        await world.admin.get('/api/v1/customers'),
        await world.admin.get('/api/customers'),
        await world.admin.post('/api/v1/quotes', quoteBody()),
        await world.admin.get('/trpc/customers.list?input=%7B%7D'),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(500);
        expect(answer.body).toContain('Something went wrong on our side');
        expect(answer.body).not.toMatch(/column|name_gone|select |insert|\.ts|stack/i);
      }
      for (const answer of answers.slice(0, 3)) expectError(answer, 500, 'INTERNAL_ERROR');
    } finally {
      await app.sql('alter table customers rename column name_gone to name');
    }
    ok(await world.admin.get('/api/v1/customers'));
  });
});

describe('what is hardly HTTP', () => {
  /** Sends raw bytes to a listening server and answers all it says. */
  async function raw(text: string): Promise<{
    status: number;
    body: { error: string; message: string; code: string; status: number; requestId: string };
  }> {
    const { port } = await listen();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let all = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        all += chunk;
        if (/\r\n\r\n\{.*\}$/s.test(all)) socket.destroy();
      });
      socket.setTimeout(3000, () => reject(new Error(`no answer to ${text.slice(0, 80)}: ${all}`)));
      socket.on('close', () => resolve(all)).on('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
  }
  let listening: Promise<{ port: number }> | undefined;
  const listen = () => {
    listening ??= world.app.app
      .listen({ port: 0, host: '127.0.0.1' })
      .then((url) => ({ port: Number(new URL(url).port) }));
    return listening;
  };

  it('still hears the one error body', async () => {
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      ['GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      [`GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ['GET /api/v1/orders/tracking/%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      ['GET /api/v1/orders/tracking/.. HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      ['GET /api/v1/quotes/../users HTTP/1.1\r\nHost: x\r\n\r\n', 400],
      ['GET //api/v1/quotes HTTP/1.1\r\nHost: x\r\n\r\n', 404],
      ['GET /api/v1//quotes HTTP/1.1\r\nHost: x\r\n\r\n', 404],
      [
        'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n',
        400,
      ],
    ] as const) {
      const answer = await raw(text);
      expect(answer.status, text.slice(0, 60)).toBe(status);
      expect(answer.body).toMatchObject({
        error: answer.body.message,
        code: expect.stringMatching(/^[A-Z_]+$/),
        status,
        requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
    }
  });

  it('N16 refuses a parameter that is given twice, on every call, and names it', async () => {
    const key = `${'0'.repeat(32)}.png`;
    for (const url of [
      ...['/api/v1/orders', '/api/v1/quotes', '/api/v1/customers', '/api/quotes', '/api/v1/orders/labels.pdf'],
      ...[`/files/${key}`, '/.well-known/quickfleet-keys.json', '/healthz', '/trpc/orders.list', '/api/v1/orders/1'],
    ]) {
      const answer = expectError(await world.admin.get(`${url}?search=a&search=b`), 400, 'REPEATED_PARAMETER');
      expect(answer.issues).toEqual([{ path: 'search', message: 'The parameter search is given more than once' }]);
    }
    expectError(await world.admin.get(`/files/${key}?name=a&name=b`), 400, 'REPEATED_PARAMETER');
    expectError(await world.admin.get('/trpc/orders.list?input=%7B%7D&input=%7B%7D'), 400, 'REPEATED_PARAMETER');
    expectError(await world.admin.post('/api/v1/quotes?a=1&a=2', quoteBody()), 400, 'REPEATED_PARAMETER');
  });

  it('N16 answers parts of every object as it answers any other unknown word', async () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const url of [
        `/api/v1/${word}`,
        `/api/v1/orders/tracking/${word}`,
        `/api/v1/orders/${word}`,
        `/api/v1/q/${word}`,
        `/api/v1/orders?sort=${word}`,
        `/api/v1/orders?status=${word}`,
        `/api/v1/orders?${word}=1`,
        `/files/${word}`,
        `/trpc/${word}`,
        `/trpc/orders.${word}`,
        `/trpc/${word}.${word}`,
      ])
        expect([url, (await world.admin.get(url)).statusCode < 500]).toEqual([url, true]);
      for (const [url, body] of [
        ['/api/v1/settings', { [word]: 1 }],
        ['/api/v1/quotes', { ...quoteBody(), speedType: word }],
        ['/api/v1/email-templates', { name: 'A', trigger: word, subject: 'a', content: `{{${word}}}`, type: word }],
        ['/api/v1/email-templates/preview', { subject: `{{${word}}}`, content: `{{ ${word} }}`, type: word }],
      ] as const) {
        const answer = await world.admin.call('POST', url, JSON.stringify(body), {
          headers: { 'content-type': 'application/json' },
        });
        expect([url, word, answer.statusCode < 500, answer.body]).toEqual([url, word, true, answer.body]);
        expect(answer.body).not.toContain('native code');
      }
    }
  });
});
