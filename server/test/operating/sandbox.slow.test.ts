import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxState } from '@quickfleet/shared/operations/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { prepareSandbox } from '../../src/demo/sandbox.ts';
import { type Running, start } from '../../src/start.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let smtp: TestSmtp;
let dir: string;
let running: Running;
beforeAll(async () => {
  smtp = await startSmtp();
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-sandbox-'));
  const config = readConfig({
    SANDBOX: 'true',
    DATA_DIR: dir,
    PORT: '0',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'error',
  });
  running = await start(config, { prepare: async (services) => void (await prepareSandbox(services, 'demo')) });
}, 600_000);
afterAll(async () => {
  await running.stop();
  await smtp.close();
  await rm(dir, { recursive: true, force: true });
});

const headers = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(running.url + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
/** Without the orders that recurring jobs make a moment later. */
const counts = (): Promise<unknown> =>
  running.services.orm.em.fork().execute(
    `select (select count(*) from orders where id not in (select order_id from recurring_days where order_id is not null)) as orders, (select count(*) from quotes) as quotes, (select count(*) from users) as users,
              (select count(*) from emails where status <> 'kept') as sent`,
  );
const files = async () =>
  (await readdir(join(dir, 'files'), { recursive: true })).filter((name) => name.includes('.')).length;

it('C101 C102 is reset to the demo that it began with and then to nothing, and sends nothing', {
  timeout: 1_200_000,
}, async () => {
  const signedIn = await post('/api/login', ADMIN);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const first = await counts();
  const before = await files();
  expect(before).toBeGreaterThan(100);
  const answer = await post('/api/v1/sandbox/reset', { to: 'demo' }, { cookie });
  const demo: SandboxState = JSON.parse(await answer.text());
  expect([answer.status, demo.content]).toEqual([200, 'demo']);
  expect(await counts()).toEqual(first);
  expect(await files()).toBe(before);
  expect((await post('/api/login', { username: 'dispatcher', password: demo.password })).status).toBe(200);
  expect((await post('/api/driver/access', { accessCode: demo.accessCode })).status).toBe(200);
  expect((await fetch(`${running.url}/api/v1/orders/tracking/${demo.trackingNumber}`)).status).toBe(200);
  expect((await post('/api/v1/sandbox/reset', { to: 'empty' }, { cookie })).status).toBe(200);
  expect(await files()).toBe(0);
  expect(smtp.connections()).toBe(0);
});
