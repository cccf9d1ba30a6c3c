import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { t } from '@quickfleet/shared/words/t';
import { actorOf } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readOne, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { User } from '../../people/users/user.entity.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import { Payment } from './payment.entity.ts';

/** How staff say that a quote was paid: what the bank calls it, and on which day. */
export interface MarkedPaid {
  paymentReference?: string | null | undefined;
  paidOn?: string | undefined;
  /** Nothing was paid: the customer is trusted to pay later. */
  isOnAccount?: boolean;
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

/** What a quote is priced in; the company's currency for one that does not say. */
export const currencyOf = async (ctx: AppContext, quote: Quote): Promise<string> =>
  quote.currency ?? (await readCompany(ctx.em)).quoting.currency;

/** Marks a quote as paid by hand: the part of its price without an event is recorded as paid by this user. */
export async function payByHand(ctx: AppContext, quote: Quote, marked: MarkedPaid): Promise<Date> {
  const paidAt = paidMoment(ctx, marked.paidOn);
  const currency = await currencyOf(ctx, quote);
  const open = unitsOf(quote.price ?? '0', currency) - (await paidUnits(ctx, quote));
  if (open <= 0n) return paidAt;
  const { user } = ctx.caller;
  ctx.em.create(Payment, {
    source: 'hand',
    state: 'matched',
    quoteId: quote.id,
    reference: marked.paymentReference ?? null,
    amount: amountOf(open, currency),
    currency,
    paidAt,
    receivedAt: now(ctx),
    decidedBy: user ? ctx.em.getReference(User, user.id) : null,
    decidedByName: actorOf(ctx).name,
    decidedAt: now(ctx),
  });
  return paidAt;
}
