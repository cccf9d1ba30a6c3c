import type { CustomerAddresses, Customer as CustomerView, listCustomers } from '@quickfleet/shared/customers';
import { ADDRESSES_OFFERED, BARE_LIST_MAX } from '@quickfleet/shared/limits';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { notFound } from '../../lib/errors.ts';
import type { Listing } from '../../lib/page-statement.ts';
import { answerPage, type Page } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, searchFor, Where } from '../../lib/sql.ts';

const columns = `c.id, c.name, c.email, c.phone, c.company, c.on_account as "onAccount", c.proof_rules as "proofRules", c.version, ${iso('c.created_at')} as "createdAt", ${iso('c.updated_at')} as "updatedAt",
  (select count(*)::int from quotes q where q.customer_id = c.id) as "quoteCount",
  (select count(*)::int from orders o where o.customer_id = c.id) as "orderCount",
  (select coalesce(sum(o.quote_price), 0)::numeric(14, 2)::text from orders o where o.customer_id = c.id and o.status <> 'cancelled') as "orderTotal"`;
const orders = { newest: 'c.created_at desc, c.id desc', oldest: 'c.created_at, c.id', name: 'lower(c.name), c.id' };

type Filter = Pick<z.infer<typeof listCustomers>, 'q' | 'sort'>;
/** The list of customers with what they asked for and ordered. */
export function listingOfCustomers({ q, sort }: Filter): Listing {
  const where = new Where();
  if (q) where.andSelective(...searchFor('c', q));
  return { table: 'customers', alias: 'c', columns, where, order: orders[sort], isSearch: Boolean(q) };
}

export const findCustomers = (ctx: AppContext, input: z.infer<typeof listCustomers>): Promise<Page<CustomerView>> =>
  answerPage(ctx, listingOfCustomers(input), input);

/** GET /api/customers: the same rows as a bare array (docs/rest-compat.md). */
export const allCustomers = (ctx: AppContext): Promise<CustomerView[]> =>
  query(ctx.em, `select ${columns} from customers c order by ${orders.newest} limit ${BARE_LIST_MAX}`);

export async function readCustomer(ctx: AppContext, id: number): Promise<CustomerView> {
  const [row] = await query<CustomerView>(ctx.em, `select ${columns} from customers c where c.id = ?`, [id]);
  if (!row) throw notFound('Customer');
  return row;
}

const latest = (
  kind: 'pickup' | 'delivery',
) => `(select coalesce(json_agg(address order by at desc, address), '[]') from (
  select ${kind}_address as address, max(created_at) as at from used group by 1 order by 2 desc, 1 limit ${ADDRESSES_OFFERED}) recent) as ${kind}`;

/** Where a customer sent from and to before, most recent first. Rejects with 404. */
export async function findAddresses(ctx: AppContext, id: number): Promise<CustomerAddresses> {
  const [row] = await query<CustomerAddresses>(
    ctx.em,
    `with person as (select id from customers where id = ?),
     used as (
       select pickup_address, delivery_address, created_at from orders where customer_id in (select id from person)
       union all
       select pickup_address, delivery_address, created_at from quotes where customer_id in (select id from person))
     select ${latest('pickup')}, ${latest('delivery')} from person`,
    [id],
  );
  if (!row) throw notFound('Customer');
  return row;
}
