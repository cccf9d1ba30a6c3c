import { stopContact } from '@quickfleet/shared/base/contact/stop-contact';
import { proofRulesOut } from '@quickfleet/shared/company/proof/proof-rules';
import { orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { ADDRESSES_OFFERED, ADDRESSES_SAVED_MAX, BARE_LIST_MAX } from '@quickfleet/shared/limits';
import { customerBilling, noBilling } from '@quickfleet/shared/people/customer-billing';
import type { CustomerAddresses, Customer as CustomerView, listCustomers } from '@quickfleet/shared/people/customers';
import { addressUses } from '@quickfleet/shared/people/saved-addresses';
import type { z } from 'zod';
import { placeOf, placesOf } from '../../company/places/places.queries.ts';
import { keyset } from '../../db/keyset.ts';
import type { Listing } from '../../db/page-statement.ts';
import { type Page, readPage, withIds } from '../../db/paginate.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { settledUntil } from '../../db/settled.ts';
import { quoted, rowNumberIn, searchIn, Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';
import { ownNumberColumns } from '../../http/own-numbers.ts';

/** All that is said of a customer `alias` for invoices. */
export const billingColumn = (alias: string) =>
  c.json(customerBilling, `'${JSON.stringify(noBilling)}'::jsonb || coalesce(${alias}.billing, '{}')`);

const columns = select({
  id: c.int('c.id'),
  name: c.text('c.name'),
  email: c.text('c.email'),
  isEmailConfirmed: c.bool('c.email_before is null'),
  phone: c.text('c.phone').nullable(),
  company: c.text('c.company').nullable(),
  onAccount: c.bool('c.on_account'),
  recipientMails: c.bool('c.recipient_mails'),
  proofRules: c.json(proofRulesOut, 'c.proof_rules'),
  billing: billingColumn('c'),
  version: c.int('c.version'),
  ...ownNumberColumns('c'),
  createdAt: c.time('c.created_at'),
  updatedAt: c.time('c.updated_at'),
  hasAccountOrders: c.bool(
    `exists (select 1 from orders o where o.customer_id = c.id and o.on_account and o.status in (${quoted(orderStatusesThat('counts'))}))`,
  ),
  quoteCount: c.int('(select count(*)::int from quotes q where q.customer_id = c.id)'),
  orderCount: c.int('(select count(*)::int from orders o where o.customer_id = c.id)'),
  orderTotal: c.digits(
    amountSql(
      `(select coalesce(sum(o.quote_price), 0) from orders o where o.customer_id = c.id and o.status in (${quoted(orderStatusesThat('counts'))}) and coalesce(o.currency, ${companyCurrency}) = ${companyCurrency})`,
      companyCurrency,
    ),
  ),
  currency: c.text(companyCurrency),
});
const down = { turn: 'desc', idTurn: 'desc' } as const;
const orders = {
  newest: keyset('c', 'newest', { by: 'c.created_at', as: 'timestamptz', ...down }),
  oldest: keyset('c', 'oldest', { by: 'c.created_at', as: 'timestamptz' }),
  name: keyset('c', 'name', { by: 'lower(c.name)', as: 'text' }),
  updated: keyset('c', 'updated', { by: 'c.updated_at', as: 'timestamptz', ...down }),
};
const byChange = keyset('c', 'change', { by: 'c.updated_at', as: 'timestamptz' });

type Filter = Omit<z.infer<typeof listCustomers>, 'page' | 'limit' | 'cursor'>;
/** The list of customers with what they asked for and ordered. */
export function listingOfCustomers(
  { q, sort, externalId, ids, updatedSince }: Filter,
  until = 'infinity',
): Listing<Row<typeof columns>> {
  const where = new Where();
  if (q) {
    const id = rowNumberIn(q);
    const { sql, params } = id === undefined ? searchIn('c', q, 'office') : { sql: 'c.id = ?', params: [id] };
    where.andSelective(sql, ...params);
  }
  if (externalId) where.and('c.external_id = ?', externalId);
  if (ids) where.and('c.id = any(?)', ids);
  if (updatedSince) where.andSelective('c.updated_at >= ? and c.updated_at < ?', new Date(updatedSince), until);
  const order = updatedSince ? byChange : orders[sort];
  return { table: 'customers', alias: 'c', columns, where, order: order.order, keyset: order, isSearch: Boolean(q) };
}

export async function findCustomers(
  ctx: AppContext,
  input: z.infer<typeof listCustomers>,
): Promise<Page<CustomerView>> {
  const until = input.updatedSince ? await settledUntil(ctx.em) : undefined;
  return readPage(ctx.em, listingOfCustomers(input, until), withIds(input));
}

/** GET /api/customers: the same rows as a bare array (docs/rest-compat.md). */
export const allCustomers = (ctx: AppContext): Promise<CustomerView[]> =>
  readRows(ctx.em, columns, `select $columns from customers c order by ${orders.newest.order} limit ${BARE_LIST_MAX}`);

export async function readCustomer(ctx: AppContext, id: number): Promise<CustomerView> {
  const row = await readRow(ctx.em, columns, 'select $columns from customers c where c.id = ?', [id]);
  if (!row) throw notFound('Customer');
  return row;
}

/** Several of them, in no order. */
export const readCustomers = (ctx: AppContext, ids: readonly number[]): Promise<CustomerView[]> =>
  readRows(ctx.em, columns, 'select $columns from customers c where c.id = any(?)', [[...ids]]);

/** As an address book has them. */
export const savedOrder = 'lower(coalesce(label, address)), id';
const latest = (kind: 'pickup' | 'delivery') =>
  c.texts(`(select coalesce(json_agg(address order by at desc, address), '[]') from (
  select ${kind}_address as address, max(created_at) as at from used where ${kind}_address is not null group by 1 order by 2 desc, 1 limit ${ADDRESSES_OFFERED}) recent)`);
const addresses = select({
  pickup: latest('pickup'),
  delivery: latest('delivery'),
  saved: c.list(
    {
      id: c.int('a.id'),
      label: c.text('a.label').nullable(),
      use: c.oneOf(addressUses, 'a.use'),
      address: c.text('a.address'),
      contact: c.json(stopContact, 'a.contact').nullable(),
      place: placeOf('a.address'),
      createdAt: c.time('a.created_at'),
    },
    `from (select * from customer_addresses where customer_id = person.id order by ${savedOrder} limit ${ADDRESSES_SAVED_MAX}) a`,
    savedOrder,
  ),
});

/** Where a customer sent from and to before, most recent first, and the addresses that are saved. Rejects with 404. */
export async function findAddresses(ctx: AppContext, id: number): Promise<CustomerAddresses> {
  const row = await readRow(
    ctx.em,
    addresses,
    `with person as (select id from customers where id = ?),
     used as (
       select pickup_address, delivery_address, created_at from orders where customer_id in (select id from person)
       union all
       select pickup_address, delivery_address, created_at from quotes where customer_id in (select id from person)
       union all
       select case when use <> 'delivery' then address end, case when use <> 'pickup' then address end, created_at
         from customer_addresses where customer_id in (select id from person))
     select $columns from person`,
    [id],
  );
  if (!row) throw notFound('Customer');
  const places = await placesOf(ctx, row.saved);
  return { ...row, saved: row.saved.map((one) => ({ ...one, place: places.get(one.address) ?? null })) };
}
