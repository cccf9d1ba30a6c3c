import { endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { ActivityLine, ListActivity } from '@quickfleet/shared/company/history/activity';
import { actorKinds } from '@quickfleet/shared/company/history/history';
import { z } from 'zod';
import { keyset } from '../../db/keyset.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, type PageInput, readPage } from '../../db/paginate.ts';
import { c, type Row, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { detailFor, SAYS } from './detail-words.ts';

/** What people call a thing, as long as it is there. */
const names: Readonly<Record<string, string>> = {
  order: 'select tracking_number from orders',
  quote: 'select reference from quotes',
  invoice: 'select number from invoices',
  user: 'select username from users',
  customer: 'select name from customers',
  key: 'select name from api_keys',
  template: 'select name from email_templates',
  webhook: 'select url from webhooks',
  inbound: 'select name from inbound_shops',
  import: 'select file_name from imports',
  bank: 'select file_name from bank_statements',
};
const subjectName = Object.entries(names)
  .map(([subject, read]) => `when '${subject}' then (${read} where id = h.subject_id)`)
  .join(' ');
/** Only settings keep their values as facts; what a line of an order keeps there is evidence. */
const setting = (name: string) => `case when h.subject = 'company' then h.data::jsonb ->> '${name}' end`;
const columns = select({
  id: c.int('h.id'),
  at: c.time('h.at'),
  actor: c.text('h.actor_name'),
  actorKind: c.oneOf(actorKinds, 'h.actor_kind'),
  actorId: c.int('h.actor_id').nullable(),
  address: c.text('h.address').nullable(),
  action: c.text('h.action'),
  subject: c.text('h.subject'),
  subjectId: c.int('h.subject_id'),
  subjectName: c.text(`case h.subject ${subjectName} end`).nullable(),
  field: c.text(setting('path')).nullable(),
  from: c.text(`coalesce(h.from_status, ${setting('from')})`).nullable(),
  to: c.text(`coalesce(h.to_status, ${setting('to')})`).nullable(),
  detail: c.text('h.detail').nullable(),
  facts: c.json(z.unknown(), SAYS('h')),
});
const newest = keyset('h', 'newest', { by: 'h.id', as: 'int', turn: 'desc', idTurn: 'desc' });

type Asked = Omit<ListActivity, 'page' | 'limit'>;
export function listingOfActivity(input: Asked, zone: string): Listing<Row<typeof columns>> {
  const where = new Where();
  if (input.subject) where.andSelective('h.subject = ?', input.subject);
  if (input.subjectId) where.andSelective('h.subject_id = ?', input.subjectId);
  if (input.action) where.andSelective('h.action = ?', input.action);
  if (input.actorKind) where.andSelective('h.actor_kind = ?', input.actorKind);
  if (input.actorId) where.andSelective('h.actor_id = ?', input.actorId);
  if (input.from) where.andSelective('h.at >= ?', startOfDay(input.from, zone));
  if (input.to) where.andSelective('h.at < ?', endOfDay(input.to, zone));
  return { table: 'history', alias: 'h', columns, where, order: newest.order, keyset: newest, isSearch: false };
}

/** What happened, newest first. */
export async function findActivity(ctx: AppContext, input: Asked & PageInput): Promise<Page<ActivityLine>> {
  const { config } = ctx.services;
  const page = await readPage(ctx.em, listingOfActivity(input, config.BUSINESS_TIMEZONE), input);
  return {
    ...page,
    data: page.data.map(({ facts, ...line }) => ({ ...line, ...detailFor({ ...line, facts }, config) })),
  };
}
