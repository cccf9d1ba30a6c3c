import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { quoteBody } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { COMPILED, MAIN } from '../support/process.ts';

const TOKEN = 'a-token-of-the-metrics-page-1';
/** Runs a program on a terminal, which closes when a line is read. */
const TERMINAL = `
import os, subprocess, sys
screen, terminal = os.openpty()
program = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal)
os.close(terminal)
print(program.pid, flush=True)
sys.stdin.readline()
os.close(screen)
sys.exit(program.wait())
`;
let clone: Clone;
let dir: string;
let url: string;
let child: ChildProcess;

beforeEach(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-alive-'));
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await clone.drop();
  await rm(dir, { recursive: true, force: true });
});

const health = () =>
  fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );
/** A server that logs a line when it starts and for each job that fails; `command` runs it. */
async function launch(stdout: 'pipe' | number, command: readonly string[] = []): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const [program = '', ...args] = [...command, process.execPath, MAIN];
  child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      ...COMPILED,
      DATABASE_URL: clone.url,
      DATA_DIR: join(dir, 'data'),
      PORT: String(port),
      METRICS_TOKEN: TOKEN,
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'debug',
    },
    stdio: ['pipe', stdout, stdout],
  });
  await expect.poll(health, { timeout: 60_000, interval: 100 }).toBe(200);
}
const ask = () =>
  fetch(`${url}/api/v1/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(quoteBody()),
  }).then(({ status }) => status);
async function metric(name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
}
/** Jobs without what they need: each of them fails, which is a line of the log. */
async function failJobs(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  await client.query(`select graphile_worker.add_job('send_push', '{}'::json) from generate_series(1, $1::int)`, [
    count,
  ]);
  await client.end();
}
const lost = () => metric('quickfleet_log_lost');
async function stops(): Promise<void> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}

describe.runIf(platform() === 'linux')('the log holds up neither the service nor its end', { timeout: 120_000 }, () => {
  it('N28 a full disk of the log: lines are lost and counted, the service goes on, and the stop is orderly', async () => {
    await launch(openSync('/dev/full', 'w'));
    expect(await ask()).toBe(201);
    expect(await metric('quickfleet_log_lost')).toBeGreaterThan(0);
    expect(await health()).toBe(200);
    await stops();
  });

  it('N28 the log goes on when there is room again, and says how many lines were lost', async () => {
    const file = join(dir, 'log');
    // The system refuses more than 8 kB in one file, as a full disk does.
    await launch(openSync(file, 'a'), ['sh', '-c', 'ulimit -f 16; exec "$@"', 'sh']);
    await failJobs(50);
    await expect.poll(lost, { timeout: 30_000 }).toBeGreaterThan(0);
    await truncate(file);
    await failJobs(1);
    await expect
      .poll(() => readFile(file, 'utf8'), { timeout: 20_000 })
      .toMatch(/"lines":\d+,"reason":"EFBIG","msg":"lines of the log were lost"/);
    expect(await ask()).toBe(201);
    await stops();
  });

  it('N28 a reader of the pipe that stopped reading: nothing waits for it, and what waits is bounded', async () => {
    await launch('pipe');
    child.stdout?.pause();
    const before = await metric('process_resident_memory_bytes');
    await failJobs(3000);
    await expect.poll(lost, { timeout: 90_000, interval: 500 }).toBeGreaterThan(500);
    expect(await ask()).toBe(201);
    expect((await metric('process_resident_memory_bytes')) - before).toBeLessThan(100_000_000);
    await stops();
  });

  it.runIf(spawnSync('python3', ['-c', 'import pty']).status === 0)(
    'N28 a terminal that closes under a server that outlives it: the service goes on, and the stop is orderly',
    async () => {
      await launch('pipe', ['python3', '-c', TERMINAL]);
      const [pid] = await once(child.stdout ?? child, 'data');
      child.stdin?.write('close it\n');
      await failJobs(1);
      await expect.poll(lost, { timeout: 30_000 }).toBeGreaterThan(0);
      expect(await ask()).toBe(201);
      process.kill(Number(pid), 'SIGTERM');
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
    },
  );
});
