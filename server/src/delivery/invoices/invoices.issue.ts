import { amountOf, isNothing, unitsOf } from '@quickfleet/shared/base/money/money';
import { addDays, dayAt } from '@quickfleet/shared/base/time/zoned-time';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { dueOf, invoiceTotals } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { ByVersion, Invoice as InvoiceView } from '@quickfleet/shared/delivery/invoices/invoices';
import { paymentMethods } from '@quickfleet/shared/delivery/orders/order-payment';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, exists, readOne, readRows, select } from '../../db/rows.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { bookedOn, requireOpenMonth } from '../accounting/months.service.ts';
import { type Invoice, InvoiceFile, InvoicePayment } from './invoice.entity.ts';
import { taxedAgain } from './invoices.lines.ts';
import { settleOrders } from './invoices.orders.ts';
import { readBilledOne, readSeller } from './invoices.parties.ts';
import { readInvoice } from './invoices.queries.ts';
import { lockInvoice, requireDraft } from './invoices.service.ts';
import { paperOrderOf } from './paper/invoice-paper.service.ts';
import { type Draw, takingTurns } from './paper/numbering.ts';

const counter = select({ last: c.int('invoice_counters.last') });
/**
 * The next number of the present series. The counter's row is locked until the transaction ends, and a rollback gives
 * the number back: none of a series is skipped, and none is there twice.
 */
async function nextNumber(ctx: AppContext, { numbers }: CompanySettings['billing']) {
  const series = numbers.pattern.replaceAll('{year}', todayOf(ctx).slice(0, 4));
  for (;;) {
    const { last } = await readOne(
      ctx.em,
      counter,
      `insert into invoice_counters (series, last) values (?, ?)
       on conflict (series) do update set last = invoice_counters.last + 1 returning $columns`,
      [series, numbers.start],
    );
    const number = series.replace('{number}', String(last));
    // Another pattern may have come to the same: 'A{number}' and 'A1{number}' both make A11.
    if (!(await exists(ctx.em, 'select 1 from invoices where number = ?', [number]))) return { series, number };
  }
}

function judge(invoice: Invoice): void {
  const { currency, gross, rounding, credited, paid } = invoice;
  const units = (amount: string) => unitsOf(amount, currency);
  if (units(credited) > 0n && units(credited) >= units(gross) + units(rounding)) invoice.state = 'credited';
  else if (units(dueOf(invoice, currency)) <= 0n) invoice.state = 'paid';
  else invoice.state = units(paid) > 0n ? 'part_paid' : 'issued';
}
/** What the sums of money that came and were credited make of an invoice, and of its orders. */
export async function settle(ctx: AppContext, invoice: Invoice): Promise<void> {
  judge(invoice);
  await settleOrders(ctx, invoice);
}

const earlierColumns = select({
  id: c.int('p.id'),
  amount: c.digits('p.amount'),
  paidAt: c.date('p.paid_at'),
  reference: c.text('coalesce(p.provider_reference, p.reference)').nullable(),
  orderId: c
    .int(`case when p.source = 'hand' then (select min(o.id) from orders o where o.quote_id = p.quote_id) end`)
    .nullable(),
});
const notedColumns = select({
  id: c.int('o.id'),
  paidAt: c.date('o.paid_at'),
  method: c.oneOf(paymentMethods, 'o.payment_method'),
  reference: c.text('o.payment_reference').nullable(),
});
const ordersOf = ({ lines }: Invoice): number[] => [
  ...new Set(lines.flatMap(({ source }) => (source?.kind === 'order' ? source.id : []))),
];
/** Counts money that came before there was an invoice: for the quotes of its orders, and what was noted at orders. */
async function countEarlierPayments(ctx: AppContext, invoice: Invoice, issuedOn: string): Promise<void> {
  const orders = ordersOf(invoice);
  if (orders.length === 0) return;
  const dayOf = (at: Date) => bookedOn(ctx, dayAt(at, ctx.services.config.BUSINESS_TIMEZONE), issuedOn);
  const rows = await readRows(
    ctx.em,
    earlierColumns,
    `select $columns from payments p where p.state = 'matched' and p.amount > 0 and p.currency = ?
       and p.quote_id in (select o.quote_id from orders o where o.id = any(?))
       and not exists (select 1 from invoice_payments x where x.payment_id = p.id) order by p.id`,
    [invoice.currency, orders],
  );
  for (const { id, paidAt, ...payment } of rows)
    addPayment(ctx, invoice, {
      ...{ ...payment, paidOn: await dayOf(paidAt), method: 'link', paymentId: id },
      isPrepaid: true,
    });
  const noted = await readRows(
    ctx.em,
    notedColumns,
    `select $columns from orders o where o.id = any(?) and o.payment = 'paid' and o.payment_method is not null
       and not exists (select 1 from payments p where p.quote_id = o.quote_id and p.state = 'matched' and p.amount > 0)
      order by o.id`,
    [orders],
  );
  for (const [at, { id, paidAt, method, reference }] of noted.entries()) {
    const amount = shareOf(
      invoice,
      noted.slice(0, at).map((one) => one.id),
      id,
    );
    if (isNothing(amount)) continue;
    addPayment(ctx, invoice, {
      ...{ amount, paidOn: await dayOf(paidAt), method, reference, paymentId: null, orderId: id },
      isPrepaid: true,
    });
  }
}

