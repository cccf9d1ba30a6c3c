import { dueOf, type TaxSum } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import { invoiceKinds, invoiceStates } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type {
  Aging,
  Buyer,
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
import type { KeptLine, KeptReminder } from './invoice.entity.ts';
import { xmlProblems } from './paper/e-invoice-rules.ts';
import { paymentCode } from './paper/payment-code.ts';
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
const listColumns = select({
  ...rowColumns,
  buyerName: c.text(`i.buyer ->> 'name'`),
  lineCount: c.int('jsonb_array_length(i.lines)'),
});
const columns = select({
  ...rowColumns,
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
    },
    'from invoice_payments p where p.invoice_id = i.id',
    'p.paid_on, p.id',
  ),
});

type Computed = Pick<
  Row<typeof listColumns>,
  'kind' | 'state' | 'dueOn' | 'gross' | 'rounding' | 'paid' | 'credited' | 'currency'
>;
/** What follows of it: what is due, and whether that is over. A credit note owes nothing itself. */
function judged(today: string, row: Computed): { due: string; isOverdue: boolean } {
  const { kind, state, dueOn, gross, currency } = row;
  const due = kind === 'credit_note' ? dueOf({ ...row, paid: gross }, currency) : dueOf(row, currency);
  const isOpen = state === 'issued' || state === 'part_paid';
  return { due, isOverdue: kind === 'invoice' && isOpen && dueOn !== null && dueOn < today };
}
const rowOf = (ctx: AppContext, row: Row<typeof listColumns>): InvoiceRow => ({ ...row, ...judged(todayOf(ctx), row) });

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
  const lines = row.lines.map(({ gross: _, source: _source, ...line }) => line);
  return { ...row, lines, ...judged(todayOf(ctx), row), xmlProblems: xmlProblems(row) };
}

const DAY_PAST = `(?::date - i.due_on)`;
const open = `(i.gross + i.rounding - i.paid - i.credited)`;
const sumWhere = (condition: string) =>
  c.digits(amountSql(`coalesce(sum(${open}) filter (where ${condition}), 0)`, 'i.currency'));
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
      order by sum(${open}) desc, i.customer_id`,
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
  due: money(open),
});
/** What is issued and not paid in full, the oldest first. */
export async function findOpenInvoices(ctx: AppContext): Promise<(Row<typeof openColumns> & { slip: string })[]> {
  const rows = await readRows(
    ctx.em,
    openColumns,
    `select $columns from invoices i where i.kind = 'invoice' and i.state in ('issued', 'part_paid') order by i.due_on, i.id`,
  );
  return rows.map((row) => ({ ...row, slip: slipReference(row.id) }));
}

const hasXml = c.bool(`exists (select 1 from invoice_files f where f.invoice_id = i.id and f.kind = 'cii')`);
const mineColumns = select({
  ...rowColumns,
  buyerName: c.text(`i.buyer ->> 'name'`),
  hasXml,
  seller: c.stored<Seller>('i.seller'),
  language: c.oneOf(languages, 'i.language'),
});
const owedColumns = select({
  currency: c.text('i.currency'),
  due: c.digits(amountSql(`sum(${open})`, 'i.currency')),
  overdue: sumWhere('i.due_on < ?'),
});
/** Where to pay what is due, with the code that is on the paper. */
function payOf(ctx: AppContext, row: Row<typeof mineColumns>, due: string): MyInvoice['pay'] {
  const { name, iban, bic } = row.seller;
  const isOpen = row.kind === 'invoice' && (row.state === 'issued' || row.state === 'part_paid');
  if (iban === null || !isOpen || due.startsWith('-')) return null;
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
  const data = found.data.map((row) => {
    const known = judged(today, row);
    return { ...row, ...known, pay: payOf(ctx, row, known.due) };
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
