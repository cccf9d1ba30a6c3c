import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../../src/process/processes.ts';
import { freePort } from '../support/free-port.ts';
import { MAIN, type ServerProcess, startProcess } from '../support/process.ts';

const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let dir: string;
let port: number;
const environment = () => ({
  DATA_DIR: dir,
  PORT: String(port),
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  LIMIT_SCALE: '100',
});
const running = new Set<ServerProcess>();
const launch = async (more: Record<string, string> = {}) => {
  const server = await startProcess({ ...environment(), ...more });
  running.add(server);
  return server;
};

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
const ask = (url: string, name: string) =>
  fetch(`${url}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customer: { name, email: 'a@example.com' },
      pickupAddress: 'a',
      deliveryAddress: 'b',
      items: [{ name: 'Box' }],
    }),
  });
const names = async (url: string) => {
  const answer = await fetch(`${url}/api/quotes`, { headers: { cookie: await signIn(url) } });
  const rows: { customer: { name: string } }[] = await answer.json();
  return rows.map((row) => row.customer.name).sort();
};
const postmasterPid = async () => Number((await readFile(join(dir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-life-'));
  port = await freePort();
});
afterAll(async () => {
  for (const server of running)
    if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

describe('starting and stopping on the embedded database', { timeout: 120_000 }, () => {
  it('starts on an empty folder, stops all of it on SIGTERM, and finds everything again', async () => {
    const first = await launch();
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect((await ask(first.url, 'Before')).status).toBe(201);
    const pid = await postmasterPid();
    expect(await first.end('SIGTERM')).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dir, 'postgres/postmaster.pid'))).toBe(false);
    const second = await launch();
    expect(await names(second.url)).toEqual(['Before']);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('says in one line that folder or port are in use, and harms nothing', async () => {
    const first = await launch();
    const otherPort = String(await freePort());
    await expect(launch({ PORT: otherPort })).rejects.toMatchObject({
      code: 1,
      message: expect.stringMatching(
        /^QuickFleet cannot start: QuickFleet is already running on .* \(process \d+\)\..*\n$/,
      ),
    });
    const otherDir = await mkdtemp(join(tmpdir(), 'quickfleet-life-'));
    await expect(launch({ DATA_DIR: otherDir })).rejects.toMatchObject({
      code: 1,
      message: expect.stringContaining(`QuickFleet cannot start: Port ${port} on 127.0.0.1 is already in use`),
    });
    await rm(otherDir, { recursive: true, force: true });
    expect((await ask(first.url, 'Still here')).status).toBe(201);
    expect(await first.end('SIGTERM')).toBe(0);
  });

  it('starts after kill -9 five times, stops the orphaned PostgreSQL and loses nothing that was acknowledged', async () => {
    const acknowledged = ['Before', 'Still here'];
    for (let round = 0; round < 5; round++) {
      const server = await launch();
      const pid = await postmasterPid();
      const asked = Array.from({ length: 8 }, (_, index) => `Round ${round} ${index}`);
      const answers = asked.map((name) =>
        ask(server.url, name).then(
          (answer) => (answer.status === 201 ? name : undefined),
          () => undefined,
        ),
      );
      // Some are answered, some are cut: the kill falls between them.
      await Promise.race(answers);
      await server.end('SIGKILL');
      for (const name of await Promise.all(answers)) if (name) acknowledged.push(name);
      expect(isAlive(pid)).toBe(true);
    }
    const last = await launch();
    expect(await names(last.url)).toEqual(expect.arrayContaining(acknowledged));
    expect(await last.end('SIGTERM')).toBe(0);
  }, 120_000);

  it('stops all of it when npm is ended, although the shell between does not pass the signal on', async () => {
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${MAIN}"; true`], {
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', npm_lifecycle_event: 'start', ...environment() },
      stdio: 'ignore',
    });
    const url = `http://127.0.0.1:${port}`;
    const health = () =>
      fetch(`${url}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(health, { timeout: 20_000, interval: 200 }).toBe(200);
    shell.kill('SIGTERM');
    await expect.poll(() => existsSync(join(dir, 'quickfleet.lock')), { timeout: 15_000, interval: 200 }).toBe(false);
    expect(existsSync(join(dir, 'postgres/postmaster.pid'))).toBe(false);
    expect(await health()).toBe(0);
  });

  it('keeps the pages up while PostgreSQL is killed, says so to calls, and heals within ten seconds', async () => {
    const server = await launch();
    process.kill(await postmasterPid(), 'SIGKILL');
    const first = await ask(server.url, 'During');
    expect([201, 503]).toContain(first.status);
    if (first.status === 503) {
      expect(first.headers.get('retry-after')).toBeTruthy();
      expect(await first.json()).toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000, interval: 200 })
      .toBe(200);
    expect((await ask(server.url, 'After')).status).toBe(201);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('refuses a bad setting with one line that names it', async () => {
    await expect(launch({ PORT: 'eighty' })).rejects.toMatchObject({
      code: 1,
      message: 'QuickFleet cannot start: PORT must be a port number (it is "eighty")\n',
    });
    await expect(
      launch({ DATABASE_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/none', DATABASE_WAIT: '0' }),
    ).rejects.toMatchObject({
      code: 1,
      message: expect.not.stringContaining('hidden-word'),
    });
  });
});
