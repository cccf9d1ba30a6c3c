import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers } from 'graphile-worker';
import type { Services } from '../context.ts';
import { isConnectionError } from '../lib/errors.ts';
import { CHANNEL } from '../lib/events.ts';
import { isFinalRefusal, type Mailer, type OutgoingMail } from '../lib/mailer.ts';

/** First half of the advisory lock of a mail that is on its way; any number that no other lock uses. */
const MAIL_LOCK = 4_711_011;
const REASON_MAX = 500;
const WRITE_TRIES = 5;
const WRITE_PAUSE_MS = 500;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);

/** A mail that went out must not go out again because the database was away for a moment. */
async function write<T>(services: Services, sql: string, params: unknown[]): Promise<T[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await services.orm.em.fork().execute<T[]>(sql, params);
    } catch (error) {
      if (attempt >= WRITE_TRIES || !isConnectionError(error)) throw error;
      await pause(attempt * WRITE_PAUSE_MS);
    }
  }
}

/** Stores a mail's new state and notifies its subscribers, both in one statement. */
const settle = (services: Services, id: number, change: string, params: unknown[] = []) =>
  write(
    services,
    `with mail as (update emails set ${change} where id = ? and status = 'queued' returning id, quote_id, order_id)
     select pg_notify(?, json_build_object('topic', 'mail', 'id', id, 'quoteId', quote_id, 'orderId', order_id)::text) from mail`,
    [...params, id, CHANNEL],
  );

async function deliver(
  services: Services,
  mailer: Mailer | undefined,
  id: number,
  { abortSignal, job }: JobHelpers,
): Promise<void> {
  if (!mailer) {
    await settle(services, id, `status = 'kept'`);
    return;
  }
  const [mail] = await write<OutgoingMail>(
    services,
    `update emails set tries = tries + 1, last_tried_at = ? where id = ? and status = 'queued' returning message_id as "messageId", recipient as "to", subject, html, text`,
    [services.clock(), id],
  );
  if (!mail) return;
  try {
    await mailer.send(mail, abortSignal);
  } catch (error) {
    const isRefused = isFinalRefusal(error);
    const isOver = isRefused || job.attempts >= job.max_attempts;
    const reason = isOver && !isRefused ? `Given up after ${job.attempts} tries. ${reasonOf(error)}` : reasonOf(error);
    await settle(services, id, 'status = ?, last_error = ?', [isOver ? 'failed' : 'queued', reason]);
    if (isOver) return;
    throw error;
  }
  await settle(services, id, `status = 'sent', sent_at = ?, last_error = null`, [services.clock()]);
}

/**
 * Sends one mail of the outbox. A refusal for good ends it as failed, and so does the last try; any other fault is
 * thrown, so that the queue tries again with back-off. No transaction is open while the mail server is talked to: a
 * slow one holds up nobody.
 */
export async function sendEmail(
  services: Services,
  mailer: Mailer | undefined,
  payload: unknown,
  helpers: JobHelpers,
): Promise<void> {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? Number(payload.id) : 0;
  await helpers.withPgClient(async (client) => {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1, $2) as "isMine"', [
      MAIL_LOCK,
      id,
    ]);
    // Somebody pressed Resend while another process sends it. This job looks again later; PostgreSQL drops the lock of
    // a process that died.
    if (!rows[0]?.isMine) throw new Error('This mail is being sent already');
    try {
      await deliver(services, mailer, id, helpers);
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [MAIL_LOCK, id]);
    }
  });
}
