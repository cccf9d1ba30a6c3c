import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openInstallation } from '../../src/db/embedded/installation.ts';
import { isAlive } from '../../src/process/processes.ts';
import { quoteBody } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { COMPILED, MAIN } from '../support/process.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const ADMIN = { username: 'boss', password: 'a-good-password-1' };
let dir: string;
let url: string;
let port: number;
let shell: ChildProcess;
let output = '';

/** As `npm start` runs it, without the build. */
function launch(more: Record<string, string> = {}): void {
  output = '';
  shell = spawn('sh', ['scripts/supervise.sh', 'node', MAIN], {
    cwd: ROOT,
    env: {
      ...COMPILED,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`,
      npm_lifecycle_event: 'start',
      DATA_DIR: dir,
      PORT: String(port),
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [shell.stdout, shell.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
}
const health = () =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );
const answers = (status: number) => expect.poll(health, { timeout: 90_000, interval: 50 }).toBe(status);
/** The process that listens. */
const listener = async () =>
  Number((await readFile(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8')).trim().split(' ')[0]);
/** Whatever the shell runs, a pause or the page, only a server is killed. */
async function killServer(): Promise<void> {
  const pid = await listener();
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (command.includes('main.ts')) process.kill(pid, 'SIGKILL');
}
async function kill(): Promise<void> {
  process.kill(await listener(), 'SIGKILL');
  await expect.poll(health, { interval: 20 }).not.toBe(200);
}
async function endsWith(code: number, signal: NodeJS.Signals = 'SIGTERM', pid = shell.pid ?? 0): Promise<void> {
  const ended = once(shell, 'exit');
  process.kill(pid, signal);
  expect((await ended)[0]).toBe(code);
  expect(await health()).toBe(0);
}
const ask = (name: string) =>
  fetch(`${url}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...quoteBody(), notes: name }),
  }).then(
    ({ status }) => status === 201,
    () => false,
  );
async function signIn(): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-supervised-'));
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  if (shell.exitCode === null && shell.signalCode === null) await endsWith(0).catch(() => undefined);
  await rm(dir, { recursive: true, force: true });
});

describe.runIf(platform() === 'linux')('what npm start runs', { timeout: 300_000 }, () => {
  it('N30 comes back after kill -9, says why, and after the sixth time in a minute serves one page', async () => {
    launch();
    await answers(200);
    await kill();
    await answers(200);
    expect(output).toContain('"reason":"it was ended by SIGKILL');
    const report = await fetch(`${url}/api/v1/doctor`, { headers: { cookie: await signIn() } });
    const { checks }: { checks: { name: string; finding: string }[] } = await report.json();
    expect(checks.find(({ name }) => name === 'Restarts')?.finding).toMatch(/ended once .*SIGKILL/);
    // A server that ends as soon as it is there.
    const killing = setInterval(() => void killServer().catch(() => undefined), 400);
    try {
      await answers(503);
    } finally {
      clearInterval(killing);
    }
    const page = await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'de' } });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await page.text()).toContain('QuickFleet ist gerade nicht erreichbar');
    const call = await fetch(`${url}/api/v1/quotes`, { method: 'POST', body: '{}' });
    expect([call.status, await call.json()]).toEqual([503, expect.objectContaining({ code: 'UNAVAILABLE' })]);
    await endsWith(0);
  });

  it('N30 ends for good on SIGTERM to itself or to the server, and PostgreSQL with it', async () => {
    launch();
    await answers(200);
    await endsWith(0);
    launch();
    await answers(200);
    const postmaster = Number((await readFile(join(dir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    await endsWith(0, 'SIGTERM', await listener());
    expect(isAlive(postmaster)).toBe(false);
  });

  it('N30 outlives a terminal that closes, when none is attached to it', async () => {
    launch();
    await answers(200);
    const pid = await listener();
    for (const one of [pid, shell.pid ?? 0]) process.kill(one, 'SIGHUP');
    expect(await ask('after the terminal')).toBe(true);
    await endsWith(0);
  });

  it('N30 tries no start again that cannot go on', async () => {
    launch({ PORT: 'x' });
    const [code] = await once(shell, 'exit');
    expect(code).toBe(1);
    expect(output.match(/QuickFleet cannot start: PORT/g)).toHaveLength(1);
  });

  it('N31 ten times kill -9 under load: nothing that was acknowledged is lost', async () => {
    launch();
    await answers(200);
    const acknowledged: string[] = [];
    let isOver = false;
    let lastAt = performance.now();
    let silence = 0;
    const work = async (worker: number) => {
      for (let count = 0; !isOver; count++) {
        const name = `N31 ${worker} ${count}`;
        if (!(await ask(name))) await new Promise((done) => setTimeout(done, 20));
        else {
          acknowledged.push(name);
          silence = Math.max(silence, performance.now() - lastAt);
          lastAt = performance.now();
        }
      }
    };
    const load = Promise.all([work(1), work(2), work(3), work(4)]);
    for (let kills = 0; kills < 10; kills++) {
      const began = performance.now();
      await kill();
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 90_000, interval: 50 }).toBeGreaterThan(before);
      // More than five within a minute are another story.
      await expect.poll(() => performance.now() - began, { timeout: 14_000, interval: 50 }).toBeGreaterThan(13_000);
    }
    isOver = true;
    await load;
    console.log(`longest silence ${(silence / 1000).toFixed(1)} s, ${acknowledged.length} acknowledged`);
    await endsWith(0);
    const installation = await openInstallation(readConfig({ DATA_DIR: dir }), () => undefined);
    const client = await installation.connect();
    const { rows } = await client.query<{ notes: string | null }>('select notes from quotes');
    await client.end();
    await installation.close();
    const kept = new Set(rows.map(({ notes }) => notes));
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  });
});
