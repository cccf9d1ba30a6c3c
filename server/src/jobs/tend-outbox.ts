import { MAIL_STUCK_MINUTES } from '@quickfleet/shared/limits';
import type { Services } from '../http/context.ts';
import { readStuckMail } from '../messages/outbox/mailbox.queries.ts';
import { queueSending } from '../messages/outbox/outbox.service.ts';

const stuck = new WeakSet<Services>();
/** One line in the log when mail has not left for ten minutes, and one when it does again. */
export async function logStuckMail(services: Services): Promise<void> {
  const { log, orm, clock } = services;
  const waiting = services.config.SMTP_URL ? await readStuckMail(orm.em.fork(), clock()) : null;
  if (waiting && !stuck.has(services)) {
    stuck.add(services);
    log.error(waiting, `mail has not left for ${MAIL_STUCK_MINUTES} minutes; npm run doctor says why`);
  } else if (!waiting && stuck.delete(services)) log.info('mail leaves again');
}

/** A try is given up after half a minute, so a mail that is locked for longer belongs to a process that died. */
const STALE_LOCK_MINUTES = 1;
/** Longer than the longest pause between two tries of the queue, which is 6.1 hours. */
const FORGOTTEN_HOURS = 8;

/**
 * Releases the jobs that a dead process holds: the queue itself would wait four hours. `isAlone`: no other process
 * can be working on this database, so whatever is locked is left over.
 */
export async function releaseLeftovers(services: Services, isAlone: boolean): Promise<void> {
  await services.orm.em.fork().execute(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and (? or (task_identifier = 'send_email' and locked_at < now() - make_interval(mins => ?)))))`,
    [isAlone, STALE_LOCK_MINUTES],
  );
}

/**
 * Gives a job to every waiting mail that has none any more, e.g. after a restore without the queue's tables.
 */
export async function requeueForgotten(services: Services): Promise<number> {
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
