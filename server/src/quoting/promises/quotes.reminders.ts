import { LockMode } from '@mikro-orm/postgresql';
import { addDays, minutesAt } from '@quickfleet/shared/base/time/zoned-time';
import { workingDay } from '@quickfleet/shared/company/business-hours';
import type { TemplateTrigger } from '@quickfleet/shared/messages/templates';
import { record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { exists, onlyId, readRows, run } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import {
  type AppContext,
  now,
  type RequestContext,
  type Services,
  systemContext,
  todayOf,
} from '../../http/context.ts';
import { isConnectionError, toDomainError } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { Quote } from '../quotes/quote.entity.ts';
import { mailCustomer } from '../quotes/quotes.mail.ts';

/** At most so many of one kind in one run; the next run continues. */
const PER_RUN = 500;
const OPEN = `q.status = 'sent' and q.outcome is null`;
const asks = (which: string) => `exists (select 1 from quote_questions a where a.quote_id = q.id and (${which}))`;

/** A condition on open quotes `q`, with its parameters. */
interface Due {
  where: string;
  params: unknown[];
}
type Work = (ctx: AppContext, quote: Quote) => Promise<void>;

/**
 * Works on every open quote that is due, each in a separate transaction. Under the quote's lock the condition is
 * checked again, so that one of several workers does it, and a customer who has just decided or asked gets no mail.
 */
async function onEach(ctx: RequestContext, { where, params }: Due, work: Work): Promise<number> {
  const found = await readRows(
    ctx.services.orm.em.fork(),
    onlyId,
    `select $columns from quotes q where ${OPEN} and ${where} order by q.id limit ${PER_RUN}`,
    params,
  );
  let done = 0;
  for (const { id } of found) {
    try {
      if (await onOne(ctx, id, { where, params }, work)) done++;
    } catch (error) {
      if (isConnectionError(error)) throw error;
      // One that cannot be done holds up no other, and is tried again.
      ctx.services.log.warn({ quote: id, reason: toDomainError(error).message }, 'a quote could not be tended');
    }
  }
  return done;
}

const onOne = (ctx: RequestContext, id: number, { where, params }: Due, work: Work): Promise<boolean> =>
  runInTransaction(ctx, 'quotes.tend', { id }, async (em) => {
    const quote = await em.findOne(Quote, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const isDue = await exists(em, `select 1 from quotes q where ${OPEN} and ${where} and q.id = ?`, [...params, id]);
    if (!quote || !isDue) return false;
    await work({ ...ctx, em, grant: 'yes' }, quote);
    return true;
  });

/**
 * Marks quotes as expired for counters and lists; reads already show it from midnight on. The version stays, because
 * nobody has changed anything.
 */
export async function expireQuotes(services: Services): Promise<number> {
  const ctx = systemContext(services);
  return onEach(
    ctx,
    { where: 'q.valid_until < ?::date', params: [todayOf(ctx)] },
    async (inner, { id, validUntil }) => {
      await run(inner.em, `update quotes set outcome = 'expired', outcome_at = ? where id = ?`, [now(inner), id]);
      record(inner, {
        subject: 'quote',
        subjectId: id,
        action: 'quote.expired',
        says: validUntil ? [{ is: 'day', day: validUntil }] : [],
      });
      await publish(inner.em, { topic: 'quote', id });
    },
  );
}

/** Shortly before the last day; not on the first day of a quote that is offered for so short a time. */
const endingAt = (at: Date, today: string, days: number): Due => ({
  where: `q.valid_until between ?::date and ?::date and q.ending_reminded_at is null
    and q.sent_at < ?::timestamptz - interval '1 day' and not ${asks('a.answered_at is null')}`,
  params: [today, addDays(today, days), at],
});
/** After days without a word; what was sent long ago, before somebody switched reminders on, is left alone. */
const silentAt = (at: Date, today: string, days: number): Due => ({
  where: `q.silence_reminded_at is null and q.sent_at < ?::timestamptz - make_interval(days => ?)
    and q.sent_at > ?::timestamptz - make_interval(days => ? + 30) and (q.valid_until is null or q.valid_until >= ?::date)
    and coalesce(q.ending_reminded_at < ?::timestamptz - interval '2 days', true)
    and not ${asks('a.asked_at >= q.sent_at or a.answered_at is null')}`,
  params: [at, days, at, days, today, at],
});

const remind =
  (column: 'ending_reminded_at' | 'silence_reminded_at', trigger: TemplateTrigger, when: 'ending' | 'silent'): Work =>
  async (ctx, quote) => {
    // Not through the entity: its version stays, because nobody has changed anything.
    await run(ctx.em, `update quotes set ${column} = ? where id = ?`, [now(ctx), quote.id]);
    await mailCustomer(ctx, quote, trigger);
    const says = [{ is: 'reminded' as const, when }];
    record(ctx, { subject: 'quote', subjectId: quote.id, action: 'quote.reminded', says });
  };

/**
 * One reminder before the last day and one after days of silence. The row records it in the transaction of the mail, so
 * that a crash neither loses nor doubles it. Never to a customer who has decided or asked, never both together, and
 * never at night.
 */
export async function remindCustomers(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const at = now(ctx);
  const { BUSINESS_TIMEZONE, hours } = services.config;
  const today = todayOf(ctx);
  const { from, to } = workingDay(today, hours);
  const minute = minutesAt(at, BUSINESS_TIMEZONE);
  if (minute < from || minute >= to) return 0;
  const { quoting } = await readCompany(services.orm.em.fork());
  let sent = 0;
  if (quoting.remindBeforeEnd)
    sent += await onEach(
      ctx,
      endingAt(at, today, quoting.remindBeforeEndDays),
      remind('ending_reminded_at', 'quote_ending', 'ending'),
    );
  if (quoting.remindSilent)
    sent += await onEach(
      ctx,
      silentAt(at, today, quoting.remindSilentDays),
      remind('silence_reminded_at', 'quote_silent', 'silent'),
    );
  return sent;
}
