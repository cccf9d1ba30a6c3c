import { normaliseIdentifier } from '@quickfleet/shared/base/pasted';
import { dayAt } from '@quickfleet/shared/base/time/zoned-time';
import { type MatchPayment, PAYMENT_REFUNDED, type PaymentRow } from '@quickfleet/shared/quoting/payments';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { moneyOf } from '../../company/history/values.ts';
import { c, exists, onlyId, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import type { Payment } from '../../quoting/payments/payment.entity.ts';
import { readPayment } from '../../quoting/payments/payments.queries.ts';
import {
  decide,
  lockPayment,
  matchPayment,
  type OtherMoney,
  requireFree,
} from '../../quoting/payments/payments.service.ts';
import { bookedOn } from '../accounting/months.service.ts';
import { InvoicePayment } from '../invoices/invoice.entity.ts';
import { receiveMoney } from '../invoices/invoices.money.ts';
import { lockInvoice } from '../invoices/invoices.service.ts';

// Money of payment events that is for invoices.

const received = (ctx: AppContext, payment: Payment, invoiceId: number) =>
  receiveMoney(ctx, {
    invoiceId,
    amount: payment.amount,
    currency: payment.currency,
    paidOn: dayAt(payment.paidAt, ctx.services.config.BUSINESS_TIMEZONE),
    method: 'link',
    reference: payment.providerReference ?? payment.reference ?? null,
    paymentId: payment.id,
  });

/** Issued invoices with this number, however it is written. */
const invoicesNamed = (ctx: AppContext, reference: string) =>
  readRows(
    ctx.em,
    onlyId,
    `select $columns from invoices where kind = 'invoice' and state <> 'draft'
       and upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g')) = ? order by id limit 2`,
    [normaliseIdentifier(reference)],
  );
/** Invoices that ask for the order of a quote. */
const invoicesOfQuote = (ctx: AppContext, quoteId: number) =>
  readRows(
    ctx.em,
    onlyId,
    `select $columns from invoices where state in ('issued', 'part_paid') and id in (
       select s.invoice_id from orders o join invoice_sources s on s.kind = 'order' and s.source_id = o.id
        where o.quote_id = ?) order by id limit 1`,
    [quoteId],
  );

async function take(ctx: AppContext, payment: Payment, data: Parameters<OtherMoney['take']>[2]): Promise<boolean> {
  if (data.quoteId || !data.reference) return false;
  const [invoice, second] = await invoicesNamed(ctx, data.reference);
  if (!invoice || second) return false;
  if (payment.type === PAYMENT_REFUNDED) {
    payment.state = 'refunded';
    const says = saying(' · ', moneyOf(payment), payment.providerReference);
    record(ctx, { subject: 'invoice', subjectId: invoice.id, action: 'payment.refunded', says });
    return true;
  }
  try {
    await received(ctx, payment, invoice.id);
    payment.state = 'matched';
  } catch (error) {
    // The money has moved: staff say what it was for.
    if (!(error instanceof DomainError)) throw error;
    Object.assign(payment, { code: error.reason, problem: error.message });
  }
  return true;
}

const noted = select({ id: c.int('p.id'), invoiceId: c.int('p.invoice_id') });
/** Staff who saw the money first have noted it at the order: the event is that money, and the invoice has it already. */
async function takeOver(
  ctx: AppContext,
  { id, quoteId, amount, providerReference, reference }: Payment,
): Promise<boolean> {
  const row = await readRow(
    ctx.em,
    noted,
    `select $columns from invoice_payments p join orders o on o.id = p.order_id
      where o.quote_id = ? and p.payment_id is null and p.amount = ? order by p.id limit 1`,
    [quoteId, amount],
  );
  if (!row) return false;
  await lockInvoice(ctx, row.invoiceId);
  const payment = await ctx.em.findOneOrFail(InvoicePayment, row.id, { refresh: true });
  Object.assign(payment, { paymentId: id, orderId: null });
  const isOpen = (await bookedOn(ctx, payment.paidOn, '')) === payment.paidOn;
  if (isOpen) Object.assign(payment, { method: 'link', reference: providerReference ?? reference ?? null });
  await ctx.em.flush();
  return true;
}

/** What invoices make of the money of an event. */
export const invoiceMoney: OtherMoney = {
  take,
  hasPaid: (ctx, quoteId) =>
    exists(
      ctx.em,
      `select 1 from orders o join invoice_sources s on s.kind = 'order' and s.source_id = o.id
        where o.quote_id = ? and s.is_paid`,
      [quoteId],
    ),
  async counted(ctx, payment) {
    if (!payment.quoteId || (await takeOver(ctx, payment))) return;
    const [invoice] = await invoicesOfQuote(ctx, payment.quoteId);
    if (invoice) await received(ctx, payment, invoice.id);
  },
};

/**
 * Staff say which quote or invoice a payment was for.
 *
 * @throws 404, 409 PAYMENT_ALREADY_MATCHED, 409 PAYMENT_CURRENCY_MISMATCH, 409 QUOTE_NOT_SENT, 409 INVOICE_NOT_ISSUED
 */
export async function matchEvent(ctx: AppContext, { id, quoteId, invoiceId }: MatchPayment): Promise<PaymentRow> {
  if (invoiceId === undefined) return matchPayment(ctx, { id, quoteId: quoteId ?? 0 }, invoiceMoney);
  const payment = await lockPayment(ctx, id);
  requireFree(payment);
  await received(ctx, payment, invoiceId);
  Object.assign(payment, { state: 'matched', quoteId: null, code: null, problem: null });
  decide(ctx, payment);
  await publish(ctx.em, { topic: 'payment', id, quoteId: null });
  await ctx.em.flush();
  return readPayment(ctx, id);
}
