import { setTimeout as pause } from 'node:timers/promises';
import { DATABASE_CONNECTIONS, MAIL_STUCK_MINUTES } from '@quickfleet/shared/limits';
import { Logger, run, runMigrations, type Task, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { checkCounters, foldCounters } from '../company/counters/counters.service.ts';
import { giveWords } from '../db/schema/fill-words.ts';
import { MAIL_FLAG, SMS_FLAG } from '../db/side-effects.ts';
import { tendEtas } from '../delivery/eta/eta.service.ts';
import { remindByRule } from '../delivery/invoices/invoices.reminders.ts';
import { sendDueNotices } from '../delivery/notices/notices.service.ts';
import { PLAN_TASK, workPlan } from '../delivery/plans/plans.work.ts';
import { makeDueOrders } from '../delivery/recurring/recurring.make.ts';
import { tendPlaces } from '../delivery/travel/places.work.ts';
import type { Services } from '../http/context.ts';
import { readStuckMail } from '../messages/outbox/mailbox.queries.ts';
import { followMailer, type Mailer } from '../messages/outbox/mailer.ts';
import { queueSending } from '../messages/outbox/outbox.service.ts';
import { createSmsSender } from '../messages/outbox/sms-sender.ts';
import { sendWebhook } from '../messages/webhooks/webhooks.deliver.ts';
import { startDispatcher, tendWebhooks } from '../messages/webhooks/webhooks.dispatch.ts';
import { SEND_TASK } from '../messages/webhooks/webhooks.queue.ts';
import { noteHealth, watchHealth } from '../operations/doctor/doctor.service.ts';
import { IMPORT_TASK } from '../operations/imports/imports.queue.ts';
import { workImport } from '../operations/imports/imports.work.ts';
import { tellShop, tendFulfilments } from '../operations/inbound/inbound.fulfil.ts';
import { FULFIL_TASK, NOTICE_TASK } from '../operations/inbound/inbound.queue.ts';
import { workNotice } from '../operations/inbound/inbound.use.ts';
import { countDays } from '../operations/reports/days/count-days.ts';
import { sendDueReports } from '../operations/reports/saved/saved-reports.due.ts';
import { makeExport } from '../operations/transfer/exports.make.ts';
import { EXPORT_TASK, NO_EXPORT_RUNS } from '../operations/transfer/exports.queue.ts';
import { RESET_TASK, sendReset } from '../people/account/password-reset.service.ts';
import { SIGN_IN_TASK, sendSignInLink } from '../people/account/sign-in-links.service.ts';
import { databasePool } from '../process/outside/connections.ts';
import { PRICE_TASK } from '../quoting/estimates/price-by-rule.queue.ts';
import { priceByRule } from '../quoting/estimates/price-by-rule.ts';
import { notifyOverdue } from '../quoting/promises/quotes.overdue.ts';
import { expireQuotes, remindCustomers } from '../quoting/promises/quotes.reminders.ts';
import { giveMissingLinks } from '../quoting/quotes/quotes.link.ts';
import { mailWaiting } from '../quoting/quotes/quotes.mail.ts';
import { keepRunning } from './kept-runner.ts';
import { sendEmail } from './send-email.ts';
import { sendPush } from './send-push.ts';
import { SetAside } from './set-aside.ts';
import { sweep } from './sweep.ts';

const stuck = new WeakSet<Services>();
/** One line in the log when mail has not left for ten minutes, and one when it does again. */
async function logStuckMail(services: Services): Promise<void> {
  const { log, orm, clock } = services;
  const { SMTP_URL, SMS_URL } = services.config;
  const waiting = (SMTP_URL ?? SMS_URL) ? await readStuckMail(orm.em.fork(), clock()) : null;
  if (waiting && !stuck.has(services)) {
    stuck.add(services);
    log.error(waiting, `mail has not left for ${MAIL_STUCK_MINUTES} minutes; npm run doctor says why`);
  } else if (!waiting && stuck.delete(services)) log.info('mail leaves again');
}

/** A try is given up after half a minute, so a mail that is locked for longer belongs to a process that died. */
const STALE_LOCK_MINUTES = 1;
/** Longer than the longest pause between two tries of the queue, which is 6.1 hours. */
const FORGOTTEN_HOURS = 8;

const NAME = 'quickfleet jobs';
/** No process has a connection for jobs; before this one opens its own. */
const NOBODY_WORKS = `not exists (select 1 from pg_stat_activity where datname = current_database() and application_name = '${NAME}')`;
/**
 * Releases the jobs that a dead process holds: the queue itself would wait four hours. `isAlone`: no other process
 * can be working on this database, so whatever is locked is left over. `isFirst`: this one has not begun to.
 */
const releaseLeftovers = (aside: SetAside, { isAlone = false, isFirst = false }): Promise<void> =>
  aside.release(
    `? or (? and ${NOBODY_WORKS}) or (task_identifier in ('send_email', 'send_sms', '${SEND_TASK}', '${IMPORT_TASK}', '${NOTICE_TASK}', '${FULFIL_TASK}') and locked_at < now() - make_interval(mins => ?))
       or (task_identifier = '${EXPORT_TASK}' and locked_at < now() - make_interval(mins => ?) and ${NO_EXPORT_RUNS})`,
    [isAlone, isFirst, STALE_LOCK_MINUTES, STALE_LOCK_MINUTES],
  );

/**
 * Gives a job to every waiting mail that has none any more, e.g. after a restore without the queue's tables.
 */
async function requeueForgotten(services: Services): Promise<number> {
  return services.orm.em.fork().transactional(async (em) => {
    const forgotten = await em.execute<{ id: number }[]>(
      `update emails set last_tried_at = ? where status = 'queued' and coalesce(last_tried_at, created_at) < ?::timestamptz - make_interval(hours => ?)
          and not exists (select 1 from graphile_worker.jobs where key = 'mail ' || emails.id) returning id`,
      [services.clock(), services.clock(), FORGOTTEN_HOURS],
    );
    for (const { id } of forgotten) await queueSending({ em }, id);
    return forgotten.length;
  });
}

export interface Worker {
  stop(): Promise<void>;
}

/** Webhooks that are sent to at the same time, by a runner apart: receivers that hang keep no mail waiting. */
const WEBHOOKS_AT_ONCE = 8;
/** Four mails, of which one or two may hang, and the work of the clock. */
const JOBS_AT_ONCE = 5;

/** The work of the clock. */
const CRONTAB = [
  '17 * * * * sweep',
  '*/30 * * * * note_health',
  '* * * * * watch_health',
  '* * * * * tend_outbox',
  '* * * * * tend_etas',
  '* * * * * tend_places',
  '* * * * * fold_figures',
  '* * * * * fill_words',
  '43 1 * * * check_figures',
  '*/10 * * * * make_recurring',
  '* * * * * tend_quotes',
  '23 * * * * remind_invoices',
  '* * * * * tend_webhooks',
  '* * * * * tend_shops',
  '* * * * * send_reports',
  '* * * * * count_days',
].join('\n');
const CLOCK_TASKS: ReadonlySet<string> = new Set(CRONTAB.split('\n').map((line) => line.split(' ').at(-1) ?? ''));

const REPEAT_MS = 60_000;
/** A stop gives the jobs two seconds; what has not ended by then is cut. */
const FINISH_MS = 1500;
const EXCUSE_MS = 1000;

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
  return databasePool({
    connectionString,
    max: DATABASE_CONNECTIONS.jobs,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: NAME,
  });
}

