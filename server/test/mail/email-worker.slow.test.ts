import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { startSmtp, type TestSmtp } from '../support/counterparts/smtp.ts';
import { ok, quoteBody } from '../support/factories.ts';

let smtp: TestSmtp;
let app: TestApp;
let worker: Worker | undefined;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await worker?.stop();
  await app.close();
  await smtp.close();
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** How long a call that causes a mail takes, in milliseconds: the middle of many. */
async function timeCalls(calls = 25): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const body = quoteBody();
    const began = performance.now();
    ok(await app.client().post('/api/v1/quotes', body));
    times.push(performance.now() - began);
  }
  return median(times);
}
const countByStatus = async () =>
  Object.fromEntries(
    (await app.sql<{ status: string; n: number }>('select status, count(*)::int as n from emails group by 1')).map(
      (row) => [row.status, row.n],
    ),
  );
const bringForward = () =>
  app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null');

it('keeps calls as fast as without any mail server while it refuses or hangs, and delivers everything afterwards', async () => {
  await timeCalls(10);
  const alone = await timeCalls();
  await smtp.behave('hang');
  worker = await startWorker(app.services, app.databaseUrl);
  await expect.poll(() => smtp.connections()).toBeGreaterThanOrEqual(1);
  const hanging = await timeCalls();
  // Nobody has to help: a server that says nothing is given up.
  await expect
    .poll(
      async () =>
        (await app.sql<{ e: string }>('select last_error as e from emails where last_error is not null limit 1'))[0]?.e,
      { timeout: 25_000 },
    )
    .toMatch(/Greeting never received/);
  await smtp.behave('refuse');
  await expect
    .poll(async () => (await app.sql(`select 1 from emails where last_error like '%ECONNREFUSED%'`)).length, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  const refused = await timeCalls();
  await worker.stop();
  const aloneAgain = await timeCalls();
  worker = await startWorker(app.services, app.databaseUrl);
  const before = Math.max(alone, aloneAgain);
  console.log(
    `median of a call: ${alone.toFixed(1)} and ${aloneAgain.toFixed(1)} ms alone, ${hanging.toFixed(1)} ms with a hanging server, ${refused.toFixed(1)} ms with none`,
  );
  expect(hanging / before).toBeLessThan(3);
  expect(refused / before).toBeLessThan(3);
  expect(smtp.mails).toHaveLength(0);

  await smtp.behave('accept');
  await expect
    .poll(
      async () => {
        await bringForward();
        return countByStatus();
      },
      { timeout: 30_000 },
    )
    .toEqual({ sent: 110 });
  expect(smtp.mails).toHaveLength(110);
  expect(new Set(smtp.mails.map((mail) => mail.messageId)).size).toBe(110);
}, 90_000);

it('continues after the database was unreachable in the middle of a mail', async () => {
  await smtp.behave('hang');
  const connections = smtp.connections();
  ok(await app.client().post('/api/v1/quotes', quoteBody()));
  await expect.poll(() => smtp.connections()).toBeGreaterThan(connections);
  const admin = new pg.Client({ connectionString: inject('templateUrl') });
  await admin.connect();
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  // The try fails while there is no database to note it in.
  await smtp.behave('accept');
  await expect
    .poll(async () => (await admin.query('select 1 from pg_stat_activity where datname = $1', [name])).rowCount)
    .toBe(0);
  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  await expect
    .poll(
      async () => {
        await bringForward();
        return countByStatus();
      },
      { timeout: 30_000 },
    )
    .toEqual({ sent: 111 });
}, 60_000);

it('stops within ten seconds while the mail server hangs, and keeps the mail for the next start', async () => {
  await smtp.behave('hang');
  const connections = smtp.connections();
  ok(await app.client().post('/api/v1/quotes', quoteBody()));
  await expect.poll(() => smtp.connections()).toBeGreaterThan(connections);
  const began = performance.now();
  await worker?.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await countByStatus()).toEqual({ sent: 111, queued: 1 });
  await smtp.behave('accept');
  worker = await startWorker(app.services, app.databaseUrl);
  await bringForward();
  await expect.poll(countByStatus, { timeout: 10_000 }).toEqual({ sent: 112 });
});
