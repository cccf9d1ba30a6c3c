import type { Incident as IncidentView, ListIncidents } from '@quickfleet/shared/incidents';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { answerPage, type Page } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { contains, iso, likePattern, Where } from '../../lib/sql.ts';

const columns = `n.id, n.order_id as "orderId", o.tracking_number as "trackingNumber", o.customer_name as "customerName", n.kind, n.state,
  n.description, n.items, n.photo_urls as "photoUrls", n.note, n.amount::text as amount, n.opened_by as "openedBy", n.opened_by_name as "openedByName",
  ${iso('n.created_at')} as "createdAt", ${iso('n.updated_at')} as "updatedAt", ${iso('n.settled_at')} as "settledAt", n.version`;
const joins = 'join orders o on o.id = n.order_id';

/** Claims, newest first. */
export function findIncidents(ctx: AppContext, input: ListIncidents): Promise<Page<IncidentView>> {
  const where = new Where();
  if (input.state) where.and('n.state = ?', input.state);
  if (input.kind) where.and('n.kind = ?', input.kind);
  if (input.orderId) where.and('n.order_id = ?', input.orderId);
  if (input.q)
    where.andSelective(
      `exists (select 1 from orders o where o.id = n.order_id and ${contains('o')})`,
      likePattern(input.q),
    );
  const listing = { table: 'incidents', alias: 'n', joins, columns, where, order: 'n.created_at desc, n.id desc' };
  return answerPage(ctx, { ...listing, isSearch: Boolean(input.q) }, input);
}

/** Rejects with 404. */
export async function readIncident(ctx: AppContext, id: number): Promise<IncidentView> {
  const [row] = await query<IncidentView>(ctx.em, `select ${columns} from incidents n ${joins} where n.id = ?`, [id]);
  if (!row) throw notFound('Incident');
  return row;
}
