/**
 * The measured product: a process with an embedded PostgreSQL in a kept folder, filled once with `ORDERS` orders.
 * scripts/bench.ts starts it.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { fillCompany } from '../src/demo/fill.ts';
import type { Services } from '../src/http/context.ts';
import { User } from '../src/people/users/user.entity.ts';
import { heavyProcesses } from '../src/process/heavy/children.ts';
import { hashPassword } from '../src/security/password.ts';
import { start } from '../src/start.ts';
import { ownMb, togetherMb } from '../test/support/counterparts/attack.ts';
import { reportTo, shared } from './child.ts';
import { measureSizes, queueMails, takeMailsBack, waitForMails } from './database.ts';
import { measureLocks } from './locks.ts';
import { notesMs, postgresCpu, prepareReports, setReportTriggers, timeReports } from './reports.ts';

const { BENCH_DIR = '', BENCH_ORDERS = '10000', BENCH_QUOTES = '', BENCH_PASSWORD = '' } = process.env;
const { BENCH_SMTP_URL, BENCH_DATABASE_URL, BENCH_MIGRATIONS } = process.env;
const settings = {
  DATA_DIR: BENCH_DIR,
  PORT: '0',
  LIMIT_SCALE: '1000000',
  LOG_LEVEL: 'error',
  // The first backup would copy all photos while the load runs.
  BACKUP_TIME: 'off',
  // The receivers of events are on this machine.
  WEBHOOKS_ALLOW_HOSTS: '127.0.0.1',
  ...(BENCH_SMTP_URL ? { SMTP_URL: BENCH_SMTP_URL } : {}),
  ...(BENCH_DATABASE_URL ? { DATABASE_URL: BENCH_DATABASE_URL } : {}),
  ...shared,
};
const config = readConfig(settings, {});

/** Marks a filled folder last, so that nothing is measured in one that was interrupted. */
async function fillOnce({ orm, clock }: Services): Promise<void> {
  // A second server on the database of the first finds it filled.
  if (BENCH_DATABASE_URL) return;
  const em = orm.em.fork();
  const passwordHash = await hashPassword(BENCH_PASSWORD);
  const user = await em.findOne(User, { username: 'bench' });
  if (user) user.passwordHash = passwordHash;
  else em.create(User, { username: 'bench', passwordHash, role: 'dispatcher', email: 'bench@quickfleet.example' });
  await em.flush();
  const mark = join(BENCH_DIR, 'filled');
  if (existsSync(mark)) return;
  await em.execute("update users set email = 'admin@quickfleet.example' where email is null");
  await fillCompany(em, clock(), {
    orders: Number(BENCH_ORDERS),
    ...(BENCH_QUOTES ? { quotes: Number(BENCH_QUOTES), customers: Math.ceil(Number(BENCH_QUOTES) / 5) } : {}),
    withPhotoRows: true,
  });
  await writeFile(mark, BENCH_ORDERS);
}

/** Memory in MB: of the processes for heavy work, and of them and this one together; 0 where Linux is not. */
async function measureMemory(): Promise<{ images: number; together: number }> {
  const pids = heavyProcesses().map(({ pid }) => pid);
  const sizes = await Promise.all(pids.map((pid) => ownMb(pid).catch(() => 0)));
  return {
    images: sizes.reduce((sum, mb) => sum + mb, 0),
    together: await togetherMb([process.pid, ...pids]),
  };
}

const begun = performance.now();
let filledMs = 0;
const running = await start(config, {
  prepare: async (services) => {
    const at = performance.now();
    await fillOnce(services);
    filledMs = performance.now() - at;
  },
});
const { services } = running;
const { orm } = services;
const startMs = performance.now() - begun - filledMs;
reportTo(process, { url: running.url, databaseUrl: running.databaseUrl, startMs, filledMs }, running.stop, {
  sizes: () => measureSizes(orm),
  memory: measureMemory,
  locks: () => measureLocks(orm, running.databaseUrl, Number(BENCH_MIGRATIONS)),
  prepareReports: () => prepareReports(services, BENCH_PASSWORD),
  timeReports: () => timeReports(services),
  postgresCpu: () => postgresCpu(services),
  enableNotes: () => setReportTriggers(services, 'enable'),
  disableNotes: () => setReportTriggers(services, 'disable'),
  notesMs: () => notesMs(services),
  queueMails: () => queueMails(orm),
  sentMails: async () => {
    await waitForMails(orm);
    const at = performance.now();
    await takeMailsBack(orm);
    return at;
  },
});
