import { contactOut } from '@quickfleet/shared/base/contact/stop-contact';
import {
  fulfilmentStates,
  type Inbound,
  type ListNotices,
  type Notice,
  noticeStates,
  shopKinds,
} from '@quickfleet/shared/operations/inbound';
import { API_BASE } from '@quickfleet/shared/paths';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, exists, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { merchantOf, onlyOwn } from '../../http/caller/merchant.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { keyWorks } from '../../people/api-keys/api-keys.queries.ts';

const columns = select({
  id: c.int('s.id'),
  kind: c.oneOf(shopKinds, 's.kind'),
  customerId: c.int('s.customer_id'),
  name: c.text('s.name'),
  sealed: c.text('s.token_sealed'),
  pickupAddress: c.text('s.pickup_address'),
  pickupContact: c.json(contactOut, 's.pickup_contact'),
  shopUrl: c.text('s.shop_url').nullable(),
  hasAccessToken: c.bool('s.access_token_sealed is not null'),
  isActive: c.bool(keyWorks('s')),
  waiting: c.int(`(select count(*)::int from inbound_notices n where n.shop_id = s.id and n.state = 'waiting')`),
  lastNoticeAt: c
    .time('(select n.received_at from inbound_notices n where n.shop_id = s.id order by n.id desc limit 1)')
    .nullable(),
  createdBy: c.text('s.created_by_name').nullable(),
  createdAt: c.time('s.created_at'),
  updatedAt: c.time('s.updated_at'),
  version: c.int('s.version'),
});
const viewOf = ({ services: { config, secrets } }: AppContext, { sealed, ...row }: Row<typeof columns>): Inbound => ({
  ...row,
  url: `${publicUrl(config)}${API_BASE}/inbound/${row.kind}/${secrets.open(sealed) ?? ''}`,
});

/** Connected shops; a merchant's key sees its own. */
export async function findInbound(ctx: AppContext, id?: number): Promise<Inbound[]> {
  const where = new Where();
  onlyOwn(where, 's', merchantOf(ctx));
  if (id !== undefined) where.and('s.id = ?', id);
  const statement = `select $columns from inbound_shops s ${where.sql} order by s.id`;
  return (await readRows(ctx.em, columns, statement, where.params)).map((row) => viewOf(ctx, row));
}

/** Rejects with 404, also for another customer's. */
export async function readInbound(ctx: AppContext, id: number): Promise<Inbound> {
  const [found] = await findInbound(ctx, id);
  if (!found) throw notFound('Inbound');
  return found;
}

const noticeColumns = select({
  id: c.int('n.id'),
  receivedAt: c.time('n.received_at'),
  topic: c.text('n.topic'),
  externalId: c.text('n.external_id').nullable(),
  state: c.oneOf(noticeStates, 'n.state'),
  reason: c.text('n.reason').nullable(),
  orderId: c.int('o.id').nullable(),
  fulfilment: c.oneOf(fulfilmentStates, 'n.fulfilment').nullable(),
  fulfilmentError: c.text('n.fulfilment_error').nullable(),
});
// An order that was deleted is not named.
const joins = 'left join orders o on o.id = n.order_id';

async function requireShop(ctx: AppContext, id: number): Promise<void> {
  const where = new Where();
  onlyOwn(where, 's', merchantOf(ctx));
  where.and('s.id = ?', id);
  if (!(await exists(ctx.em, `select 1 from inbound_shops s ${where.sql}`, where.params))) throw notFound('Inbound');
}

function listing({ id, state }: ListNotices): Listing<Row<typeof noticeColumns>> {
  const where = new Where();
  where.and('n.shop_id = ?', id);
  if (state) where.and('n.state = ?', state);
  const order = 'n.id desc';
  return { table: 'inbound_notices', alias: 'n', joins, columns: noticeColumns, where, order, isSearch: false };
}

/** What a shop has told, newest first. */
export async function findNotices(ctx: AppContext, input: ListNotices): Promise<Page<Notice>> {
  await requireShop(ctx, input.id);
  return readPage(ctx.em, listing(input), { page: input.page, limit: input.limit });
}

/** One notice of one shop. Rejects with 404. */
export async function readNoticeOf(ctx: AppContext, id: number, noticeId: number): Promise<Notice> {
  await requireShop(ctx, id);
  const found = await readRow(
    ctx.em,
    noticeColumns,
    `select $columns from inbound_notices n ${joins} where n.id = ? and n.shop_id = ?`,
    [noticeId, id],
  );
  if (!found) throw notFound('Notice');
  return found;
}