/** What an order adds to what others of the invoice come to: all together they are the invoice, to the cent. */
export function shareOf({ lines, currency }: Invoice, others: readonly number[], id: number): string {
  const unitsFor = (ids: readonly number[]) => {
    const own = lines.filter(({ source }) => source?.kind === 'order' && ids.includes(source.id));
    const { gross, rounding } = invoiceTotals(own, currency);
    return unitsOf(gross, currency) + unitsOf(rounding, currency);
  };
  const units = unitsFor([...others, id]) - unitsFor(others);
  return amountOf(units > 0n ? units : 0n, currency);
}

type Given = Pick<InvoicePayment, 'amount' | 'paidOn' | 'method'> & {
  reference: string | null;
  paymentId: number | null;
  /** Where it was noted at an order. */
  orderId?: number | null;
  /** Where it is booked later than it came. */
  cameOn?: string | null;
  isPrepaid?: boolean;
};
/** Notes money that came, and adds it to what is paid. */
export function addPayment(ctx: AppContext, invoice: Invoice, given: Given): InvoicePayment {
  const { currency, paid } = invoice;
  const { orderId = null, cameOn = null, isPrepaid = false } = given;
  const payment = ctx.em.create(InvoicePayment, { invoice, ...given, orderId, cameOn, isPrepaid });
  invoice.paid = amountOf(unitsOf(paid, currency) + unitsOf(given.amount, currency), currency);
  return payment;
}

/** Gives it its number and its day, draws it, and notes its hash: from here on it stays as it is. */
export async function finishInvoice(
  ctx: AppContext,
  invoice: Invoice,
  { settings, draw }: { settings: CompanySettings; draw: Draw },
): Promise<void> {
  const issuedOn = todayOf(ctx);
  await requireOpenMonth(ctx, issuedOn);
  const { series, number } = await nextNumber(ctx, settings.billing);
  Object.assign(invoice, { series, number, issuedOn });
  invoice.dueOn = invoice.kind === 'invoice' ? addDays(issuedOn, invoice.terms.days) : null;
  if (invoice.kind === 'invoice') {
    await countEarlierPayments(ctx, invoice, issuedOn);
    await settle(ctx, invoice);
  } else invoice.state = 'issued';
  const files = await draw(await paperOrderOf(ctx, invoice, settings));
  for (const file of files) ctx.em.create(InvoiceFile, { invoice, ...file });
  const hashes = files.map(({ kind, sha256 }) => [kind, sha256] as const);
  invoice.pdfHash = files.find(({ kind }) => kind === 'pdf')?.sha256 ?? null;
  const data = { number, ...Object.fromEntries(hashes) };
  record(ctx, {
    subject: 'invoice',
    subjectId: invoice.id,
    action: 'invoice.issued',
    detail: number,
    files: hashes.map(([, sha256]) => sha256),
    data,
  });
  // In the chain of each order that it is for: there nobody can take the line away.
  for (const { source } of invoice.lines)
    if (source?.kind === 'order')
      record(ctx, { subject: 'order', subjectId: source.id, action: 'order.invoiced', detail: number, data });
  await ctx.em.flush();
}

async function issue(ctx: AppContext, { id, version }: ByVersion, draw: Draw): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireDraft(invoice);
  const { settings, seller } = await readSeller(ctx);
  if (invoice.customerId) {
    const { buyer, billing, language } = await readBilledOne(ctx, invoice.customerId);
    const lines = taxedAgain(invoice.lines, invoice, { seller, buyer });
    Object.assign(invoice, { lines, ...invoiceTotals(lines, invoice.currency) });
    Object.assign(invoice, { seller, buyer, language, terms: billing.terms ?? settings.billing.terms });
  }
  if (unitsOf(invoice.gross, invoice.currency) < 0n)
    throw conflict('INVOICE_BELOW_ZERO', t('This would be below zero. Take lines off, or write a credit note'));
  await finishInvoice(ctx, invoice, { settings, draw });
  return readInvoice(ctx, id);
}

/**
 * Gives a draft its number and its paper. The number is taken in the same transaction as everything else.
 *
 * @throws 404, 409 INVOICE_ISSUED, 409 INVOICE_BELOW_ZERO, 409 TAXES_CHANGED
 */
export const issueInvoice = (ctx: AppContext, input: ByVersion): Promise<InvoiceView> =>
  takingTurns(ctx, 'invoices.issue', input, (inner, draw) => issue(inner, input, draw));
