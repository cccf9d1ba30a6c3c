import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedDatabase, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { runningPid } from '../../src/db/embedded/postmaster.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { quoteBody } from '../support/factories.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

// One durable PostgreSQL, a server that is asked, and one that runs the jobs, under load without a pause. A dead one is
// started again immediately, as by a supervisor; PostgreSQL is watched by the code that watches the embedded one.

const KILLS = Number(process.env['KILLS'] ?? 20);
const AT_ONCE = 6;
let dir: string;
let smtp: TestSmtp;
let database: EmbeddedDatabase;
let client: pg.Client;
const servers: (ServerProcess | undefined)[] = [];

const launch = (n: number) =>
  startProcess({
    DATABASE_URL: database.url,
    SESSION_SECRET: 'one secret of more than thirty-two characters',
    DATA_DIR: join(dir, `server-${n}`),
    NODE_COMPILE_CACHE: join(dir, 'compiled'),
    PORT: '0',
    SMTP_URL: smtp.url,
    ADMIN_PASSWORD: 'a-good-password-1',
    LIMIT_SCALE: '100000',
    LOG_LEVEL: 'silent',
  });
/** Starts a server, again when PostgreSQL died under its start. */
async function supervise(n: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      servers[n] = await launch(n);
      return;
    } catch (error) {
      if (tries >= 5) throw error;
    }
  }
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quickfleet-kills-'));
  smtp = await startSmtp({ pauseMs: 25 });
  database = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), log: () => undefined });
  await supervise(0);
  await supervise(1);
});
afterAll(async () => {
  for (const server of servers) await server?.end('SIGTERM');
  await client?.end();
  await database?.stop();
  await smtp?.close();
  await rm(dir, { recursive: true, force: true });
});

interface Write {
  key: string;
  body: ReturnType<typeof quoteBody>;
  /** Set when the server said that it is stored. */
  id?: number;
}
/** Asks for a quote until somebody says that it is stored, always under the same key. */
async function insist(write: Write, mayStop: () => boolean): Promise<void> {
  while (write.id === undefined && !mayStop()) {
    const answer = await fetch(`${servers[0]?.url}/api/v1/quotes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': write.key },
      body: JSON.stringify(write.body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer?.status === 201 && text) write.id = JSON.parse(text).id;
    else await pause(50);
  }
}

describe('F-1 F-3 F-5 F-6 kill -9 under load', () => {
  it(`${KILLS} of server, worker and PostgreSQL lose and double no write that was acknowledged, and no mail`, async ({
    task,
  }) => {
    const writes: Write[] = [];
    let isOver = false;
    const load = Array.from({ length: AT_ONCE }, async () => {
      while (!isOver) {
        const write: Write = { key: `write-${writes.length}`, body: quoteBody() };
        writes.push(write);
        await insist(write, () => false);
        await pause(20);
      }
    });
    for (let kill = 0; kill < KILLS; kill++) {
      // Another moment of the work each time.
      await pause(200 + ((kill * 137) % 500));
      const victim = kill % 3;
      if (victim === 2) {
        const pid = await runningPid(join(dir, 'postgres'));
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      } else {
        await servers[victim]?.end('SIGKILL');
        await supervise(victim);
      }
    }
    isOver = true;
    await Promise.all(load);

    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const count = async (sql: string) => Number((await client.query(sql)).rows[0].n);
    const known = new Set((await client.query('select id from quotes')).rows.map(({ id }) => Number(id)));
    const lost = writes.filter(({ id }) => id !== undefined && !known.has(id)).length;
    const doubled = known.size - new Set(writes.map(({ id }) => id)).size;
    await expect
      .poll(() => count(`select count(*)::int as n from emails where status <> 'sent'`), {
        timeout: 240_000,
        interval: 500,
      })
      .toBe(0);
    const mails = new Set(smtp.mails.map(({ messageId }) => messageId)).size;
    const copies = smtp.mails.length - mails;
    const measured = `${writes.length} acknowledged writes: lost ${lost}, doubled ${doubled}; ${mails} mails: lost ${writes.length - mails}, sent twice under their own Message-ID ${copies}`;
    Object.assign(task.meta, { tried: KILLS, letIn: lost + doubled, measured });
    console.log(`${KILLS} kills, ${measured}`);
    expect({ lost, doubled, mails }).toEqual({ lost: 0, doubled: 0, mails: writes.length });
    expect(copies).toBeLessThanOrEqual(KILLS);
  });
});
