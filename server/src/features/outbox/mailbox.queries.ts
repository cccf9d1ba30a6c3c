import type { ListMails, Mail, MailPage } from '@quickfleet/shared/mailbox';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import type { Listing } from '../../lib/page-statement.ts';
import { answerPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, searchFor, Where } from '../../lib/sql.ts';
import { withLink } from './outbox.service.ts';

const columns = `e.id, e.status, e.trigger, e.recipient, e.subject, e.quote_id as "quoteId", e.order_id as "orderId", o.tracking_number as "trackingNumber",
  e.tries, e.last_error as "lastError", ${iso('e.created_at')} as "createdAt", ${iso('e.sent_at')} as "sentAt"`;
// No foreign key: a mail stays on record when its order is deleted.
const joins = 'left join orders o on o.id = e.order_id';

/** The list of mails that were caused, newest first. */
export function listingOfMails(input: Omit<ListMails, 'page' | 'limit'>): Listing {
  const where = new Where();
  if (input.q) where.andSelective(...searchFor('e', input.q));
  where.andStates('e.status', input.status ? [input.status] : []);
  if (input.quoteId) where.and('e.quote_id = ?', input.quoteId);
  if (input.orderId) where.and('e.order_id = ?', input.orderId);
  const order = 'e.created_at desc, e.id desc';
  return { table: 'emails', alias: 'e', joins, columns, where, order, isSearch: Boolean(input.q) };
}

export const findMails = (ctx: AppContext, input: ListMails): Promise<MailPage> =>
  answerPage(ctx, listingOfMails(input), input, {
    page: { hasMailServer: ctx.services.config.SMTP_URL !== undefined },
  });

export async function readMail(ctx: AppContext, id: number): Promise<Mail> {
  const [row] = await query<Mail & { sealed: string | null }>(
    ctx.em,
    `select ${columns}, e.message_id as "messageId", e.html, e.text, (select token_sealed from quotes q where q.id = e.quote_id) as sealed from emails e ${joins} where e.id = ?`,
    [id],
  );
  if (!row) throw notFound('Mail');
  const { sealed, ...mail } = row;
  return withLink(ctx.services.secrets, mail, sealed);
}
