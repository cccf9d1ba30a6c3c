import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { type RawCall, rawCall } from '../support/raw-call.ts';

const PASSWORD = 'a-good-password-1';
let dir: string;
let clone: Clone;
let server: ServerProcess;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-outside-'));
  clone = await cloneDatabase(inject('templateUrl'));
  server = await startProcess({
    DATA_DIR: dir,
    DATABASE_URL: clone.url,
    ADMIN_USERNAME: 'boss',
    ADMIN_PASSWORD: PASSWORD,
    PORT: '0',
    LIMIT_SCALE: '1000',
    WEBHOOKS_ALLOW_HOSTS: '255.255.255.255,[ff0e::1]',
  });
});
afterAll(async () => {
  await server.end('SIGTERM');
  await clone.drop();
  await rm(dir, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
/** The process that was started still answers, and takes the next quote. */
const expectAlive = async () => {
  expect((await fetch(`${server.url}/healthz`)).status, server.output()).toBe(200);
  expect((await post('/api/v1/quotes', quoteBody())).status).toBe(201);
  expect([server.child.exitCode, server.child.signalCode], server.output()).toEqual([null, null]);
};

const notUtf8 = Buffer.from('{"name":"M\xfcller"}', 'latin1');
const text = { 'content-type': 'text/plain' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const large = { ...json, 'content-length': String(64 * 1024 * 1024) };
const refused: (RawCall & { status: number })[] = [
  { method: 'POST', path: '/api/v1/quotes', headers: form, status: 415 },
  { method: 'POST', path: '/api/v1/quotes', headers: text, status: 400 },
  { method: 'POST', path: '/api/v1/quotes', headers: large, status: 413 },
  { method: 'POST', path: '/api/v1/quotes', headers: json, status: 400 },
  { method: 'GET', path: '/api/v1/orders', headers: json, status: 401 },
  { method: 'PUT', path: '/api/v1/orders/1', headers: form, status: 415 },
  { method: 'DELETE', path: '/api/v1/orders/1', headers: form, status: 415 },
  { method: 'POST', path: '/api/login', headers: form, status: 415 },
  { method: 'POST', path: '/api/v1/upload', headers: text, status: 400 },
  { method: 'POST', path: '/api/v1/upload', headers: form, status: 415 },
  { method: 'GET', path: '/trpc/orders.list', headers: json, status: 401 },
  { method: 'POST', path: '/trpc/quotes.create', headers: form, status: 415 },
];

describe('what comes from outside', () => {
  it.each(refused)(
    'N23 a body that is not UTF-8 is refused and ends nothing: $method $path $status',
    async ({ status, ...call }) => {
      for (const isApart of [false, true]) {
        expect(await rawCall(server.url, { ...call, body: notUtf8, isApart }), server.output()).toBe(status);
        await expectAlive();
      }
    },
  );

  it('N24 a webhook to an address without a route is a failed delivery, and ends nothing', async () => {
    const signedIn = await post('/api/login', { username: 'boss', password: PASSWORD });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    // Addresses of no single machine: the system refuses to connect, and no packet leaves.
    const hooks = ['http://255.255.255.255/', 'https://255.255.255.255/', 'https://[ff0e::1]/'];
    for (const url of hooks)
      expect((await post('/api/v1/webhooks', { url, events: ['*'] }, { cookie })).status).toBe(201);
    await expectAlive();
    const errors = async () => {
      const lists = [1, 2, 3].map((id) =>
        fetch(`${server.url}/api/v1/webhooks/${id}/deliveries`, { headers: { cookie } }),
      );
      const pages = await Promise.all((await Promise.all(lists)).map((list) => list.json()));
      return pages.map(({ data }) => data[0]?.error ?? '');
    };
    await expect
      .poll(errors)
      .toEqual([
        expect.stringContaining('ENETUNREACH'),
        expect.stringContaining('ENETUNREACH'),
        expect.stringMatching(/./),
      ]);
    await expectAlive();
  });
});