/** What can be queued, by the name in add_job. */
export const tasksOf = (
  services: Services,
  mailer: () => Mailer | undefined,
  sms: Mailer | undefined = createSmsSender(services.config),
  aside: SetAside = new SetAside(services, CLOCK_TASKS),
): TaskList => ({
  send_email: (payload, helpers) => sendEmail(services, 'email', mailer(), payload, helpers),
  send_sms: (payload, helpers) => sendEmail(services, 'sms', sms, payload, helpers),
  send_notices: (payload) => sendDueNotices(services, payload),
  send_push: (payload) => sendPush(services, payload),
  [IMPORT_TASK]: (payload, { abortSignal }) => workImport(services, payload, abortSignal),
  [EXPORT_TASK]: (payload, { abortSignal }) => makeExport(services, payload, abortSignal),
  [RESET_TASK]: (payload) => sendReset(services, payload),
  [SIGN_IN_TASK]: (payload) => sendSignInLink(services, payload),
  [PLAN_TASK]: (payload, { abortSignal }) => workPlan(services, payload, abortSignal),
  [NOTICE_TASK]: (payload) => workNotice(services, payload),
  [FULFIL_TASK]: (payload) => tellShop(services, payload),
  [PRICE_TASK]: (payload) => priceByRule(services, payload),
  async make_recurring(payload) {
    await makeDueOrders(services, payload);
  },
  async tend_quotes() {
    await giveMissingLinks(services);
    await expireQuotes(services);
    await remindCustomers(services);
    await notifyOverdue(services);
    await mailWaiting(services);
  },
  async remind_invoices() {
    await remindByRule(services);
  },
  note_health: () => noteHealth(services),
  watch_health: () => watchHealth(services),
  async sweep() {
    await sweep(services);
  },
  async tend_outbox() {
    await releaseLeftovers(aside, {});
    await requeueForgotten(services);
    await sendDueNotices(services);
    await logStuckMail(services);
  },
  tend_etas: () => tendEtas(services),
  tend_places: (_payload, { abortSignal }) => tendPlaces(services, abortSignal),
  fold_figures: () => foldCounters(services),
  fill_words: () => giveWords(services.orm.em),
  async check_figures() {
    await checkCounters(services);
  },
  tend_webhooks: () => tendWebhooks(services),
  tend_shops: () => tendFulfilments(services),
  async count_days() {
    await countDays(services);
  },
  async send_reports() {
    await sendDueReports(services);
  },
});

