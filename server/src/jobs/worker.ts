import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import pg from 'pg';
import { checkCounters, foldCounters } from '../company/counters/counters.service.ts';
import { CONNECTIONS } from '../db/orm.config.ts';
import { MAIL_FLAG } from '../db/side-effects.ts';
import { makeDueOrders } from '../delivery/recurring/recurring.make.ts';
import type { Services } from '../http/context.ts';
import { createMailer, type Mailer } from '../messages/outbox/mailer.ts';
import { retryPauses } from '../process/retry-pauses.ts';
import { notifyOverdue } from '../quoting/promises/quotes.overdue.ts';
import { expireQuotes, remindCustomers } from '../quoting/promises/quotes.reminders.ts';
import { giveMissingLinks } from '../quoting/quotes/quotes.link.ts';
import { mailWaiting } from '../quoting/quotes/quotes.mail.ts';
import { sendEmail } from './send-email.ts';
import { sendPush } from './send-push.ts';
import { sweep } from './sweep.ts';
import { logStuckMail, releaseLeftovers, requeueForgotten } from './tend-outbox.ts';

export interface Worker {
  stop(): Promise<void>;
}

/** Four mails, of which one or two may hang, and the work of the clock. */
const JOBS_AT_ONCE = 5;

const REPEAT_MS = 60_000;

/** Warnings of the queue; what it says again and again while the database is away is logged once a minute. */
function quiet(services: Services): Logger {
  const logged = new Map<string, number>();
  return new Logger(() => (level, message) => {
    if (level !== 'error' && level !== 'warning') return;
    const kind = message.replace(/\d+/g, '').slice(0, 30);
    const now = performance.now();
    if (!message.includes('task') && now - (logged.get(kind) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return;
    logged.set(kind, now);
    services.log.warn({ worker: message }, 'job queue');
  });
}

export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString });

/**
 * The queue's connections. Its own pool would not wait at the end until they are closed, and PostgreSQL, stopped in
 * that moment, would take the process down with it: a connection that breaks must have somebody who listens.
 */
export function openJobPool(connectionString: string): pg.Pool {
  const ignore = () => undefined;
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS.jobs,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'quickfleet jobs',
  });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** What can be queued, by the name in add_job. */
export const tasksOf = (services: Services, mailer: Mailer | undefined): TaskList => ({
  send_email: (payload, helpers) => sendEmail(services, mailer, payload, helpers),
  send_push: (payload) => sendPush(services, payload),
  make_recurring: async (payload) => void (await makeDueOrders(services, payload)),
  async tend_quotes() {
    await giveMissingLinks(services);
    await expireQuotes(services);
    await remindCustomers(services);
    await notifyOverdue(services);
    await mailWaiting(services);
  },
  sweep: async () => void (await sweep(services)),
  async tend_outbox() {
    await releaseLeftovers(services, false);
    await requeueForgotten(services);
    await logStuckMail(services);
  },
  fold_figures: () => foldCounters(services),
  check_figures: async () => void (await checkCounters(services)),
});

/**
 * Works off the jobs that transactions queued; any number of processes may do so side by side. The queue's own runner
 * ends for good when it cannot reach the database at the wrong moment, so it is started again until `stop`.
 */
export async function startWorker(services: Services, connectionString: string): Promise<Worker> {
  const mailer = createMailer(services.config);
  const taskList = tasksOf(services, mailer);
  // This process has locked DATA_DIR, so no other uses the embedded database.
  const isAlone = services.config.DATABASE_URL === undefined;
  const pgPool = openJobPool(connectionString);
  const end = new AbortController();
  let runner: Runner | undefined;

  const begin = async () => {
    await releaseLeftovers(services, isAlone);
    runner = await run({
      pgPool,
      // Without these two the queue notes the end of a job in a promise that nobody holds: a database out of reach
      // would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency: JOBS_AT_ONCE,
      forbiddenFlags: () => (mailer?.host.isAside ? [MAIL_FLAG] : null),
      noHandleSignals: true,
      logger: quiet(services),
      pollInterval: 2000,
      crontab:
        '17 * * * * sweep\n* * * * * tend_outbox\n* * * * * fold_figures\n43 1 * * * check_figures\n*/10 * * * * make_recurring\n* * * * * tend_quotes',
      taskList,
    });
    if (end.signal.aborted) await runner.stop();
  };
  const keepGoing = async () => {
    while (!end.signal.aborted) {
      await runner?.promise.catch(() => undefined);
      if (end.signal.aborted) return;
      services.log.warn('the job queue had ended; starting it again');
      for (const wait of retryPauses()) {
        await pause(wait, undefined, { signal: end.signal }).catch(() => undefined);
        if (end.signal.aborted) return;
        const isBack = await begin().then(
          () => true,
          () => false,
        );
        if (isBack) break;
      }
    }
  };

  await begin().catch(async (error) => {
    await pgPool.end();
    throw error;
  });
  const going = keepGoing();
  return {
    async stop() {
      end.abort();
      await runner?.stop().catch(() => undefined);
      await going;
      await pgPool.end();
      mailer?.close();
    },
  };
}
