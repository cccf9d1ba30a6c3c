import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import { connectTo } from '../../src/db/embedded/installation.ts';
import { prepareConnection, readState } from '../../src/operations/transfer/state.ts';
import { type Running, start } from '../../src/start.ts';
import { type Client, createTestApp, type TestApp } from '../support/app.ts';
import { expectError } from '../support/contract.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { makeOrder, orderBody } from '../support/factories.ts';
import { readPages } from '../support/paper.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let smtp: TestSmtp;
let live: TestApp;
let liveAdmin: Client;
let before: unknown;
let dir: string;
let running: Running;
let admin: Caller;

const configOf = (more: Record<string, string> = {}): Config =>
  readConfig({
    SANDBOX: 'true',
    DATA_DIR: dir,
    PORT: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ADMIN_EMAIL: 'office@quickfleet.test',
    SMTP_URL: smtp.url,
    LIMIT_SCALE: '1000',
    LOG_LEVEL: 'error',
    ...more,
  });

/** Every row of the live installation. */
async function stateOfLive(): Promise<unknown> {
  const client = await connectTo({ connectionString: live.databaseUrl });
  try {
    await prepareConnection(client);
    await client.query('begin isolation level repeatable read, read only');
    return await readState(client);
  } finally {
    await client.end();
  }
}

