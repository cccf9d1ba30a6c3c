import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import pg from 'pg';
import type { Services } from '../context.ts';
import { checkFigures, foldFigures } from '../features/figures/figures.service.ts';
import { MAIL_FLAG } from '../features/outbox/outbox.service.ts';
import { tellBrokenPromises } from '../features/quotes/quotes.broken-promises.ts';
import { giveMissingLinks } from '../features/quotes/quotes.link.ts';
import { expireQuotes, remindCustomers } from '../features/quotes/quotes.reminders.ts';
import { makeDueOrders } from '../features/recurring/recurring.make.ts';
import { createMailer, type Mailer } from '../lib/mailer.ts';
import { sendEmail } from './send-email.ts';
import { sendPush } from './send-push.ts';
import { sweep } from './sweep.ts';
import { releaseLeftovers, requeueForgotten } from './tend-outbox.ts';

export interface Worker {
  stop(): Promise<void>;
}

/** Four mails, of which one or two may hang, and the work of the clock. */
const JOBS_AT_ONCE = 5;
const RESTART_MS = 1000;

const quiet = (services: Services) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') services.log.warn({ worker: message }, 'job queue');
  });

export const migrateJobs = (connectionString: string): Promise<void> => runMigrations({ connectionString });

/**
 * The queue's connections. Its own pool would not wait at the end until they are closed, and PostgreSQL, stopped in
 * that moment, would take the process down with it: a connection that breaks must have somebody who listens.
 */
export function openJobPool(connectionString: string): pg.Pool {
  const ignore = () => undefined;
  const pool = new pg.Pool({
    connectionString,
    max: 10,
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
    await tellBrokenPromises(services);
  },
  sweep: async () => void (await sweep(services)),
  async tend_outbox() {
    await releaseLeftovers(services, false);
    await requeueForgotten(services);
  },
  fold_figures: () => foldFigures(services),
  check_figures: async () => void (await checkFigures(services)),
});

/**
 * Works off the jobs that transactions queued; any number of processes may do so side by side. The queue's own runner
 * ends for good when it cannot reach the database at the wrong moment, so it is started again until `stop`.
 */
export async function startWorker(services: Services, connectionString: string): Promise<Worker> {
  const mailer = createMailer(services.config);
  const taskList = tasksOf(services, mailer);
  // DATA_DIR is locked by this process, and the embedded database is nobody else's.
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
      await pause(RESTART_MS, undefined, { signal: end.signal }).catch(() => undefined);
      if (end.signal.aborted) return;
      services.log.warn('the job queue had ended; starting it again');
      await begin().catch((error) => services.log.warn({ reason: String(error) }, 'job queue: no connection yet'));
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
