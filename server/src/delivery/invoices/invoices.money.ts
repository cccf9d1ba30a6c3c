import { LockMode } from '@mikro-orm/postgresql';
import { amountOf, parseDecimal, roundAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import { creditOf } from '@quickfleet/shared/delivery/invoices/credit-parts';
import type {
  CreditInvoice,
  Invoice as InvoiceView,
  PayInvoice,
  UnpayInvoice,
} from '@quickfleet/shared/delivery/invoices/invoices';
import type { PaymentMethod } from '@quickfleet/shared/delivery/orders/order-payment';
import { t } from '@quickfleet/shared/words/t';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { c, readOne, readRow, select } from '../../db/rows.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { conflict, type DomainError, invalid, notFound } from '../../http/errors.ts';
import { amountWords, keepAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { Payment } from '../../quoting/payments/payment.entity.ts';
import { noteProblem } from '../../quoting/payments/payments.service.ts';
import { bookedOn, requireOpenMonth } from '../accounting/months.service.ts';
import { Invoice, InvoicePayment, type KeptLine } from './invoice.entity.ts';
import { creditDiscount, giveDiscountBack, takeDiscount } from './invoices.discount.ts';
import { addPayment, finishInvoice, settle } from './invoices.issue.ts';
import { readSeller } from './invoices.parties.ts';
import { readInvoice } from './invoices.queries.ts';
import { blankInvoice, lockInvoice, requireOwed, servedIn } from './invoices.service.ts';
import { type Draw, takingTurns } from './paper/numbering.ts';

// What happens to an issued invoice: money comes, or it is credited. Its own lines and amounts stay as they are.

/**
 * Money that came for an invoice; more than is due leaves `due` below zero.
 *
 * @throws 404, 409 INVOICE_NOT_ISSUED, 409 IS_CREDIT_NOTE, 409 MONTH_CLOSED, 400 for a day that is still to come
 */
export async function payInvoice(ctx: AppContext, input: PayInvoice): Promise<InvoiceView> {
  const { id, version, paidOn, method, reference = null } = input;
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireOwed(invoice);
  if (paidOn > todayOf(ctx)) throw invalid('paidOn', t('This day is still to come'));
  const { currency } = invoice;
  const amount = keepAmount(input.amount, currency, 'amount', amountWords(currency));
  await notePayment(ctx, invoice, { amount, paidOn, method, reference, paymentId: null });
  return readInvoice(ctx, id);
}

const saysPayment = (amount: string, currency: string, day: string, reference?: string | null) =>
  saying(' · ', { is: 'money', amount, currency }, { is: 'day', day }, reference);

export async function notePayment(ctx: AppContext, invoice: Invoice, given: Parameters<typeof addPayment>[2]) {
  const { amount, paidOn, reference } = given;
  await requireOpenMonth(ctx, paidOn);
  const payment = addPayment(ctx, invoice, given);
  record(ctx, {
    subject: 'invoice',
    subjectId: invoice.id,
    action: 'invoice.paid',
    says: saysPayment(amount, invoice.currency, paidOn, reference),
  });
  await takeDiscount(ctx, invoice);
  await settle(ctx, invoice);
  await ctx.em.flush();
  return payment;
}

export interface Received {
  invoiceId: number;
  amount: string;
  currency: string;
  paidOn: string;
  method: PaymentMethod;
  reference: string | null;
  /** Of a payment event. */
  paymentId: number | null;
}
/**
 * Money that a bank or a payment provider brought for an invoice: of its own day, or of today where that month is closed.
 *
 * @throws 404, 409 PAYMENT_CURRENCY_MISMATCH, 409 INVOICE_NOT_ISSUED, 409 IS_CREDIT_NOTE
 */
export async function receiveMoney(
  ctx: AppContext,
  { invoiceId, currency, ...given }: Received,
): Promise<InvoicePayment> {
  const invoice = await lockInvoice(ctx, invoiceId);
  requireOwed(invoice);
  if (currency !== invoice.currency)
    throw conflict(
      'PAYMENT_CURRENCY_MISMATCH',
      t('This money is in {currency}, and the invoice in {own}', { currency, own: invoice.currency }),
    );
  const paidOn = await bookedOn(ctx, given.paidOn, todayOf(ctx));
  return notePayment(ctx, invoice, { ...given, paidOn, cameOn: paidOn === given.paidOn ? null : given.paidOn });
}

const sumColumns = select({ sum: c.digits('coalesce(sum(p.amount), 0)') });
/**
 * Takes a payment of an invoice back: what was noted by mistake, or booked for the wrong invoice. Its orders are open
 * again.
 *
 * @throws 404, 409 PAYMENT_RECEIVED for money that a payment provider brought for a quote
 */
export async function takePaymentBack(ctx: AppContext, paymentId: number): Promise<Invoice> {
  const found = await ctx.em.findOneOrFail(InvoicePayment, paymentId, { failHandler: () => notFound('Payment') });
  const invoice = await lockInvoice(ctx, found.invoice.id);
  const payment = await ctx.em.findOneOrFail(InvoicePayment, paymentId, {
    refresh: true,
    failHandler: () => notFound('Payment'),
  });
  if (payment.orderId) throw await notedAtOrder(ctx, payment.orderId);
  if (payment.paymentId) await releaseEvent(ctx, payment.paymentId);
  await dropPayment(ctx, invoice, payment);
  return invoice;
}

const trackingColumn = select({ number: c.text('o.tracking_number') });
async function notedAtOrder(ctx: AppContext, id: number): Promise<DomainError> {
  const row = await readRow(ctx.em, trackingColumn, 'select $columns from orders o where o.id = ?', [id]);
  const number = row?.number ?? '';
  return conflict('PAYMENT_RECEIVED', t('This money was noted at the order {number}. Take it back there', { number }));
}

/** Takes a payment off an invoice that is locked. */
export async function dropPayment(ctx: AppContext, invoice: Invoice, payment: InvoicePayment): Promise<void> {
  const { amount, paidOn } = payment;
  await requireOpenMonth(ctx, paidOn);
  await giveDiscountBack(ctx, invoice, payment);
  ctx.em.remove(payment);
  await ctx.em.flush();
  const { sum } = await readOne(ctx.em, sumColumns, 'select $columns from invoice_payments p where p.invoice_id = ?', [
    invoice.id,
  ]);
  invoice.paid = roundAmount(sum, invoice.currency);
  await settle(ctx, invoice);
  record(ctx, {
    subject: 'invoice',
    subjectId: invoice.id,
    action: 'invoice.unpaid',
    says: saysPayment(amount, invoice.currency, paidOn),
  });
  await ctx.em.flush();
}

/** The event of a payment that is taken back waits for staff again. */
async function releaseEvent(ctx: AppContext, id: number): Promise<void> {
  const event = await ctx.em.findOneOrFail(Payment, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (event.quoteId) throw conflict('PAYMENT_RECEIVED', t('This money came for a quote, which cannot be undone here'));
  event.state = 'unmatched';
  noteProblem(ctx, event, { code: null, problem: { is: 'payment_waits', because: 'invoice', quote: null } });
}

/** The same by hand. Rejects with 404 for a payment of another invoice. */
export async function unpayInvoice(ctx: AppContext, { id, paymentId }: UnpayInvoice): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice);
  if (!(await ctx.em.findOne(InvoicePayment, { id: paymentId, invoice: id }))) throw notFound('Payment');
  await takePaymentBack(ctx, paymentId);
  return readInvoice(ctx, id);
}

/** How much of each line is in credit notes, by its id. */
function creditedIn(notes: readonly Pick<Invoice, 'lines'>[]): Map<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { lines } of notes)
    for (const { id, quantity } of lines) sums.set(id, (sums.get(id) ?? 0n) + parseDecimal(quantity, 3));
  return sums;
}