interface Caller {
  call(method: string, path: string, body?: unknown): Promise<Response>;
  ok<T>(method: string, path: string, body?: unknown): Promise<T>;
}
/** Real requests: the header is on what no hook sees too. */
function callerOf(headers: Record<string, string> = {}): Caller {
  let cookie = '';
  const call: Caller['call'] = async (method, path, body) => {
    const answer = await fetch(running.url + path, {
      method,
      headers: {
        ...headers,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.headers.get('x-quickfleet-sandbox'), path).toBe('true');
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';')[0] ?? '';
    return answer;
  };
  return {
    call,
    async ok<T>(method: string, path: string, body?: unknown) {
      const answer = await call(method, path, body);
      const text = await answer.text();
      expect(answer.status, text).toBeLessThan(300);
      return JSON.parse(text) as T;
    },
  };
}
const sql = <T>(query: string): Promise<T[]> => running.services.orm.em.fork().execute(query) as Promise<T[]>;

beforeAll(async () => {
  smtp = await startSmtp();
  live = await createTestApp();
  liveAdmin = await live.as('admin');
  await makeOrder(live, liveAdmin);
  await writeFile(join(live.services.config.DATA_DIR, 'session-secret'), 'x'.repeat(40));
  before = await stateOfLive();
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-sandbox-'));
  running = await start(configOf());
  admin = callerOf();
  await admin.ok('POST', '/api/login', ADMIN);
}, 120_000);
afterAll(async () => {
  await running.stop();
  await live.close();
  await smtp.close();
  await rm(dir, { recursive: true, force: true });
});

const makeKey = async (...scopes: string[]) => {
  const { key } = await admin.ok<{ key: string }>('POST', '/api/v1/api-keys', { name: 'Test', scopes });
  return callerOf({ authorization: `Bearer ${key}` });
};

describe('a sandbox', () => {
  it('C101 keeps every mail, marks every paper and says in every answer what it is', async () => {
    const order = await admin.ok<Order>('POST', '/api/v1/orders', orderBody());
    await expect.poll(() => sql('select distinct status from emails')).toEqual([{ status: 'kept' }]);
    expect(running.services.config).toMatchObject({ SMTP_URL: undefined, FILES_STORE: 'folder', BACKUP_TIME: 'off' });
    const label = await admin.call('GET', `/api/v1/orders/${order.id}/label.pdf`);
    const month = new Date().toISOString().slice(0, 7);
    const statement = await admin.call('GET', `/api/v1/customers/${order.customerId}/statement.pdf?month=${month}`);
    for (const answer of [label, statement]) {
      const pages = await readPages(Buffer.from(await answer.arrayBuffer()));
      expect(pages.length).toBeGreaterThan(0);
      for (const { text } of pages) expect(text).toContain('TEST');
    }
    const visitor = callerOf();
    for (const path of [
      '/healthz',
      '/api/v1/orders',
      '/api/v1/nothing',
      '/%',
      '/nowhere',
      '/openapi.json',
      '/robots.txt',
    ])
      await (await visitor.call('GET', path)).text();
    const stream = await admin.call('GET', '/trpc/live.onChange');
    await stream.body?.cancel();
  });

  it('C102 is emptied twice in a row by an admin or a key with the scope, who stay, and by nobody else', async () => {
    const keyed = await makeKey('sandbox:reset', 'orders:write', 'orders:read');
    const without = await makeKey('orders:write', 'exports:write');
    await admin.ok('POST', '/api/v1/users', {
      username: 'dora',
      password: 'a-good-password-1',
      role: 'dispatcher',
      firstName: 'Dora',
      lastName: 'Test',
    });
    const dora = callerOf();
    await dora.ok('POST', '/api/login', { username: 'dora', password: 'a-good-password-1' });
    const refusedAs = async (who: Caller) => (await who.call('POST', '/api/v1/sandbox/reset', { to: 'empty' })).status;
    expect([await refusedAs(callerOf()), await refusedAs(dora), await refusedAs(without)]).toEqual([401, 403, 403]);
    expect((await admin.call('POST', '/api/v1/sandbox/reset', { to: 'other' })).status).toBe(400);
    expect(await sql('select count(*)::int > 0 as some from orders')).toEqual([{ some: true }]);
    for (const who of [keyed, admin]) {
      expect(await who.ok('POST', '/api/v1/sandbox/reset', { to: 'empty' })).toEqual({
        content: 'empty',
        password: null,
        trackingNumber: null,
        accessCode: null,
      });
      for (const table of ['orders', 'quotes', 'customers', 'emails', 'history', 'stored_files', 'figures'])
        expect(await sql(`select count(*)::int as n from ${table}`), table).toEqual([{ n: 0 }]);
      expect(await sql('select username from users')).toEqual([{ username: ADMIN.username }]);
      expect((await dora.call('GET', '/api/user')).status).toBe(401);
      // It works on.
      await keyed.ok('POST', '/api/v1/orders', orderBody());
      expect(await sql('select count(*)::int as n from orders')).toEqual([{ n: 1 }]);
    }
  });

  it('C100 C102 touches no row of the live installation, which knows no sandbox, and refuses to start on its data', async () => {
    await expect(start(configOf({ DATABASE_URL: live.databaseUrl, DATA_DIR: `${dir}-other` }))).rejects.toThrow(
      /is not a sandbox's\. Nothing was changed/,
    );
    expect(await readdir(`${dir}-other`)).not.toContain('sandbox.json');
    await rm(`${dir}-other`, { recursive: true, force: true });
    await expect(
      start(configOf({ DATABASE_URL: live.databaseUrl, DATA_DIR: live.services.config.DATA_DIR })),
    ).rejects.toThrow(/the installation there is not a sandbox\. Nothing was changed/);
    expect(await stateOfLive()).toEqual(before);
    const refused = await liveAdmin.post('/api/v1/sandbox/reset', { to: 'empty' });
    expectError(refused, 404, 'SANDBOX_NOT_FOUND');
    expect(refused.headers['x-quickfleet-sandbox']).toBeUndefined();
    expect(await stateOfLive()).toEqual(before);
    expect(smtp.connections()).toBe(0);
    expect(smtp.mails).toEqual([]);
  });

  it('C100 starts again on its own data', { timeout: 60_000 }, async () => {
    await running.stop();
    running = await start(configOf());
    expect(await sql('select count(*)::int as n from orders')).toEqual([{ n: 1 }]);
  });
});
