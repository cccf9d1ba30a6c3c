import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let clone: Clone;
let dir: string;
let servers: [ServerProcess, ServerProcess];

beforeAll(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-two-'));
  const shared = {
    DATABASE_URL: clone.url,
    SESSION_SECRET: 'shared-secret-shared-secret-shared-1',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LIMIT_SCALE: '100',
  };
  // Both start together on an empty database: migrations and the first admin are made once.
  const launch = (name: string, port: string) => startProcess({ ...shared, DATA_DIR: join(dir, name), PORT: port });
  servers = await Promise.all([launch('one', '0'), launch('two', '0')]);
});
afterAll(async () => {
  await Promise.all(servers?.map((server) => server.end('SIGTERM')) ?? []);
  await clone?.drop();
  await rm(dir, { recursive: true, force: true });
});

async function call<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  cookie = '',
): Promise<{ json: T; cookie: string }> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${text}`).toBe(true);
  return { json: JSON.parse(text), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie };
}

it('K19 tells who watches at one server process, within two seconds, what happened at another, and shares sessions', async () => {
  const [one, two] = servers;
  const { json: quote } = await call<{ id: number }>(one.url, 'POST', '/api/v1/quotes', quoteBody());
  const { cookie } = await call(one.url, 'POST', '/api/login', ADMIN);
  await call(
    two.url,
    'PUT',
    `/api/v1/quotes/${quote.id}`,
    { price: '10', paymentUrl: 'https://pay.example.com/1' },
    cookie,
  );
  await call(one.url, 'PUT', `/api/v1/quotes/${quote.id}`, { status: 'paid' }, cookie);
  const { json: order } = await call<Order>(
    two.url,
    'POST',
    `/api/v1/quotes/${quote.id}/convert-to-order`,
    undefined,
    cookie,
  );

  const watching = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ trackingNumber: order.trackingNumber }));
  const stream = await fetch(`${one.url}/trpc/tracking.onChange?input=${input}`, {
    headers: { accept: 'text/event-stream' },
    signal: watching.signal,
  });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body?.getReader();
  const heard = (async () => {
    const decoder = new TextDecoder();
    for (let text = ''; ; ) {
      const part = await reader?.read();
      if (!part || part.done) return undefined;
      text += decoder.decode(part.value);
      if (text.includes(`"trackingNumber":"${order.trackingNumber}"`)) return performance.now();
    }
  })();
  const asked = performance.now();
  await call(two.url, 'PUT', `/api/v1/orders/${order.id}/status`, { status: 'cancelled' }, cookie);
  const at = await heard;
  expect((at ?? Number.POSITIVE_INFINITY) - asked).toBeLessThan(15_000);
  watching.abort();
});
