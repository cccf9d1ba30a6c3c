import { amountOf, isNothing, unitsOf } from '@quickfleet/shared/base/money/money';
import type { Terms } from '@quickfleet/shared/company/billing/billing-terms';
import { discountBase, discountOffer } from '@quickfleet/shared/delivery/invoices/early-payment';
import { dueOf, type TaxSum } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import { invoiceKinds, invoiceStates } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type {
  Aging,
  Buyer,
  EarlyPayment,
  InvoiceRow,
  Invoice as InvoiceView,
  ListInvoices,
  MyInvoice,
  MyInvoicePage,
  Seller,
} from '@quickfleet/shared/delivery/invoices/invoices';
import { paymentMethods } from '@quickfleet/shared/delivery/orders/order-payment';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { keyset } from '../../db/keyset.ts';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { likePattern, Where } from '../../db/sql.ts';
import { isForeign, merchantOf, onlyOwn } from '../../http/caller/merchant.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';
import { openerOf } from '../../people/customers/members.queries.ts';
import { inLanguageOf } from '../../words/speak.ts';
import { scopeOf } from '../my/my.queries.ts';
import { DUE, type KeptLine, type KeptReminder, PAID_EARLY, PREPAID } from './invoice.entity.ts';
import { xmlProblems } from './paper/e-invoice-rules.ts';
import { paymentCode, paymentLink } from './paper/payment-code.ts';
import { slipReference } from './paper/slip-reference.ts';

const money = (amount: string) => c.digits(amountSql(amount, 'i.currency'));
const rowColumns = {
  id: c.int('i.id'),
  number: c.text('i.number').nullable(),
  series: c.text('i.series').nullable(),
  state: c.oneOf(invoiceStates, 'i.state'),
  kind: c.oneOf(invoiceKinds, 'i.kind'),
  creditOf: c.int('i.credit_of').nullable(),
  creditReason: c.text('i.credit_reason').nullable(),
  customerId: c.int('i.customer_id').nullable(),
  currency: c.text('i.currency'),
  net: money('i.net'),
  tax: money('i.tax'),
  gross: money('i.gross'),
  rounding: money('i.rounding'),
  paid: money('i.paid'),
  credited: money('i.credited'),
  discount: money('i.discount'),
  reminders: c.stored<KeptReminder[]>('i.reminders'),
  note: c.text('i.note').nullable(),
  issuedOn: c.day('i.issued_on').nullable(),
  dueOn: c.day('i.due_on').nullable(),
  servedFrom: c.day('i.served_from').nullable(),
  servedTo: c.day('i.served_to').nullable(),
  sentAt: c.time('i.sent_at').nullable(),
  pdfHash: c.text('i.pdf_hash').nullable(),
  createdAt: c.time('i.created_at'),
  updatedAt: c.time('i.updated_at'),
  version: c.int('i.version'),
};
/** What the discount for paying early is computed from. */
const offerColumns = { terms: c.stored<Terms>('i.terms'), prepaid: money(PREPAID), paidEarly: money(PAID_EARLY) };
const listColumns = select({
  ...rowColumns,
  ...offerColumns,
  buyerName: c.text(`i.buyer ->> 'name'`),
  lineCount: c.int('jsonb_array_length(i.lines)'),
});
const columns = select({
  ...rowColumns,
  ...offerColumns,
  buyer: c.stored<Buyer>('i.buyer'),
  seller: c.stored<Seller>('i.seller'),
  lines: c.stored<KeptLine[]>('i.lines'),
  taxes: c.stored<TaxSum[]>('i.taxes'),
  payments: c.list(
    {
      id: c.int('p.id'),
      amount: c.digits(amountSql('p.amount', 'i.currency')),
      paidOn: c.day('p.paid_on'),
      method: c.oneOf(paymentMethods, 'p.method'),
      reference: c.text('p.reference').nullable(),
      discount: c.digits(
        amountSql(
          'coalesce((select sum(d.amount) from invoice_discounts d where d.payment_id = p.id), 0)',
          'i.currency',
        ),
      ),
    },
    'from invoice_payments p where p.invoice_id = i.id',
    'p.paid_on, p.id',
  ),
});

