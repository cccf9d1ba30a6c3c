import type { Customer as CustomerView, listCustomers } from '@quickfleet/shared/customers';
import { BARE_LIST_MAX } from '@quickfleet/shared/limits';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import { type Listing, type Page, readPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { contains, iso, likePattern, Where } from '../../lib/sql.ts';

const columns = `c.id, c.name, c.email, c.phone, c.company, c.version, ${iso('c.created_at')} as "createdAt", ${iso('c.updated_at')} as "updatedAt",
  (select count(*)::int from quotes q where q.customer_id = c.id) as "quoteCount",
  (select count(*)::int from orders o where o.customer_id = c.id) as "orderCount",
  (select coalesce(sum(o.quote_price), 0)::numeric(14, 2)::text from orders o where o.customer_id = c.id and o.status <> 'cancelled') as "orderTotal"`;
const orders = { newest: 'c.created_at desc, c.id desc', oldest: 'c.created_at, c.id', name: 'lower(c.name), c.id' };

type Filter = Pick<z.infer<typeof listCustomers>, 'q' | 'sort'>;
/** The list of customers with what they asked for and ordered. */
export function listingOfCustomers({ q, sort }: Filter): Listing {
  const where = new Where();
  if (q) where.andSelective(contains('c'), likePattern(q));
  return { table: 'customers', alias: 'c', columns, where, order: orders[sort], isSearch: Boolean(q) };
}

export const findCustomers = (ctx: AppContext, input: z.infer<typeof listCustomers>): Promise<Page<CustomerView>> =>
  readPage(ctx.em, listingOfCustomers(input), input);

/** GET /api/customers: the same rows as a bare array (docs/rest-compat.md). */
export const allCustomers = (ctx: AppContext): Promise<CustomerView[]> =>
  query(ctx.em, `select ${columns} from customers c order by ${orders.newest} limit ${BARE_LIST_MAX}`);

export async function readCustomer(ctx: AppContext, id: number): Promise<CustomerView> {
  const [row] = await query<CustomerView>(ctx.em, `select ${columns} from customers c where c.id = ?`, [id]);
  if (!row) throw notFound('Customer');
  return row;
}