/** What is asked to be credited: how much of which line. */
function partsOf(
  invoice: Invoice,
  before: ReadonlyMap<number, bigint>,
  lines: CreditInvoice['lines'],
): Map<number, bigint> {
  const leftOf = (line: KeptLine) => parseDecimal(line.quantity, 3) - (before.get(line.id) ?? 0n);
  const asked =
    lines ?? invoice.lines.filter((line) => leftOf(line) !== 0n).map(({ id }) => ({ id, quantity: undefined }));
  if (new Set(asked.map(({ id }) => id)).size < asked.length) throw invalid('lines', t('Name each line once'));
  const parts = asked.map(({ id, quantity }, at) => {
    const line = invoice.lines.find((one) => one.id === id);
    if (!line) throw invalid(`lines.${at}.id`, t('There is no such line'));
    const left = leftOf(line);
    const wanted = quantity === undefined ? left : parseDecimal(quantity, 3);
    const isTooMuch = left < 0n ? wanted < left || wanted >= 0n : wanted > left || wanted <= 0n;
    if (isTooMuch) throw invalid(`lines.${at}.quantity`, t('More than is left of this line'));
    return [id, wanted] as const;
  });
  return new Map(parts);
}

async function credit(ctx: AppContext, input: CreditInvoice, draw: Draw): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, input.id);
  requireVersion(ctx, 'invoice', invoice, input.version);
  requireOwed(invoice);
  const { currency } = invoice;
  const notes = await ctx.em.find(Invoice, { creditOf: invoice.id });
  const before = creditedIn(notes);
  const parts = partsOf(invoice, before, input.lines);
  if (parts.size === 0) throw conflict('NOTHING_TO_CREDIT', t('All of this invoice is credited already'));
  const { settings } = await readSeller(ctx);
  const { lines, ...totals } = creditOf(invoice, notes, before, parts);
  const amount = unitsOf(totals.gross, currency) + unitsOf(totals.rounding, currency);
  if (amount <= 0n) throw conflict('INVOICE_BELOW_ZERO', t('A credit note must be for more than nothing'));
  const note = ctx.em.create(Invoice, {
    ...blankInvoice(ctx),
    kind: 'credit_note',
    customerId: invoice.customerId ?? null,
    creditOf: invoice.id,
    creditReason: input.reason,
    buyer: invoice.buyer,
    seller: invoice.seller,
    language: invoice.language,
    terms: invoice.terms,
    currency,
    // The lines keep the numbers that they have in the invoice.
    lines,
    ...totals,
    ...servedIn(lines),
    note: null,
  });
  await ctx.em.flush();
  await finishInvoice(ctx, note, { settings, draw });
  const creditedBefore = invoice.credited;
  invoice.credited = amountOf(unitsOf(creditedBefore, currency) + amount, currency);
  record(ctx, {
    subject: 'invoice',
    subjectId: invoice.id,
    action: 'invoice.credited',
    detail: [note.number, input.reason].join(' · '),
  });
  await creditDiscount(ctx, invoice, { creditedBefore, on: note.issuedOn ?? todayOf(ctx) });
  await settle(ctx, invoice);
  await ctx.em.flush();
  return readInvoice(ctx, note.id);
}

/**
 * Takes back an invoice, or a part of it, by a credit note with a number of its own, which is the answer.
 *
 * @throws 404, 409 INVOICE_NOT_ISSUED, 409 NOTHING_TO_CREDIT, 400 for more than is left of a line
 */
export const creditInvoice = (ctx: AppContext, input: CreditInvoice): Promise<InvoiceView> =>
  takingTurns(ctx, 'invoices.credit', input, (inner, draw) => credit(inner, input, draw));
