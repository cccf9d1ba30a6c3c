import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import type { AppContext } from '../../http/context.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import type { Quote } from './quote.entity.ts';
import { moveQuote } from './quotes.moves.ts';

/** Whether its customer is trusted at present. */
export async function isTrusted(ctx: AppContext, quote: Quote): Promise<boolean> {
  const customer = quote.customer ? await ctx.em.findOne(Customer, quote.customer.id) : null;
  return customer?.onAccount ?? false;
}

/** Sets whether an unpaid quote goes on account, depending on the customer's current trust. */
export async function noteAccount(ctx: AppContext, quote: Quote): Promise<void> {
  if (isPaidQuote(quote.status)) return;
  quote.onAccount = await isTrusted(ctx, quote);
}

/**
 * When an accepted quote of a trusted customer becomes an order, it counts as paid on account. Returns whether the
 * order is on account, also for a second order of such a quote.
 */
export async function bookOnAccount(ctx: AppContext, quote: Quote): Promise<boolean> {
  await noteAccount(ctx, quote);
  if (quote.status === 'accepted' && quote.onAccount) await moveQuote(ctx, quote, 'paid', { isOnAccount: true });
  return quote.status === 'paid' && quote.onAccount;
}