type Computed = Pick<
  Row<typeof listColumns>,
  | 'kind'
  | 'state'
  | 'issuedOn'
  | 'dueOn'
  | 'gross'
  | 'rounding'
  | 'paid'
  | 'credited'
  | 'discount'
  | 'currency'
  | 'terms'
  | 'prepaid'
  | 'paidEarly'
>;
/** What may be taken off for paying early, while nothing was. */
function earlyPaymentOf(today: string, row: Computed, due: string): EarlyPayment | null {
  const { kind, state, currency, discount, paidEarly } = row;
  const isOpen = kind === 'invoice' && (state === 'issued' || state === 'part_paid');
  const offer = isOpen && isNothing(discount) ? discountOffer(row) : null;
  if (offer === null) return null;
  const { until, units } = offer;
  const [all, rest] = [unitsOf(due, currency), discountBase(row) - units - unitsOf(paidEarly, currency)];
  let enough = all;
  if (rest < all) enough = rest < 0n ? 0n : rest;
  return { until, isOver: until < today, discount: amountOf(units, currency), due: amountOf(enough, currency) };
}
/** What follows of it: what is due, and whether that is over. A credit note owes nothing itself. */
function judged(today: string, row: Computed): Pick<InvoiceRow, 'due' | 'isOverdue' | 'earlyPayment'> {
  const { kind, state, dueOn, gross, currency } = row;
  const due = kind === 'credit_note' ? dueOf({ ...row, paid: gross }, currency) : dueOf(row, currency);
  const isOpen = state === 'issued' || state === 'part_paid';
  const isOverdue = kind === 'invoice' && isOpen && dueOn !== null && dueOn < today;
  return { due, isOverdue, earlyPayment: earlyPaymentOf(today, row, due) };
}
function rowOf(ctx: AppContext, row: Row<typeof listColumns>): InvoiceRow {
  const { terms: _, prepaid: _prepaid, paidEarly: _early, ...shown } = row;
  return { ...shown, ...judged(todayOf(ctx), row) };
}

const newest = keyset('i', 'newest', { by: 'i.created_at', as: 'timestamptz', turn: 'desc', idTurn: 'desc' });
type Filter = Omit<ListInvoices, 'page' | 'limit' | 'cursor'>;
function whereOf(ctx: AppContext, { state, kind, customerId, orderId, from, to, q }: Filter): Where {
  const where = new Where();
  const merchant = merchantOf(ctx);
  onlyOwn(where, 'i', merchant);
  if (merchant !== undefined) where.and(`i.state <> 'draft'`);
  if (state === 'open' || state === 'overdue') where.and(`i.kind = 'invoice' and i.state in ('issued', 'part_paid')`);
  else if (state) where.and('i.state = ?', state);
  if (state === 'overdue') where.and('i.due_on < ?', todayOf(ctx));
  if (kind) where.and('i.kind = ?', kind);
  if (customerId) where.and('i.customer_id = ?', customerId);
  if (orderId) where.and(`i.lines @> jsonb_build_array(jsonb_build_object('orderId', ?::int))`, orderId);
  if (from) where.and('i.issued_on >= ?', from);
  if (to) where.and('i.issued_on <= ?', to);
  if (q) where.and(`(i.number ilike ? or i.buyer ->> 'name' ilike ?)`, likePattern(q), likePattern(q));
  return where;
}
const listing = (where: Where) => ({
  table: 'invoices',
  alias: 'i',
  columns: listColumns,
  where,
  order: newest.order,
  keyset: newest,
  isSearch: false,
});

