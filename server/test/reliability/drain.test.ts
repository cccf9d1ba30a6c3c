import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

let clone: Clone;
let dir: string;
let smtp: TestSmtp;
const running: ServerProcess[] = [];
beforeEach(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-drain-'));
  smtp = await startSmtp();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.end('SIGTERM')));
  await smtp?.close();
  await clone?.drop();
  await rm(dir, { recursive: true, force: true });
});
async function launch(role: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  const one = await startProcess({
    QUICKFLEET_ROLE: role,
    DATABASE_URL: clone.url,
    SESSION_SECRET: 'shared-secret-shared-secret-shared-1',
    DATA_DIR: join(dir, `${role}-${running.length}`),
    PORT: '0',
    ADMIN_PASSWORD: 'a-good-password-1',
    SMTP_URL: smtp.url,
    LIMIT_SCALE: '100',
    ...more,
  });
  running.push(one);
  return one;
}
const askForQuote = async (url: string) => {
  const answer = await fetch(`${url}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(quoteBody()),
  });
  expect(answer.status).toBe(201);
};

it('B36 a server answers people and leaves the jobs to the worker, which answers nobody but says how it is', async () => {
  const server = await launch('server');
  await askForQuote(server.url);
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  const workers = async () =>
    (
      await client.query(
        `select 1 from pg_stat_activity where application_name = 'quickfleet jobs' and datname = current_database()`,
      )
    ).rows.length;
  expect(await workers()).toBe(0);
  const worker = await launch('worker', { METRICS_TOKEN: 'metrics-token-1' });
  expect(worker.output()).not.toContain('First admin');
  await smtp.received(1);
  expect(await workers()).toBeGreaterThan(0);
  await client.end();
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  const metrics = await fetch(`${worker.url}/metrics`, { headers: { authorization: 'Bearer metrics-token-1' } });
  expect(await metrics.text()).toContain('quickfleet_database_up 1');
  for (const path of ['/', '/admin', '/api/v1/quotes', '/trpc/quotes.list', '/docs']) {
    const answer = await fetch(worker.url + path);
    expect(answer.status, path).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'PAGE_NOT_FOUND' });
  }
});

it('N25 a worker that is killed in the middle of its work ends nothing, and the next one goes on with it', async () => {
  const server = await launch('server');
  await smtp.behave('hang');
  const worker = await launch('worker');
  await askForQuote(server.url);
  await expect.poll(() => smtp.connections(), { timeout: 20_000 }).toBeGreaterThan(0);
  await worker.end('SIGKILL');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await askForQuote(server.url);
  await smtp.behave('accept');
  await launch('worker');
  await smtp.received(2);
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(2);
});

/** A connection that a proxy keeps open. */
async function keepOpen(url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((done) => socket.once('connect', done));
  return {
    isClosed: () => isClosed,
    async ask(): Promise<string> {
      text = '';
      socket.write('GET /api/v1/orders/tracking/QF-NONE HTTP/1.1\r\nHost: fleet.example\r\n\r\n');
      await expect.poll(() => text).toMatch(/^HTTP[\s\S]*\r\n\r\n[\s\S]+/);
      return text;
    },
  };
}

it('B37 a server that stops takes no new connection, answers what its proxy still sends, and says that it closes', async () => {
  const server = await launch('server', { TRUST_PROXY: '127.0.0.1' });
  const [used, idle] = [await keepOpen(server.url), await keepOpen(server.url)];
  expect(await used.ask()).toMatch(/^HTTP\/1.1 404 [\s\S]*connection: keep-alive/i);
  const began = performance.now();
  server.child.kill('SIGTERM');
  await expect
    .poll(
      () =>
        fetch(`${server.url}/healthz`).then(
          () => 'answered',
          () => 'refused',
        ),
      { interval: 10 },
    )
    .toBe('refused');
  expect(idle.isClosed()).toBe(false);
  expect(await used.ask()).toMatch(/^HTTP\/1.1 404 [\s\S]*connection: close/i);
  await expect.poll(used.isClosed).toBe(true);
  expect(await idle.ask()).toMatch(/^HTTP\/1.1 404 [\s\S]*connection: close/i);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(performance.now() - began).toBeLessThan(20_000);
});
