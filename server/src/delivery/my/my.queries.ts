import { orderOutcomes } from '@quickfleet/shared/company/proof/failure-words';
import type { listMine, Me, MyOrder, MyQuote, OrderAgain } from '@quickfleet/shared/delivery/my/my';
import { orderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import { incidentKinds, incidentStates } from '@quickfleet/shared/delivery/proof/incident-words';
import { API_BASE, paths } from '@quickfleet/shared/paths';
import { isPaidQuote, type QuoteStatus, quoteOutcomes, quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import type { z } from 'zod';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, type Row, readRow, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { deliveryToken } from '../../messages/outbox/delivery-links.ts';
import { findAddress, ownAddress } from '../../people/account/own-address.ts';
import { findSeenCustomers, requireSeen, type SeenCustomer, seesRow } from '../../people/customers/members.queries.ts';
import { contactColumns } from '../../people/customers/stop-contacts.ts';
import { pageStateOf } from '../../quoting/quote-page/quote-page.queries.ts';
import { outcomeColumn } from '../../quoting/quote-page/quotes.outcome.ts';
import { customerUrlOf } from '../../quoting/quotes/quotes.link.ts';
import { currencyColumn, priceColumn } from '../../quoting/quotes/quotes.queries.ts';
import { delayColumn, delayForCustomer, etaColumn, etaForReader } from '../eta/eta.queries.ts';
import { claimReference } from '../incidents/incidents.queries.ts';
import { windowColumns } from '../orders/orders.filters.ts';
import { amountColumns } from '../orders/orders.money.ts';
import { withPlannedDay } from '../orders/orders.queries.ts';
import { proofToken } from '../proof/proof-link.ts';

// Every read here is about one address, and finds its rows by it alone, or by a customer that it may see. A link that
// opens something by itself is for the row's own address: what a member reads ends when they leave.

export const theirs = (alias: string) => `lower(${alias}.customer_email) = ?`;

/** Whose rows a list has: those of the caller's own address, or of a customer that they may see. */
interface Scope {
  email: string;
  customer?: SeenCustomer;
}
export async function scopeOf(ctx: AppContext, customerId: number | undefined): Promise<Scope> {
  const email = await ownAddress(ctx);
  return customerId === undefined ? { email } : { email, customer: await requireSeen(ctx, customerId) };
}
function whereOf({ email, customer }: Scope, alias: string): Where {
  const where = new Where();
  if (customer) where.and(`${alias}.customer_id = ?`, customer.id);
  else where.and(theirs(alias), email);
  return where;
}

const latestName = select({ name: c.text('name') });
export async function readMe(ctx: AppContext): Promise<Me> {
  const email = await findAddress(ctx);
  const isAccount = ctx.caller.email === undefined && ctx.caller.user?.role === 'customer';
  if (email === undefined) return { email: null, name: null, isAccount, customers: [] };
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
  const seen = await findSeenCustomers(ctx, email);
  const customers = seen.map(({ email: _, phone: _phone, ...customer }) => customer);
  return { email, name: row?.name ?? null, isAccount, customers };
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
  isOwn: c.bool('coalesce(lower(o.customer_email) = ?, false)'),
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
  delay: delayColumn,
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

interface Linked {
  isOwn: boolean;
  sealed: string | null;
  quoteStatus: QuoteStatus | null;
  reference: string | null;
}
/** Links of a quote: its page, and the receipt of a paid one. A member has them by the session alone. */
function linksOf({ services }: AppContext, { isOwn, sealed, quoteStatus, reference }: Linked) {
  const isPaid = quoteStatus !== null && isPaidQuote(quoteStatus);
  if (!isOwn) {
    const receipt = `${API_BASE}/my/quotes/${encodeURIComponent(reference ?? '')}/receipt.pdf`;
    return { quoteUrl: null, receiptPath: isPaid && reference !== null ? receipt : null };
  }
  const quoteUrl = customerUrlOf(services, sealed);
  const token = quoteUrl?.split('/').at(-1);
  return { quoteUrl, receiptPath: token && isPaid ? `${API_BASE}/q/${token}/receipt.pdf` : null };
}

/** Links of an order: its page, and the proof of a delivered one. */
function pagesOf(ctx: AppContext, id: number, row: Row<typeof orderColumns>, email: string) {
  const { isOwn, trackingNumber, deliveredAt } = row;
  const paper = `${API_BASE}/orders/${id}/proof.pdf`;
  const token = isOwn && deliveredAt !== null ? proofToken(ctx, id, now(ctx)) : null;
  return {
    deliveryPath: isOwn
      ? paths.delivery(deliveryToken(ctx.services.secrets, trackingNumber, email))
      : paths.trackNumber(trackingNumber),
    proofPath: deliveredAt === null ? null : token === null ? paper : `${paper}?token=${encodeURIComponent(token)}`,
  };
}

type ListMine = z.infer<typeof listMine>;
/** The orders of the caller's address or of a customer that they may see, newest first. */
export async function findMyOrders(ctx: AppContext, { customerId, ...input }: ListMine): Promise<Page<MyOrder>> {
  const scope = await scopeOf(ctx, customerId);
  const page = await readPage(
    ctx.em,
    {
      table: 'orders',
      alias: 'o',
      joins: 'left join quotes q on q.id = o.quote_id',
      columns: orderColumns,
      columnParams: [scope.email],
      where: whereOf(scope, 'o'),
      order: 'o.created_at desc, o.id desc',
      isSearch: false,
    },
    input,
  );
  const data = page.data.map((row) => {
    const { id, isOwn: _own, sealed: _, quoteStatus: _status, deliveryDate: _day, ...order } = withPlannedDay(ctx, row);
    const eta = etaForReader(ctx, row.eta);
    const links = linksOf(ctx, { ...row, reference: row.quoteReference });
    return {
      ...order,
      eta,
      delay: delayForCustomer({ ...row, eta }, now(ctx)),
      ...pagesOf(ctx, id, row, scope.email),
      ...links,
    };
  });
  return { ...page, data };
}

const quoteColumns = select({
  id: c.int('q.id'),
  reference: c.text('coalesce(q.reference, q.id::text)'),
  isOwn: c.bool('lower(q.customer_email) = ?'),
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

/** The quotes of the caller's address or of a customer that they may see, newest first. */
export async function findMyQuotes(ctx: AppContext, { customerId, ...input }: ListMine): Promise<Page<MyQuote>> {
  const scope = await scopeOf(ctx, customerId);
  const page = await readPage(
    ctx.em,
    {
      table: 'quotes',
      alias: 'q',
      joins: 'left join orders o on o.quote_id = q.id',
      columns: quoteColumns,
      columnParams: [scope.email, todayOf(ctx)],
      where: whereOf(scope, 'q'),
      order: 'q.created_at desc, q.id desc',
      isSearch: false,
    },
    input,
  );
  const data = page.data.map(({ id: _, status, outcome, sealed, isOwn, ...quote }) => {
    const links = linksOf(ctx, { isOwn, sealed, quoteStatus: status, reference: quote.reference });
    return { ...quote, state: pageStateOf({ status, outcome }), ...links };
  });
  return { ...page, data };
}

const againColumns = select({
  customer: c.object({
    name: c.text('o.customer_name'),
    email: c.text(`coalesce(o.customer_email, (select k.email from customers k where k.id = o.customer_id))`),
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
    `select $columns from orders o where o.tracking_number = ? and (${theirs('o')} or ?)`,
    [trackingNumber, await ownAddress(ctx), await seesRow(ctx, 'orders', 'tracking_number', trackingNumber)],
  );
  if (!row) throw notFound('Order');
  return row;
}
