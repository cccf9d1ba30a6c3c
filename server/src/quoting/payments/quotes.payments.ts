import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { actorOf, record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readOne, readRows, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { User } from '../../people/users/user.entity.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import { Payment } from './payment.entity.ts';

/** How staff say that a quote was paid: what the bank calls it, and on which day. */
export interface MarkedPaid {
  paymentReference?: string | null | undefined;
  paidOn?: string | undefined;
  /** Nothing was paid: the customer pays with a statement, or at the door. */
  later?: 'account' | 'cash';
}

const paid = select({ sum: c.digits('coalesce(sum(amount), 0)') });
/** What counts as paid for a quote, in units of its currency; its row is locked. */
export async function paidUnits(ctx: AppContext, quote: Quote): Promise<bigint> {
  await ctx.em.flush();
  const { sum } = await readOne(
    ctx.em,
    paid,
    `select $columns from payments where quote_id = ? and state = 'matched'`,
    [quote.id],
  );
  return unitsOf(sum, await currencyOf(ctx, quote));
}

const NOON = 12 * 60;
function paidMoment(ctx: AppContext, day: string | undefined): Date {
  if (day === undefined) return now(ctx);
  if (day > todayOf(ctx)) throw invalid('paidOn', t('The day of a payment cannot lie in the future'));
  return day === todayOf(ctx) ? now(ctx) : momentOf(day, NOON, ctx.services.config.BUSINESS_TIMEZONE);
}

const paidOrder = select({ id: c.int('id'), trackingNumber: c.text('tracking_number') });
/** The money for a quote that is an order already: the order is paid with it. */
export async function payOrderOf(ctx: AppContext, quote: Quote, paidAt: Date): Promise<void> {
  if (quote.status !== 'converted') return;
  const due = unitsOf(quote.price ?? '0', await currencyOf(ctx, quote));
  if ((await paidUnits(ctx, quote)) < due) return;
  const orders = await readRows(
    ctx.em,
    paidOrder,
    `update orders set payment_before = payment, payment = 'paid', paid_at = ?, updated_at = ?, version = version + 1
      where quote_id = ? and payment in ('open', 'account') returning $columns`,
    [paidAt, now(ctx), quote.id],
  );
  for (const { id, trackingNumber } of orders) {
    record(ctx, { subject: 'order', subjectId: id, action: 'order.paid' });
    await publish(ctx.em, { topic: 'order', id, trackingNumber });
  }
}

/** What a quote is priced in; the company's currency for one that does not say. */
export const currencyOf = async (ctx: AppContext, quote: Quote): Promise<string> =>
  quote.currency ?? (await readCompany(ctx.em)).quoting.currency;

/** Marks a quote as paid by hand: the part of its price without an event is recorded as paid by this user. */
export async function payByHand(ctx: AppContext, quote: Quote, marked: MarkedPaid): Promise<Date> {
  const paidAt = paidMoment(ctx, marked.paidOn);
  await addHandPayment(ctx, quote, { paidAt, reference: marked.paymentReference ?? null });
  return paidAt;
}

/** Records what is still open of a quote as paid, if anything is. */
export async function addHandPayment(
  ctx: AppContext,
  quote: Quote,
  { paidAt, reference }: { paidAt: Date; reference: string | null },
): Promise<void> {
  const currency = await currencyOf(ctx, quote);
  const open = unitsOf(quote.price ?? '0', currency) - (await paidUnits(ctx, quote));
  if (open <= 0n) return;
  const { user } = ctx.caller;
  ctx.em.create(Payment, {
    source: 'hand',
    state: 'matched',
    quoteId: quote.id,
    reference,
    amount: amountOf(open, currency),
    currency,
    paidAt,
    receivedAt: now(ctx),
    decidedBy: user ? ctx.em.getReference(User, user.id) : null,
    decidedByName: actorOf(ctx).name,
    decidedAt: now(ctx),
  });
}
