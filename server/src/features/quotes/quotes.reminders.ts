import { LockMode } from '@mikro-orm/postgresql';
import { addDays } from '@quickfleet/shared/zoned-time';
import { type AppContext, now, type RequestContext, type Services, systemContext, todayOf } from '../../context.ts';
import { publish } from '../../lib/events.ts';
import { query } from '../../lib/query.ts';
import { runInTransaction } from '../../lib/transaction.ts';
import { readCompany } from '../company/company.service.ts';
import { record } from '../history/history.service.ts';
import { Quote } from './quote.entity.ts';
import { mailCustomer } from './quotes.mail.ts';

/** At most so many of one kind in one run; the next run goes on. */
const AT_ONCE = 500;
const OPEN = `q.status = 'sent' and q.outcome is null`;
const asks = (which: string) => `exists (select 1 from quote_questions a where a.quote_id = q.id and (${which}))`;

const idsOf = async (services: Services, where: string, params: unknown[]): Promise<number[]> => {
  const rows = await query<{ id: number }>(
    services.orm.em.fork(),
    `select q.id from quotes q where ${OPEN} and ${where} order by q.id limit ${AT_ONCE}`,
    params,
  );
  return rows.map(({ id }) => id);
};

/** Works on one quote that still is as `isDue` says, under its lock and in a transaction of its own. */
async function onQuote(
  ctx: RequestContext,
  id: number,
  isDue: (quote: Quote) => boolean,
  work: (inner: AppContext, quote: Quote) => Promise<void>,
): Promise<boolean> {
  return runInTransaction(ctx, 'quotes.tend', { id }, async (em) => {
    const inner: AppContext = { ...ctx, em, grant: 'yes' };
    const quote = await em.findOne(Quote, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (quote?.status !== 'sent' || quote.outcome || !isDue(quote)) return false;
    await work(inner, quote);
    return true;
  });
}
const stamp = (ctx: AppContext, column: string, id: number) =>
  query(ctx.em, `update quotes set ${column} = ? where id = ?`, [now(ctx), id]);

/**
 * Writes down which quotes have expired, for counts and lists; reads know it at midnight by themselves. The version
 * stays: nobody has changed anything.
 */
export async function expireQuotes(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const today = todayOf(ctx);
  const isOver = ({ validUntil }: Quote) => Boolean(validUntil && validUntil < today);
  let done = 0;
  for (const id of await idsOf(services, 'q.valid_until < ?::date', [today]))
    if (
      await onQuote(ctx, id, isOver, async (inner, quote) => {
        await query(inner.em, `update quotes set outcome = 'expired', outcome_at = ? where id = ?`, [now(inner), id]);
        record(inner, { subject: 'quote', subjectId: id, action: 'quote.expired', detail: quote.validUntil ?? '' });
        await publish(inner.em, { topic: 'quote', id });
      })
    )
      done++;
  return done;
}

/**
 * One reminder before the last day and one after days of silence. The row says that it was written, in the same
 * transaction as the mail, so that a crash neither loses nor doubles it. Never to somebody who has decided or asked, and
 * not both at once.
 */
export async function remindCustomers(services: Services): Promise<number> {
  const ctx = systemContext(services);
  const { quoting } = await readCompany(services.orm.em.fork());
  const today = todayOf(ctx);
  let sent = 0;
  if (quoting.remindBeforeEnd) {
    const until = addDays(today, quoting.remindBeforeEndDays);
    const isDue = ({ validUntil, endingRemindedAt }: Quote) =>
      Boolean(validUntil && validUntil >= today && validUntil <= until && !endingRemindedAt);
    // A quote that is offered for so short a time needs no reminder on its first day.
    const where = `q.valid_until between ?::date and ?::date and q.ending_reminded_at is null and q.sent_at < ?::timestamptz - interval '1 day' and not ${asks('a.answered_at is null')}`;
    for (const id of await idsOf(services, where, [today, until, now(ctx)]))
      if (
        await onQuote(ctx, id, isDue, async (inner, quote) => {
          await stamp(inner, 'ending_reminded_at', id);
          await mailCustomer(inner, quote, 'quote_ending');
          record(inner, { subject: 'quote', subjectId: id, action: 'quote.reminded', detail: 'before its last day' });
        })
      )
        sent++;
  }
  if (quoting.remindSilent) {
    const isDue = ({ validUntil, silenceRemindedAt }: Quote) =>
      !silenceRemindedAt && (!validUntil || validUntil >= today);
    const where = `q.silence_reminded_at is null and q.sent_at < ?::timestamptz - make_interval(days => ?) and q.sent_at > ?::timestamptz - make_interval(days => ? + 30)
      and (q.valid_until is null or q.valid_until >= ?::date)
      and coalesce(q.ending_reminded_at < ?::timestamptz - interval '2 days', true) and not ${asks('a.asked_at >= q.sent_at or a.answered_at is null')}`;
    const params = [now(ctx), quoting.remindSilentDays, now(ctx), quoting.remindSilentDays, today, now(ctx)];
    for (const id of await idsOf(services, where, params))
      if (
        await onQuote(ctx, id, isDue, async (inner, quote) => {
          await stamp(inner, 'silence_reminded_at', id);
          await mailCustomer(inner, quote, 'quote_silent');
          record(inner, { subject: 'quote', subjectId: id, action: 'quote.reminded', detail: 'after days of silence' });
        })
      )
        sent++;
  }
  return sent;
}
