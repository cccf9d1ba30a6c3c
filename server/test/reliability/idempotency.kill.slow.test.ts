import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Clone, cloneDatabase } from '../support/clone.ts';
import { quoteBody } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';

// A separate server process, ended with kill -9 while it works.

const ROOT = resolve(import.meta.dirname, '../../..');
let clone: Clone;
let database: pg.Client;
let dataDir: string;
let port: number;
let running: ChildProcess | undefined;

async function startServer(): Promise<void> {
  running = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: clone.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_PASSWORD: 'quick-admin-pw-1',
      LIMIT_SCALE: '1000',
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 600; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
  throw new Error('the server did not start');
}
async function killServer(): Promise<void> {
  const ended = running && running.exitCode === null ? once(running, 'exit') : undefined;
  running?.kill('SIGKILL');
  await ended;
}

const post = async (key: string, body: unknown): Promise<{ status: number; text: string } | undefined> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
};
const rows = async () => Number((await database.query('select count(*)::int as n from quotes')).rows[0].n);

beforeAll(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  database = new pg.Client({ connectionString: clone.url });
  await database.connect();
  dataDir = await mkdtemp(join(tmpdir(), 'quickfleet-kill-'));
  port = await freePort();
  await startServer();
});
afterAll(async () => {
  await killServer();
  await database.end();
  await clone.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('Idempotency-Key and kill -9', () => {
  it('C12 answers the same to a repeat after the process was killed', async () => {
    const body = quoteBody();
    const first = await post('before-the-kill', body);
    expect(first?.status).toBe(201);
    await killServer();
    await startServer();
    const again = await Promise.all(Array.from({ length: 10 }, () => post('before-the-kill', body)));
    expect(new Set(again.map((answer) => answer?.text))).toEqual(new Set([first?.text]));
    expect((await post('before-the-kill', { ...body, notes: 'other' }))?.status).toBe(422);
    expect(await rows()).toBe(1);
  });

  it('C12 leaves one row for each key, and keeps every answer that was heard, when it dies at work', async () => {
    const before = await rows();
    const bodies = Array.from({ length: 40 }, () => quoteBody());
    const send = () => bodies.map((body, index) => post(`at-work-${index}`, body));
    const heard = send();
    // The first answer is here, and the other calls are on their way.
    await Promise.race(heard);
    await killServer();
    const first = await Promise.all(heard);
    expect(first.some((answer) => answer?.status === 201)).toBe(true);
    await startServer();
    const second = await Promise.all(send());
    expect(second.every((answer) => answer?.status === 201)).toBe(true);
    for (const [index, answer] of first.entries())
      if (answer?.status === 201) expect(second[index]?.text).toBe(answer.text);
    expect(await rows()).toBe(before + bodies.length);
  });
});