/** The tasks, except those that a sandbox keeps from running. */
function unlessKept({ sandbox }: Services, tasks: TaskList): TaskList {
  if (!sandbox) return tasks;
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]): [string, Task] => [
      name,
      async (payload, helpers) => (sandbox.keepsFromRunning(name) ? undefined : work?.(payload, helpers)),
    ]),
  );
}

/** The jobs of webhooks. */
export const webhookTasksOf = (services: Services): TaskList => ({
  [SEND_TASK]: (payload, { abortSignal }) => sendWebhook(services, payload, abortSignal),
});

/**
 * Works off the jobs that transactions queued; any number of processes may do so side by side. Webhooks have a runner
 * apart, and its connections, only while there is one to send to.
 */
export async function startWorker(services: Services, connectionString: string): Promise<Worker> {
  const { config, log } = services;
  const mailers = followMailer(config);
  const sms = createSmsSender(config);
  const aside = new SetAside(services, CLOCK_TASKS);
  // This process has locked DATA_DIR, so no other uses the embedded database.
  const isAlone = config.DATABASE_URL === undefined;
  const pgPool = openJobPool(connectionString);
  const common = {
    pgPool,
    // Without these two the queue notes the end of a job in a promise that nobody holds: a database out of reach
    // would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: quiet(services),
    pollInterval: 2000,
  };
  let isFirst = true;
  const runJobs = async () => {
    await releaseLeftovers(aside, { isAlone, isFirst });
    if (isFirst) await aside.begin();
    isFirst = false;
    return run({
      ...common,
      concurrency: JOBS_AT_ONCE,
      forbiddenFlags: () => [
        ...(mailers.current()?.host.isAside ? [MAIL_FLAG] : []),
        ...(sms?.host.isAside ? [SMS_FLAG] : []),
      ],
      crontab: CRONTAB,
      taskList: aside.guard(unlessKept(services, tasksOf(services, mailers.current, sms, aside))),
    });
  };
  const runWebhooks = () =>
    run({ ...common, concurrency: WEBHOOKS_AT_ONCE, taskList: aside.guard(webhookTasksOf(services)) });

  const jobs = await keepRunning(runJobs, log).catch(async (error) => {
    await pgPool.end();
    throw error;
  });
  const dispatcher = startDispatcher(services, () => keepRunning(runWebhooks, log));
  return {
    async stop() {
      const stopping = Promise.all([dispatcher.stop(), jobs.stop()]);
      await Promise.race([stopping, pause(FINISH_MS, undefined, { ref: false })]);
      // A database that does not answer does not hold up the stop.
      await Promise.race([aside.excuse().catch(() => undefined), pause(EXCUSE_MS, undefined, { ref: false })]);
      await stopping;
      await pgPool.end();
      mailers.close();
    },
  };
}
