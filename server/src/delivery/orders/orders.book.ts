import type { BookQuote, Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { t } from '@quickfleet/shared/words/t';
import { type AppContext, withoutIfMatch } from '../../http/context.ts';
import { conflict, forbidden } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { lockQuote, updateQuote } from '../../quoting/quotes/quotes.service.ts';
import { convertQuote } from './orders.create.ts';

/** The calls that this one takes together, each with what it takes: a change with the price, paid, and the order. */
function partsOf({
  id,
  pickupWindow,
  deliveryWindow,
  paidOn,
  paymentReference,
  version,
  notify: _,
  ...rest
}: BookQuote) {
  const isChange = Object.values(rest).some((value) => value !== undefined);
  return {
    change: isChange ? { id, ...rest } : undefined,
    payment: { id, status: 'paid' as const, paidOn, paymentReference },
    windows: { id, pickupWindow, deliveryWindow },
    version,
  };
}

/**
 * Prices a quote, marks it paid and makes its order, by the rules of these three calls and in their one transaction. A
 * mail that asks for a payment that has arrived would only confuse: the customer gets the one about the order.
 *
 * @throws what the three throw, and 409 QUOTE_NOT_PRICED for a draft that is still none that can be sent
 */
export async function bookQuote(ctx: AppContext, input: BookQuote): Promise<OrderView> {
  const { change, payment, windows, version } = partsOf(input);
  const quote = await lockQuote(ctx, input.id);
  if (ctx.caller.key && !ctx.caller.key.scopes.includes('quotes:write'))
    throw forbidden(t('This API key lacks the scope quotes:write'));
  requireVersion(ctx, 'quote', quote, version);
  const inner = withoutIfMatch(ctx);
  const unmailed: AppContext = { ...inner, noMailBecause: ctx.noMailBecause ?? 'booked_at_once' };
  if (change) await updateQuote(unmailed, change);
  if (quote.status === 'draft') throw conflict('QUOTE_NOT_PRICED', t('Set a price and a payment link first'));
  // Nothing is paid before the delivery: the office says yes for the customer.
  const isPaidLater = quote.payBy === 'cash' || quote.payBy === 'account';
  if (isPaidLater && quote.status === 'sent') await updateQuote(unmailed, { id: quote.id, status: 'accepted' });
  if (!isPaidLater && !isPaidQuote(quote.status)) await updateQuote(unmailed, payment);
  return convertQuote(inner, windows);
}
