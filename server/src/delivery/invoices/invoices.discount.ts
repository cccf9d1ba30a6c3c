import { amountOf, divideRounded, unitsOf } from '@quickfleet/shared/base/money/money';
import {
  type DiscountParts,
  discountBase,
  discountOffer,
  discountParts,
  discountTaken,
  type EarlyPayable,
  lessParts,
} from '@quickfleet/shared/delivery/invoices/early-payment';
import { dueOf } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { ByVersion, Invoice as InvoiceView } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { saying } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { bookedOn, requireOpenMonth } from '../accounting/months.service.ts';
import { Invoice, InvoiceDiscount, InvoicePayment } from './invoice.entity.ts';
import { settle } from './invoices.issue.ts';
import { readInvoice } from './invoices.queries.ts';
import { lockInvoice, requireOwed } from './invoices.service.ts';

// The discount for paying early: a payment that comes to the rest in time takes it, and the payment that is taken back
// gives it back. Each change is a row, dated as it is booked, so that a closed month stays as it is.

const units = (invoice: Invoice, amount: string): bigint => unitsOf(amount, invoice.currency);
const discountsOf = (ctx: AppContext, { id }: Invoice): Promise<InvoiceDiscount[]> =>
  ctx.em.find(InvoiceDiscount, { invoice: id }, { orderBy: { id: 'asc' } });

/** An invoice with the payments that came before and after it was issued, in the order in which they were noted. */
async function payableOf(ctx: AppContext, invoice: Invoice, without?: InvoicePayment) {
  await ctx.em.flush();
  const noted = await ctx.em.find(InvoicePayment, { invoice: invoice.id }, { orderBy: { id: 'asc' } });
  const all = noted.filter(({ id }) => id !== without?.id);
  const sum = all.reduce((of, { isPrepaid, amount }) => of + (isPrepaid ? units(invoice, amount) : 0n), 0n);
  const payable: EarlyPayable = { ...invoice, prepaid: amountOf(sum, invoice.currency) };
  return { payable, payments: all.filter(({ isPrepaid }) => !isPrepaid) };
}

/** What payments make of the discount: the one that takes it, and how much. */
async function findTaken(
  ctx: AppContext,
  invoice: Invoice,
  without?: InvoicePayment,
): Promise<{ by: InvoicePayment; units: bigint } | null> {
  const { payable, payments } = await payableOf(ctx, invoice, without);
  const offer = discountOffer(payable);
  if (offer === null) return null;
  const given = payments.map(({ amount, cameOn, paidOn }) => ({ units: units(invoice, amount), on: cameOn ?? paidOn }));
  const taken = discountTaken(discountBase(payable), offer, given);
  const by = taken && payments[taken.nth];
  return by && taken.units > 0n ? { by, units: taken.units } : null;
}

interface Change {
  on: string;
  payment: InvoicePayment | null;
  isGranted?: boolean;
}
/** Brings the discount to so much, by a row that has the difference: net and taxes of what is left of the lines. */
async function bringTo(ctx: AppContext, invoice: Invoice, target: bigint, change: Change): Promise<void> {
  const { currency } = invoice;
  const before = units(invoice, invoice.discount);
  if (target === before) return;
  const notes = await ctx.em.find(Invoice, { creditOf: invoice.id });
  const opposite = (amount: string) => amountOf(-unitsOf(amount, currency), currency);
  const left: DiscountParts['lines'] = [
    ...invoice.lines,
    ...notes.flatMap(({ lines }) => lines.map(({ net, taxes }) => ({ net: opposite(net), taxes }))),
  ];
  const rows = await discountsOf(ctx, invoice);
  const parts = lessParts(discountParts(left, target, currency), rows, currency);
  const amount = amountOf(target - before, currency);
  ctx.em.create(InvoiceDiscount, {
    ...{ invoice, payment: change.payment, takenOn: change.on, isGranted: change.isGranted ?? false },
    ...{ amount, ...parts },
  });
  invoice.discount = amountOf(target, currency);
  record(ctx, {
    subject: 'invoice',
    subjectId: invoice.id,
    action: 'invoice.discounted',
    says: saying(' · ', { is: 'money', amount, currency }, { is: 'day', day: change.on }),
  });
  await ctx.em.flush();
}