/** Invoices, newest first; a key of one customer reads its issued ones. */
export async function findInvoices(ctx: AppContext, { page, limit, cursor, ...filter }: ListInvoices) {
  const found = await readPage(ctx.em, listing(whereOf(ctx, filter)), { page, limit, cursor });
  return { ...found, data: found.data.map((row) => rowOf(ctx, row)) };
}
/** Several of them, in the order in which they were made. */
export async function findInvoicesById(ctx: AppContext, ids: readonly number[]): Promise<InvoiceRow[]> {
  const rows = await readRows(
    ctx.em,
    listColumns,
    'select $columns from invoices i where i.id = any(?) order by i.id',
    [[...ids]],
  );
  return rows.map((row) => rowOf(ctx, row));
}

/** Rejects with 404, a merchant's key also for drafts and for what is another customer's. */
export async function readInvoice(ctx: AppContext, id: number): Promise<InvoiceView> {
  const row = await readRow(ctx.em, columns, 'select $columns from invoices i where i.id = ?', [id]);
  if (!row || isForeign(ctx, row.customerId)) throw notFound('Invoice');
  if (merchantOf(ctx) !== undefined && row.state === 'draft') throw notFound('Invoice');
  const { terms: _, prepaid: _prepaid, paidEarly: _early, ...shown } = row;
  const lines = row.lines.map(({ gross: _gross, source: _source, ...line }) => line);
  return { ...shown, lines, ...judged(todayOf(ctx), row), xmlProblems: xmlProblems(row) };
}

const DAY_PAST = `(?::date - i.due_on)`;
const sumWhere = (condition: string) =>
  c.digits(amountSql(`coalesce(sum(${DUE}) filter (where ${condition}), 0)`, 'i.currency'));
const agingColumns = select({
  customerId: c.int('i.customer_id').nullable(),
  customer: c.text(`max(i.buyer ->> 'name')`),
  currency: c.text('i.currency'),
  notDue: sumWhere(`${DAY_PAST} <= 0`),
  days30: sumWhere(`${DAY_PAST} between 1 and 30`),
  days60: sumWhere(`${DAY_PAST} between 31 and 60`),
  days90: sumWhere(`${DAY_PAST} between 61 and 90`),
  older: sumWhere(`${DAY_PAST} > 90`),
  total: sumWhere('true'),
  invoices: c.count(),
});
/** What is owed, by customer and by how long it is overdue; who owes most comes first. */
export async function readAging(ctx: AppContext): Promise<Aging> {
  const asOf = todayOf(ctx);
  const data = await readRows(
    ctx.em,
    agingColumns,
    `select $columns from invoices i where i.kind = 'invoice' and i.state in ('issued', 'part_paid')
      group by i.customer_id, i.currency, case when i.customer_id is null then i.id end
      order by sum(${DUE}) desc, i.customer_id`,
    [asOf, asOf, asOf, asOf, asOf],
  );
  return { data, asOf };
}

const openColumns = select({
  id: c.int('i.id'),
  number: c.text('i.number'),
  customerId: c.int('i.customer_id').nullable(),
  buyerName: c.text(`i.buyer ->> 'name'`),
  currency: c.text('i.currency'),
  due: money(DUE),
  kind: c.oneOf(invoiceKinds, 'i.kind'),
  state: c.oneOf(invoiceStates, 'i.state'),
  issuedOn: c.day('i.issued_on').nullable(),
  dueOn: c.day('i.due_on').nullable(),
  gross: money('i.gross'),
  rounding: money('i.rounding'),
  paid: money('i.paid'),
  credited: money('i.credited'),
  discount: money('i.discount'),
  ...offerColumns,
});
export interface OpenInvoice
  extends Pick<Row<typeof openColumns>, 'id' | 'number' | 'customerId' | 'buyerName' | 'currency' | 'due'> {
  /** What a payment slip of Switzerland calls it. */
  slip: string;
  /** What is enough of a payment that came until then. */
  early: { until: string; due: string } | null;
}
/** What is issued and not paid in full, the oldest first. */
export async function findOpenInvoices(ctx: AppContext): Promise<OpenInvoice[]> {
  const today = todayOf(ctx);
  const rows = await readRows(
    ctx.em,
    openColumns,
    `select $columns from invoices i where i.kind = 'invoice' and i.state in ('issued', 'part_paid') order by i.due_on, i.id`,
  );
  return rows.map((row) => ({
    ...row,
    slip: slipReference(row.id),
    early: earlyPaymentOf(today, row, row.due),
  }));
}

