import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { startBucket, type TestBucket } from '../support/counterparts/s3.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { photo, quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { type Front, freePort, startFront } from './machines.ts';

// A proxy, two servers, a worker, one PostgreSQL and a bucket, as deploy/compose.machines.yaml puts them together.

const KILLS = Number(process.env['KILLS'] ?? 20);
/** Processes that are replaced one after the other, and requests that are made until the end, at least. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 9);
const REQUESTS = Number(process.env['REQUESTS'] ?? 0);
const AT_ONCE = 4;
let dir: string;
let smtp: TestSmtp;
let bucket: TestBucket;
let database: EmbeddedDatabase;
let front: Front;
let client: pg.Client;
const ports: number[] = [];
const members: ServerProcess[] = [];
/** Two servers and a worker, by their place in `members`. */
const ROLES = ['server', 'server', 'worker'] as const;

async function launch(place: number): Promise<void> {
  members[place] = await startProcess({
    QUICKFLEET_ROLE: ROLES[place] ?? 'worker',
    DATABASE_URL: database.url,
    SESSION_SECRET: 'one secret of more than thirty-two characters',
    DATA_DIR: join(dir, `member-${place}`),
    NODE_COMPILE_CACHE: join(dir, 'compiled'),
    PORT: String(ports[place]),
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: smtp.url,
    ADMIN_PASSWORD: 'a-good-password-1',
    LIMIT_SCALE: '100000',
    LOG_LEVEL: 'silent',
    BACKUP_TIME: 'off',
    ...(bucket.settings as Record<string, string>),
  });
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-machines-'));
  smtp = await startSmtp();
  bucket = await startBucket();
  database = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: () => undefined });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const _ of ROLES) ports.push(await freePort());
  for (const [place] of ROLES.entries()) await launch(place);
  front = await startFront(ports.slice(0, 2));
});
afterAll(async () => {
  await front?.close();
  for (const member of members) await member?.end('SIGTERM');
  await client?.end();
  await database?.stop();
  await bucket?.close();
  await smtp?.close();
  await rm(dir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  json: () => { id: number; file: { url: string } };
  what: string;
}
/** One call through the proxy. Status 0: no answer, or half of one. */
async function call(path: string, init: RequestInit = {}): Promise<Answer> {
  const what = `${init.method ?? 'GET'} ${path}`;
  const answer = await fetch(front.url + path, { signal: AbortSignal.timeout(30_000), ...init }).catch(
    (error: unknown) => error,
  );
  if (!(answer instanceof Response)) return { status: 0, json: () => JSON.parse(''), what: `${what}: ${answer}` };
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return { status: 0, json: () => JSON.parse(''), what: `${what}: broke off` };
  return {
    status: answer.status,
    json: () => JSON.parse(text),
    what: `${what}: ${answer.status} ${text.slice(0, 200)}`,
  };
}
const postQuote = (body: unknown, key: string) =>
  call('/api/v1/quotes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
function postPhoto(bytes: Buffer, key: string) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  return call('/api/v1/upload', { method: 'POST', headers: { 'idempotency-key': key }, body });
}
const count = async (sql: string) => Number((await client.query(sql)).rows[0].n);

describe('F-33 F-34 kill -9 behind a proxy', () => {
  it(`${KILLS} of two servers and the worker, with a store of files that fails now and then, lose and double no write that was acknowledged, and no mail`, async ({
    task,
  }) => {
    const bytes = await photo(60, 40);
    const before = await count('select count(*)::int as n from quotes');
    const quotes = new Set<number>();
    const urls: string[] = [];
    let isOver = false;
    let tries = 0;
    /** Asks until somebody says that it is stored, always under the same key, as a phone does. */
    const insist = async (work: () => Promise<Answer>) => {
      for (;;) {
        tries++;
        const answer = await work();
        if (answer.status === 201) return answer.json();
        await pause(50);
      }
    };
    const load = Array.from({ length: AT_ONCE }, async (_, who) => {
      for (let n = 0; !isOver; n++) {
        const { file } = await insist(() => postPhoto(bytes, `photo-${who}-${n}`));
        const body = quoteBody({ items: [{ name: 'Box', quantity: 1, imageUrls: [file.url] }] });
        quotes.add((await insist(() => postQuote(body, `quote-${who}-${n}`))).id);
        urls.push(file.url);
      }
    });
    for (let kill = 0; kill < KILLS; kill++) {
      // Another moment of the work each time.
      await pause(150 + ((kill * 137) % 400));
      if (kill % 5 === 4) bucket.fail('away', undefined, 6);
      if (kill % 5 === 2) bucket.fail('lost', 'PUT', 2);
      const victim = kill % ROLES.length;
      await members[victim]?.end('SIGKILL');
      await launch(victim);
    }
    bucket.heal();
    isOver = true;
    await Promise.all(load);

    const rows = (await client.query('select id from quotes')).rows.map(({ id }) => Number(id));
    const known = new Set(rows);
    const lost = [...quotes].filter((id) => !known.has(id)).length;
    const doubled = rows.length - before - quotes.size;
    let unreadable = 0;
    for (const url of urls) if ((await call(url)).status !== 200) unreadable++;
    await expect
      .poll(() => count(`select count(*)::int as n from emails where status <> 'sent'`), {
        timeout: 240_000,
        interval: 500,
      })
      .toBe(0);
    const mails = new Set(smtp.mails.map(({ messageId }) => messageId)).size;
    const missingMails = (await count('select count(*)::int as n from emails')) - mails;
    const measured = `behind ${front.name}: ${quotes.size} quotes and ${urls.length} photos acknowledged in ${tries} tries; quotes lost ${lost}, doubled ${doubled}; photos lost ${unreadable}; mails lost ${missingMails}, sent twice under their own Message-ID ${smtp.mails.length - mails}`;
    Object.assign(task.meta, { tried: KILLS, letIn: lost + doubled + unreadable, measured });
    console.log(`${KILLS} kills, ${measured}`);
    expect({ lost, doubled, unreadable, missingMails }).toEqual({
      lost: 0,
      doubled: 0,
      unreadable: 0,
      missingMails: 0,
    });
    expect(smtp.mails.length - mails).toBeLessThanOrEqual(KILLS);
  });
});

describe('F-35 replacing one process after the other', () => {
  it(`${RESTARTS} times, while people work, refuses no request`, async ({ task }) => {
    const bytes = await photo(60, 40);
    const failed: string[] = [];
    let asked = 0;
    let isOver = false;
    const expected = async (status: number, work: () => Promise<Answer>) => {
      asked++;
      const answer = await work();
      if (answer.status !== status) failed.push(answer.what);
      return answer;
    };
    const load = Array.from({ length: AT_ONCE }, async (_, who) => {
      for (let n = 0; !isOver; n++) {
        await expected(200, () => call('/healthz'));
        await expected(404, () => call('/api/v1/orders/tracking/QF-NOBODY-HAS'));
        await expected(201, () => postPhoto(bytes, `rolled-photo-${who}-${n}`));

        await expected(201, () => postQuote(quoteBody(), `rolled-quote-${who}-${n}`));
      }
    });
    let replaced = 0;
    let slowest = 0;
    for (; replaced < RESTARTS; replaced++) {
      const place = replaced % ROLES.length;
      await pause(700);
      const began = performance.now();
      expect(await members[place]?.end('SIGTERM')).toBe(0);
      slowest = Math.max(slowest, performance.now() - began);
      await launch(place);
    }
    while (asked < REQUESTS) await pause(100);
    isOver = true;
    await Promise.all(load);
    const measured = `behind ${front.name}: ${replaced} processes replaced, the slowest stop took ${(slowest / 1000).toFixed(1)} s; ${asked} requests, ${failed.length} failed`;
    Object.assign(task.meta, { tried: asked, letIn: failed.length, measured });
    console.log(measured);
    expect(failed.slice(0, 5)).toEqual([]);
  });
});
