import type { ListMails, Mail, MailPage, MailRow } from '@quickfleet/shared/mailbox';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { offsetOf, toPage } from '../../lib/paginate.ts';
import { iso, likePattern, Where } from '../../lib/sql.ts';

const columns = `e.id, e.status, e.trigger, e.recipient, e.subject, e.quote_id as "quoteId", e.order_id as "orderId", o.tracking_number as "trackingNumber",
  e.tries, e.last_error as "lastError", ${iso('e.created_at')} as "createdAt", ${iso('e.sent_at')} as "sentAt"`;
// No foreign key: a mail stays on record when its order is deleted.
const from = 'from emails e left join orders o on o.id = e.order_id';

/** One page of the mails that were caused, newest first. */
export async function findMails(ctx: AppContext, input: ListMails): Promise<MailPage> {
  const where = new Where();
  if (input.q) where.and('e.recipient ilike ? or e.subject ilike ?', likePattern(input.q), likePattern(input.q));
  if (input.status) where.and('e.status = ?', input.status);
  if (input.quoteId) where.and('e.quote_id = ?', input.quoteId);
  if (input.orderId) where.and('e.order_id = ?', input.orderId);
  const [counted] = await ctx.em.execute<{ total: number }[]>(`select count(*)::int as total from emails e ${where.sql}`, where.params);
  const rows = await ctx.em.execute<MailRow[]>(`select ${columns} ${from} ${where.sql} order by e.created_at desc, e.id desc limit ? offset ?`, [
    ...where.params,
    input.limit,
    offsetOf(input),
  ]);
  return { ...toPage(rows, counted?.total ?? 0, input), hasMailServer: ctx.services.config.SMTP_URL !== undefined };
}

export async function readMail(ctx: AppContext, id: number): Promise<Mail> {
  const [row] = await ctx.em.execute<Mail[]>(`select ${columns}, e.message_id as "messageId", e.html, e.text ${from} where e.id = ?`, [id]);
  if (!row) throw notFound('Mail');
  return row;
}