/** Takes the discount with the payment that comes to the rest in time. What was taken before stays. */
export async function takeDiscount(ctx: AppContext, invoice: Invoice): Promise<void> {
  if (units(invoice, invoice.discount) !== 0n) return;
  const taken = await findTaken(ctx, invoice);
  if (taken) await bringTo(ctx, invoice, taken.units, { on: taken.by.paidOn, payment: taken.by });
}

/** Gives the discount back with the payment that took it, unless others come to the rest in time without it. */
export async function giveDiscountBack(ctx: AppContext, invoice: Invoice, payment: InvoicePayment): Promise<void> {
  const rows = await discountsOf(ctx, invoice);
  if (rows.length === 0) return;
  const taken = await findTaken(ctx, invoice, payment);
  if (taken && !rows.some((row) => row.payment?.id === payment.id)) return;
  for (const row of rows) {
    await requireOpenMonth(ctx, row.takenOn);
    ctx.em.remove(row);
  }
  const amount = amountOf(-units(invoice, invoice.discount), invoice.currency);
  invoice.discount = amountOf(0n, invoice.currency);
  const money = { is: 'money' as const, amount, currency: invoice.currency };
  record(ctx, { subject: 'invoice', subjectId: invoice.id, action: 'invoice.discounted', says: [money] });
  await ctx.em.flush();
  if (!taken) return;
  const on = await bookedOn(ctx, taken.by.paidOn, todayOf(ctx));
  await bringTo(ctx, invoice, taken.units, { on, payment: taken.by });
}

/** A credit note leaves the discount of what is left: whoever paid less for early payment gets less of it back. */
export async function creditDiscount(
  ctx: AppContext,
  invoice: Invoice,
  { creditedBefore, on }: { creditedBefore: string; on: string },
): Promise<void> {
  const taken = units(invoice, invoice.discount);
  if (taken === 0n) {
    // What came in time may come to the smaller rest now.
    const found = await findTaken(ctx, invoice);
    if (found) await bringTo(ctx, invoice, found.units, { on, payment: found.by });
    return;
  }
  const { payable } = await payableOf(ctx, invoice);
  const [before, after] = [discountBase({ ...payable, credited: creditedBefore }), discountBase(payable)];
  const left = before > 0n ? divideRounded(taken * after, before) : 0n;
  await bringTo(ctx, invoice, left, { on, payment: null });
}

/**
 * The office takes the discount off though its days are over: what is left of the invoice, and no more than its terms
 * say. It is booked today.
 *
 * @throws 404, 409 INVOICE_NOT_ISSUED, 409 IS_CREDIT_NOTE, 409 NO_DISCOUNT, 409 MONTH_CLOSED
 */
export async function grantDiscount(ctx: AppContext, { id, version }: ByVersion): Promise<InvoiceView> {
  const invoice = await lockInvoice(ctx, id);
  requireVersion(ctx, 'invoice', invoice, version);
  requireOwed(invoice);
  const { payable, payments } = await payableOf(ctx, invoice);
  const due = units(invoice, dueOf(invoice, invoice.currency));
  const offer = discountOffer(payable);
  const payment = payments.at(-1);
  if (units(invoice, invoice.discount) !== 0n)
    throw conflict('NO_DISCOUNT', t('The discount of this invoice is taken off already'));
  if (offer === null || payment === undefined || due <= 0n || due > offer.units)
    throw conflict('NO_DISCOUNT', t('Only what a payment leaves, and no more than the terms say, can be taken off'));
  const on = todayOf(ctx);
  await requireOpenMonth(ctx, on);
  await bringTo(ctx, invoice, due, { on, payment, isGranted: true });
  await settle(ctx, invoice);
  await ctx.em.flush();
  return readInvoice(ctx, id);
}
