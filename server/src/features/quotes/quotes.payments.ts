import { centsOf, moneyOfCents } from '@quickfleet/shared/quote-totals';
import { momentOf } from '@quickfleet/shared/zoned-time';
import { type AppContext, now, todayOf } from '../../context.ts';
import { invalid } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { readCompany } from '../company/company.service.ts';
import { actorOf } from '../history/history.service.ts';
import { User } from '../users/user.entity.ts';
import { Payment } from './payment.entity.ts';
import type { Quote } from './quote.entity.ts';

/** How staff say that a quote was paid: what the bank calls it, and on which day. */
export interface MarkedPaid {
  paymentReference?: string | null | undefined;
  paidOn?: string | undefined;
  /** Nothing was paid: the customer is trusted to pay later. */
  isOnAccount?: boolean;
}

/** What counts as paid for a quote, in cents; its row is locked. */
export async function paidCents(ctx: AppContext, quoteId: number): Promise<bigint> {
  await ctx.em.flush();
  const [row] = await query<{ paid: string }>(
    ctx.em,
    `select coalesce(sum(amount), 0)::numeric(14, 2)::text as paid from payments where quote_id = ? and state = 'matched'`,
    [quoteId],
  );
  return centsOf(row?.paid ?? '0');
}

const NOON = 12 * 60;
function paidMoment(ctx: AppContext, day: string | undefined): Date {
  if (day === undefined) return now(ctx);
  if (day > todayOf(ctx)) throw invalid('paidOn', 'The day of a payment cannot lie in the future');
  return day === todayOf(ctx) ? now(ctx) : momentOf(day, NOON, ctx.services.config.BUSINESS_TIMEZONE);
}

/** What a quote is priced in; the company's currency for one that does not say. */
export const currencyOf = async (ctx: AppContext, quote: Quote): Promise<string> =>
  quote.currency ?? (await readCompany(ctx.em)).quoting.currency;

/** A quote that becomes paid by hand: what no event has brought of its price is written down as paid by whoever says so. */
export async function payByHand(ctx: AppContext, quote: Quote, marked: MarkedPaid): Promise<Date> {
  const paidAt = paidMoment(ctx, marked.paidOn);
  const open = centsOf(quote.price ?? '0') - (await paidCents(ctx, quote.id));
  if (open <= 0n) return paidAt;
  const { user } = ctx.caller;
  ctx.em.create(Payment, {
    source: 'hand',
    state: 'matched',
    quoteId: quote.id,
    reference: marked.paymentReference ?? null,
    amount: moneyOfCents(open),
    currency: await currencyOf(ctx, quote),
    paidAt,
    receivedAt: now(ctx),
    decidedBy: user ? ctx.em.getReference(User, user.id) : null,
    decidedByName: actorOf(ctx).name,
    decidedAt: now(ctx),
  });
  return paidAt;
}
