import type { EntityManager } from '@mikro-orm/postgresql';
import { normaliseReference } from '@quickfleet/shared/base/pasted';
import { orderNumberIn } from '@quickfleet/shared/base/scan/parcel-number';
import { MAIL_STUCK_MINUTES } from '@quickfleet/shared/limits';
import {
  type Channels,
  type ListMails,
  type Mail,
  type MailPage,
  mailStatuses,
  messageKinds,
} from '@quickfleet/shared/messages/mailbox';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import { hasSms } from '../../config.ts';
import { keyset } from '../../db/keyset.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, type PageInput, readPage } from '../../db/paginate.ts';
import { c, type Row, readOne, readRow, select } from '../../db/rows.ts';
import { type Condition, rowNumberIn, searchIn, Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { withDeliveryLinks } from './delivery-links.ts';
import { withLink } from './outbox.service.ts';

const columns = {
  id: c.int('e.id'),
  kind: c.oneOf(messageKinds, 'e.kind'),
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
  sendAt: c.time('e.send_at').nullable(),
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

const REFERENCE = /^[0-9A-Z]{3}-[0-9A-Z]{3}$/;
const newest = keyset('e', 'newest', { by: 'e.created_at', as: 'timestamptz', turn: 'desc', idTurn: 'desc' });

/** By recipient and subject, and by what the mail is about: a tracking number, a quote's reference, #49. */
function searchMails(q: string): Condition {
  const id = rowNumberIn(q);
  if (id !== undefined) return { sql: 'e.order_id = ? or e.quote_id = ?', params: [id, id] };
  const tracking = orderNumberIn(q);
  const reference = normaliseReference(q);
  const exact: Condition[] = [];
  if (tracking)
    exact.push({ sql: 'e.order_id = any(array(select id from orders where tracking_number = ?))', params: [tracking] });
  if (REFERENCE.test(reference))
    exact.push({ sql: 'e.quote_id = any(array(select id from quotes where reference = ?))', params: [reference] });
  return searchIn('e', q, 'office', { exact });
}

/** The list of mails that were caused, newest first. */
export function listingOfMails(input: Omit<ListMails, 'page' | 'limit'>): Listing<Row<typeof listed>> {
  const where = new Where();
  if (input.q) {
    const { sql, params } = searchMails(input.q);
    where.andSelective(sql, ...params);
  }
  where.andStates('e.status', input.status ? [input.status] : []);
  if (input.quoteId) where.and('e.quote_id = ?', input.quoteId);
  if (input.orderId) where.and('e.order_id = ? or e.order_ids @> array[?::int]', input.orderId, input.orderId);
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

/** What leaves this installation, for the screens that speak of it. */
export const channelsOf = ({ services: { config } }: AppContext): Channels => ({
  email: config.SMTP_URL !== undefined,
  sms: hasSms(config),
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
  const { secrets } = ctx.services;
  return withDeliveryLinks(secrets, withLink(secrets, mail, sealed), mail.recipient);
}