const hasXml = c.bool(`exists (select 1 from invoice_files f where f.invoice_id = i.id and f.kind = 'cii')`);
const mineColumns = select({
  ...rowColumns,
  ...offerColumns,
  buyerName: c.text(`i.buyer ->> 'name'`),
  hasXml,
  seller: c.stored<Seller>('i.seller'),
  language: c.oneOf(languages, 'i.language'),
});
const owedColumns = select({
  currency: c.text('i.currency'),
  due: c.digits(amountSql(`sum(${DUE})`, 'i.currency')),
  overdue: sumWhere('i.due_on < ?'),
});
const isPayable = ({ kind, state }: Pick<Row<typeof mineColumns>, 'kind' | 'state'>): boolean =>
  kind === 'invoice' && (state === 'issued' || state === 'part_paid');
/** Where to pay what is due, with the code that is on the paper. */
function payOf(ctx: AppContext, row: Row<typeof mineColumns>, due: string): MyInvoice['pay'] {
  const { name, iban, bic } = row.seller;
  if (iban === null || !isPayable(row) || due.startsWith('-')) return null;
  const reference = inLanguageOf(ctx, row, () => t('Invoice {number}', { number: row.number ?? '' }));
  return { name, iban, bic, code: paymentCode({ iban, bic, name, amount: due, currency: row.currency, reference }) };
}
const ownInvoices = `i.state <> 'draft' and i.customer_id in (select k.id from customers k where ${openerOf('k')} = ?)`;
/** The issued invoices of the caller's address, or of a customer that they may see, newest first. */
export async function findMyInvoices(
  ctx: AppContext,
  { customerId, ...input }: { page: number; limit: number; customerId?: number | undefined },
): Promise<Page<MyInvoice> & Pick<MyInvoicePage, 'owed'>> {
  const { email, customer } = await scopeOf(ctx, customerId);
  const where = new Where();
  if (customer) where.and(`i.state <> 'draft' and i.customer_id = ?`, customer.id);
  else where.and(ownInvoices, email);
  const found = await readPage(ctx.em, { ...listing(where), columns: mineColumns }, input);
  const today = todayOf(ctx);
  where.and(`i.kind = 'invoice' and i.state in ('issued', 'part_paid')`);
  const owed = await readRows(
    ctx.em,
    owedColumns,
    `select $columns from invoices i ${where.sql} group by i.currency order by i.currency`,
    [today, ...where.params],
  );
  const { defaultPaymentUrl } = (await readCompany(ctx.em)).quoting;
  const data = found.data.map((row) => {
    const { earlyPayment, ...known } = judged(today, row);
    const stillEarly = earlyPayment?.isOver === false ? earlyPayment : null;
    const pay = payOf(ctx, row, known.due);
    const isByLink = isPayable(row) && !pay?.code;
    const payUrl = isByLink
      ? paymentLink(defaultPaymentUrl, { number: row.number ?? '', due: known.due, currency: row.currency })
      : null;
    return { ...row, ...known, earlyPayment: stillEarly, pay, payUrl };
  });
  return { ...found, data, owed };
}

const ofCustomer = select({ id: c.int('i.id'), customerId: c.int('i.customer_id').nullable() });
/** Which customer an issued invoice is of. Rejects with 404. */
export async function customerOfInvoice(ctx: AppContext, id: number): Promise<number> {
  const row = await readRow(
    ctx.em,
    ofCustomer,
    `select $columns from invoices i where i.id = ? and i.state <> 'draft'`,
    [id],
  );
  if (row?.customerId == null) throw notFound('Invoice');
  return row.customerId;
}
