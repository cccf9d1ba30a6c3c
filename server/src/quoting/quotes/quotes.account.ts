import type { OrderPayment } from '@quickfleet/shared/delivery/orders/order-payment';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import type { AppContext } from '../../http/context.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { paidUnits } from '../payments/quotes.payments.ts';
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
  quote.onAccount = await goesOnAccount(ctx, quote);
}

/** Whether a quote is paid later with a statement: as it says itself, else as its customer is trusted. */
export const goesOnAccount = async (ctx: AppContext, quote: Quote): Promise<boolean> =>
  quote.payBy ? quote.payBy === 'account' : isTrusted(ctx, quote);

/** Whether a quote that counts as paid is to be paid at the door: nothing of its price has come. */
export const isDueAtDoor = async (ctx: AppContext, quote: Quote): Promise<boolean> =>
  quote.payBy === 'cash' &&
  !quote.onAccount &&
  Number(quote.price ?? 0) > 0 &&
  quote.paidAt === null &&
  (await paidUnits(ctx, quote)) === 0n;

/**
 * When an accepted quote that is paid later becomes an order, it counts as paid: on account, or in cash at the door.
 * Returns what its order is, also for a second order of such a quote.
 */
export async function bookPayment(ctx: AppContext, quote: Quote): Promise<OrderPayment> {
  await noteAccount(ctx, quote);
  if (quote.status === 'accepted' && (quote.onAccount || quote.payBy === 'cash'))
    await moveQuote(ctx, quote, 'paid', { later: quote.onAccount ? 'account' : 'cash' });
  if (quote.status !== 'paid') return 'open';
  if (quote.onAccount) return 'account';
  return (await isDueAtDoor(ctx, quote)) ? 'open' : 'paid';
}
