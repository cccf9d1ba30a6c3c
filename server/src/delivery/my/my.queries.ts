import { orderOutcomes } from '@quickfleet/shared/company/failure-words';
import type { Me, MyAddresses, MyOrder, MyQuote, OrderAgain } from '@quickfleet/shared/delivery/my';
import { orderStatuses } from '@quickfleet/shared/delivery/order-status';
import { incidentKinds, incidentStates } from '@quickfleet/shared/delivery/proof/incident-words';
import { ADDRESSES_OFFERED } from '@quickfleet/shared/limits';
import { API_BASE, paths } from '@quickfleet/shared/paths';
import { isPaidQuote, quoteOutcomes, quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { DomainError, notFound } from '../../http/errors.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { contactColumns } from '../../people/customers/stop-contacts.ts';
import { pageStateOf } from '../../quoting/quote-page/quote-page.queries.ts';
import { outcomeColumn } from '../../quoting/quote-page/quotes.outcome.ts';
import { customerUrlOf } from '../../quoting/quotes/quotes.link.ts';
import { currencyColumn, priceColumn } from '../../quoting/quotes/quotes.queries.ts';
import { etaColumn } from '../eta/eta.queries.ts';
import { claimReference } from '../incidents/incidents.queries.ts';
import { windowColumns } from '../orders/orders.filters.ts';
import { amountColumns } from '../orders/orders.money.ts';
import { withPlannedDay } from '../orders/orders.queries.ts';
import { proofToken } from '../proof/proof-link.ts';

// Every read here is about one address, and finds its rows by it alone.

const theirs = (alias: string) => `lower(${alias}.customer_email) = ?`;

const account = select({ email: c.text('proven_email') });
/**
 * The address whose deliveries this caller may see, in lower case: that of the mailed link, else the one that the
 * signed-in user has proved.
 */
async function findAddress({ caller, em }: AppContext): Promise<string | undefined> {
  if (caller.email !== undefined) return caller.email;
  if (caller.user?.role !== 'customer') return undefined;
  const row = await readRow(
    em,
    account,
    'select $columns from users where id = ? and proven_email = lower(trim(email))',
    [caller.user.id],
  );
  return row?.email;
}

/** @throws 409 EMAIL_NOT_PROVEN for an account with an unproved address: anybody may register with any address */
async function ownAddress(ctx: AppContext): Promise<string> {
  const email = await findAddress(ctx);
  if (email !== undefined) return email;
  throw new DomainError(
    'CONFLICT',
    'EMAIL_NOT_PROVEN',
    'Confirm the e-mail address of your account first: ask for a link, and open it in this browser',
  );
}

const latestName = select({ name: c.text('name') });
export async function readMe(ctx: AppContext): Promise<Me> {
  const email = await findAddress(ctx);
  const isAccount = ctx.caller.email === undefined && ctx.caller.user?.role === 'customer';
  if (email === undefined) return { email: null, name: null, isAccount };
  const row = await readRow(
    ctx.em,
    latestName,
    `select $columns from (
       (select o.customer_name as name, o.created_at from orders o where ${theirs('o')} order by o.created_at desc, o.id desc limit 1)
       union all
       (select q.customer_name, q.created_at from quotes q where ${theirs('q')} order by q.created_at desc, q.id desc limit 1)) latest
     order by created_at desc limit 1`,
    [email, email],
  );
  return { email, name: row?.name ?? null, isAccount };
}

const itemsOf = (table: 'order' | 'quote', id: string) =>
  c.list(
    { name: c.text('i.name'), quantity: c.int('i.quantity') },
    `from ${table}_items i where i.${table}_id = ${id}`,
    'i.position, i.id',
  );
const route = (alias: string) => ({
  pickupAddress: c.text(`${alias}.pickup_address`),
  deliveryAddress: c.text(`${alias}.delivery_address`),
});
/** The page of a quote `q`, by the token that only this process opens. */
const quoteLink = {
  sealed: c.text('q.token_sealed').nullable(),
  quoteStatus: c.oneOf(quoteStatuses, 'q.status').nullable(),
};

const orderColumns = select({
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  status: c.oneOf(orderStatuses, 'o.status'),
  hasDriver: c.bool('o.driver_id is not null'),
  outcome: c.oneOf(orderOutcomes, 'o.outcome').nullable(),
  ...route('o'),
  recipientName: c.text(`o.delivery_contact ->> 'name'`).nullable(),
  items: itemsOf('order', 'o.id'),
  deliveryDate: c.time('o.delivery_date').nullable(),
  plannedDay: c.day('o.planned_day').nullable(),
  ...windowColumns,
  eta: etaColumn,
  createdAt: c.time('o.created_at'),
  deliveredAt: c.time('o.delivered_at').nullable(),
  cancelledAt: c.time('o.cancelled_at').nullable(),
  // What the office noted for itself is no price that the customer was told.
  total: amountColumns.quotePrice.within((sql) => `case when o.quote_id is not null or o.on_account then ${sql} end`),
  currency: amountColumns.currency,
  quoteReference: c.text('q.reference').nullable(),
  ...quoteLink,
  claims: c.list(
    {
      reference: c.text(claimReference),
      kind: c.oneOf(incidentKinds, 'n.kind'),
      state: c.oneOf(incidentStates, 'n.state'),
      answer: c.text('n.answer').nullable(),
    },
    `from incidents n where n.order_id = o.id and n.opened_by = 'customer'`,
    'n.created_at, n.id',
  ),
});

/** Links of a quote: its page, and the receipt of a paid one. */
function linksOf({ services }: AppContext, { sealed, quoteStatus }: Row<typeof orderColumns>) {
  const quoteUrl = customerUrlOf(services, sealed);
  const token = quoteUrl?.split('/').at(-1);
  const isPaid = quoteStatus !== null && isPaidQuote(quoteStatus);
  return { quoteUrl, receiptPath: token && isPaid ? `${API_BASE}/q/${token}/receipt.pdf` : null };
}

/** The orders of the caller's address, newest first. */
export async function findMyOrders(ctx: AppContext, input: { page: number; limit: number }): Promise<Page<MyOrder>> {
  const where = new Where();
  const email = await ownAddress(ctx);
  where.and(theirs('o'), email);
  const page = await readPage(
    ctx.em,
    {
      table: 'orders',
      alias: 'o',
      joins: 'left join quotes q on q.id = o.quote_id',
      columns: orderColumns,
      where,
      order: 'o.created_at desc, o.id desc',
      isSearch: false,
    },
    input,
  );
  const data = page.data.map((row) => {
    const { id, sealed: _, quoteStatus: _status, deliveryDate: _day, ...order } = withPlannedDay(ctx, row);
    const proof = order.deliveredAt === null ? null : proofToken(ctx, id, now(ctx));
    return {
      ...order,
      deliveryPath: paths.delivery(deliveryToken(ctx.services.secrets, order.trackingNumber, email)),
      ...linksOf(ctx, row),
      proofPath: proof && `${API_BASE}/orders/${id}/proof.pdf?token=${encodeURIComponent(proof)}`,
    };
  });
  return { ...page, data };
}

const quoteColumns = select({
  id: c.int('q.id'),
  reference: c.text('coalesce(q.reference, q.id::text)'),
  outcome: c.oneOf(quoteOutcomes, outcomeColumn).nullable(),
  ...route('q'),
  items: itemsOf('quote', 'q.id'),
  createdAt: c.time('q.created_at'),
  // A customer reads of no price while it is being made.
  validUntil: c.day(`case when q.status <> 'draft' then q.valid_until end`).nullable(),
  total: c.digits(`case when q.status <> 'draft' then ${priceColumn} end`).nullable(),
  currency: c.text(currencyColumn),
  sealed: c.text('q.token_sealed').nullable(),
  status: c.oneOf(quoteStatuses, 'q.status'),
  trackingNumber: c.text('o.tracking_number').nullable(),
});

/** The quotes of the caller's address, newest first. */
export async function findMyQuotes(ctx: AppContext, input: { page: number; limit: number }): Promise<Page<MyQuote>> {
  const where = new Where();
  where.and(theirs('q'), await ownAddress(ctx));
  const page = await readPage(
    ctx.em,
    {
      table: 'quotes',
      alias: 'q',
      joins: 'left join orders o on o.quote_id = q.id',
      columns: quoteColumns,
      columnParams: [todayOf(ctx)],
      where,
      order: 'q.created_at desc, q.id desc',
      isSearch: false,
    },
    input,
  );
  const data = page.data.map(({ id: _, status, outcome, sealed, ...quote }) => {
    const state = pageStateOf({ status, outcome });
    const quoteUrl = customerUrlOf(ctx.services, sealed);
    const token = quoteUrl?.split('/').at(-1);
    const receiptPath = token && isPaidQuote(status) ? `${API_BASE}/q/${token}/receipt.pdf` : null;
    return { ...quote, state, quoteUrl, receiptPath };
  });
  return { ...page, data };
}

const USED_READ = 200;
const stopsOf = (alias: string, table: string) =>
  (['pickup', 'delivery'] as const)
    .map(
      (
        use,
      ) => `(select '${use}' as use, ${alias}.${use}_address as address, ${alias}.${use}_contact as contact, ${alias}.created_at
       from ${table} ${alias} where ${theirs(alias)} order by ${alias}.created_at desc, ${alias}.id desc limit ${USED_READ})`,
    )
    .join(' union all ');
const addressColumns = select({
  use: c.oneOf(['pickup', 'delivery'], 'use'),
  address: c.text('address'),
  contact: contactColumns('latest').deliveryContact.within(() => 'contact'),
  lastUsedAt: c.time('created_at'),
});
/** Where the caller's address sent from and to, each with the person who was there last; most recent first. */
export async function findMyAddresses(ctx: AppContext): Promise<MyAddresses> {
  const email = await ownAddress(ctx);
  const data = await readRows(
    ctx.em,
    addressColumns,
    `select $columns from (
       select distinct on (use, lower(address)) * from (${stopsOf('o', 'orders')} union all ${stopsOf('q', 'quotes')}) used
       order by use, lower(address), created_at desc) latest
     order by created_at desc, use, address limit ${ADDRESSES_OFFERED}`,
    [email, email, email, email],
  );
  return { data };
}

const againColumns = select({
  customer: c.object({
    name: c.text('o.customer_name'),
    email: c.text('o.customer_email'),
    phone: c.text('o.customer_phone').nullable(),
    company: c.text('o.customer_company').nullable(),
  }),
  ...route('o'),
  ...contactColumns('o'),
  notes: c.text('o.notes').nullable(),
  items: c.list(
    { name: c.text('i.name'), description: c.text('i.description').nullable(), quantity: c.int('i.quantity') },
    'from order_items i where i.order_id = o.id',
    'i.position, i.id',
  ),
});
/** One of the caller's orders, as a request for the same again. Rejects with 404 for any other. */
export async function readAgain(ctx: AppContext, trackingNumber: string): Promise<OrderAgain> {
  const row = await readRow(
    ctx.em,
    againColumns,
    `select $columns from orders o where o.tracking_number = ? and ${theirs('o')}`,
    [trackingNumber, await ownAddress(ctx)],
  );
  if (!row) throw notFound('Order');
  return row;
}
