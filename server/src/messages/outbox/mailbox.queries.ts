import type { EntityManager } from '@mikro-orm/postgresql';
import { MAIL_STUCK_MINUTES } from '@quickfleet/shared/limits';
import { type ListMails, type Mail, type MailPage, mailStatuses } from '@quickfleet/shared/messages/mailbox';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import { keyset } from '../../db/keyset.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, type PageInput, readPage } from '../../db/paginate.ts';
import { c, type Row, readOne, readRow, select } from '../../db/rows.ts';
import { searchFor, Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { withLink } from './outbox.service.ts';

const columns = {
  id: c.int('e.id'),
  status: c.oneOf(mailStatuses, 'e.status'),
  trigger: c.text('e.trigger'),
  recipient: c.text('e.recipient'),
  subject: c.text('e.subject'),
  quoteId: c.int('e.quote_id').nullable(),
  orderId: c.int('e.order_id').nullable(),
  trackingNumber: c.text('o.tracking_number').nullable(),
  tries: c.int('e.tries'),
  lastError: c.text('e.last_error').nullable(),
  createdAt: c.time('e.created_at'),
  sentAt: c.time('e.sent_at').nullable(),
};
const listed = select(columns);
const inFull = select({
  ...columns,
  messageId: c.text('e.message_id'),
  html: c.text('e.html'),
  text: c.text('e.text'),
  sealed: c.text('(select token_sealed from quotes q where q.id = e.quote_id)').nullable(),
});
// No foreign key: a mail stays on record when its order is deleted.
const joins = 'left join orders o on o.id = e.order_id';

const newest = keyset('e', 'newest', { by: 'e.created_at', as: 'timestamptz', turn: 'desc', idTurn: 'desc' });

/** The list of mails that were caused, newest first. */
export function listingOfMails(input: Omit<ListMails, 'page' | 'limit'>): Listing<Row<typeof listed>> {
  const where = new Where();
  if (input.q) where.andSelective(...searchFor('e', input.q));
  where.andStates('e.status', input.status ? [input.status] : []);
  if (input.quoteId) where.and('e.quote_id = ?', input.quoteId);
  if (input.orderId) where.and('e.order_id = ?', input.orderId);
  const { order } = newest;
  return {
    table: 'emails',
    alias: 'e',
    joins,
    columns: listed,
    where,
    order,
    keyset: newest,
    isSearch: Boolean(input.q),
  };
}

export const findMails = async (
  ctx: AppContext,
  input: ListMails & PageInput,
): Promise<MailPage & Pick<Page<never>, 'nextCursor'>> => ({
  ...(await readPage(ctx.em, listingOfMails(input), input)),
  hasMailServer: ctx.services.config.SMTP_URL !== undefined,
});

const stuck = select({
  since: c.time('min(created_at)').nullable(),
  count: c.count(),
  failed: c.int(
    `(select count(*)::int from emails where status = 'failed' and created_at > ?::timestamptz - interval '7 days')`,
  ),
});
/**
 * Mail that has waited for ten minutes, with the failed ones of a week; null while everything leaves. Mails without a
 * mail server are kept and do not wait.
 */
export async function readStuckMail(em: EntityManager, now: Date): Promise<Dashboard['stuckMail']> {
  const row = await readOne(
    em,
    stuck,
    `select $columns from emails where status = 'queued' and created_at < ?::timestamptz - make_interval(mins => ?)`,
    [now, now, MAIL_STUCK_MINUTES],
  );
  return row.since ? { since: row.since, count: row.count, failed: row.failed } : null;
}

export async function readMail(ctx: AppContext, id: number): Promise<Mail> {
  const row = await readRow(ctx.em, inFull, `select $columns from emails e ${joins} where e.id = ?`, [id]);
  if (!row) throw notFound('Mail');
  const { sealed, ...mail } = row;
  return withLink(ctx.services.secrets, mail, sealed);
}
