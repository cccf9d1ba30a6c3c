import { orderNumberIn } from '@quickfleet/shared/base/scan/parcel-number';
import { incidentKinds, incidentOpeners, incidentStates } from '@quickfleet/shared/delivery/proof/incident-words';
import type { Incident as IncidentView, ListIncidents } from '@quickfleet/shared/delivery/proof/incidents';
import { z } from 'zod';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, readRow, select } from '../../db/rows.ts';
import { searchIn, Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';
import { orderCurrency } from '../orders/orders.money.ts';

/** A claim of the release before has none: what is made of its row stays the same. */
export const claimReference = `coalesce(n.reference, 'C-' || upper(substr(md5(n.id || '-' || extract(epoch from n.created_at)), 1, 8)))`;
const columns = select({
  id: c.int('n.id'),
  orderId: c.int('n.order_id'),
  trackingNumber: c.text('o.tracking_number'),
  customerName: c.text('o.customer_name'),
  hasEmail: c.bool(
    `case when n.opened_by = 'recipient' then o.delivery_contact ->> 'email' else o.customer_email end is not null`,
  ),
  kind: c.oneOf(incidentKinds, 'n.kind'),
  state: c.oneOf(incidentStates, 'n.state'),
  description: c.text('n.description').nullable(),
  answer: c.text('n.answer').nullable(),
  reference: c.text(claimReference),
  items: c.json(z.array(z.object({ itemId: z.int(), name: z.string() })), 'n.items'),
  photoUrls: c.texts('n.photo_urls'),
  note: c.text('n.note').nullable(),
  amount: c.digits(amountSql('n.amount', orderCurrency)).nullable(),
  currency: c.text(orderCurrency),
  openedBy: c.oneOf(incidentOpeners, 'n.opened_by'),
  openedByName: c.text('n.opened_by_name'),
  createdAt: c.time('n.created_at'),
  updatedAt: c.time('n.updated_at'),
  settledAt: c.time('n.settled_at').nullable(),
  version: c.int('n.version'),
});
const joins = 'join orders o on o.id = n.order_id';

/** Claims, newest first. */
export function findIncidents(ctx: AppContext, input: ListIncidents): Promise<Page<IncidentView>> {
  const where = new Where();
  if (input.state) where.and('n.state = ?', input.state);
  if (input.kind) where.and('n.kind = ?', input.kind);
  if (input.orderId) where.and('n.order_id = ?', input.orderId);
  if (input.q) {
    const { sql, params } = searchIn('o', orderNumberIn(input.q) ?? input.q, 'office');
    where.andSelective(`exists (select 1 from orders o where o.id = n.order_id and (${sql}))`, ...params);
  }
  const listing = {
    table: 'incidents',
    alias: 'n',
    joins,
    columns,
    where,
    order: 'n.created_at desc, n.id desc',
  };
  return readPage(ctx.em, { ...listing, isSearch: Boolean(input.q) }, input);
}

/** Rejects with 404. */
export async function readIncident(ctx: AppContext, id: number): Promise<IncidentView> {
  const row = await readRow(ctx.em, columns, `select $columns from incidents n ${joins} where n.id = ?`, [id]);
  if (!row) throw notFound('Incident');
  return row;
}
