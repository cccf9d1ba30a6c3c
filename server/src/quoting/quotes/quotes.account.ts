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

/** Whether a quote that is not paid goes on account, as its customer is trusted at present. */
export async function noteAccount(ctx: AppContext, quote: Quote): Promise<void> {
  if (isPaidQuote(quote.status)) return;
  quote.onAccount = await isTrusted(ctx, quote);
}

/**
 * An accepted quote of a trusted customer counts as paid, on account, when it becomes an order. Answers whether the
 * order goes on account, also one that is made again of such a quote.
 */
export async function bookOnAccount(ctx: AppContext, quote: Quote): Promise<boolean> {
  await noteAccount(ctx, quote);
  if (quote.status === 'accepted' && quote.onAccount) await moveQuote(ctx, quote, 'paid', { isOnAccount: true });
  return quote.status === 'paid' && quote.onAccount;
}
