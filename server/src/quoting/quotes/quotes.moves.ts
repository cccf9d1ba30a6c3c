import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { QuoteStatus } from '@quickfleet/shared/quoting/quote-status';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, forbidden } from '../../http/errors.ts';
import { type MarkedPaid, payByHand } from '../payments/quotes.payments.ts';
import { keepPromise } from '../promises/quotes.promises.ts';
import { freeze } from '../quote-page/quotes.acceptance.ts';
import { clearOutcome, requireOpen } from '../quote-page/quotes.outcome.ts';
import type { Quote } from './quote.entity.ts';
import { mailCustomer, mailPriced } from './quotes.mail.ts';
import { keepRevision } from './quotes.revisions.ts';

/**
 * Offers a priced quote from now on. Without terms or a future last day it gets the company's defaults. The reminders
 * start again.
 */
export function offer(ctx: AppContext, quote: Quote, { terms, validDays, currency }: CompanySettings['quoting']): void {
  const today = todayOf(ctx);
  clearOutcome(quote);
  quote.sentAt = now(ctx);
  quote.terms ??= terms;
  quote.currency ??= currency;
  if (!quote.validUntil || quote.validUntil < today) quote.validUntil = addDays(today, validDays);
  quote.endingRemindedAt = null;
  quote.silenceRemindedAt = null;
}

/**
 * A change of state that staff or a program ask for, with its history and its mail, in the running transaction. What is
 * accepted in the customer's stead is frozen too. Money that has arrived ends every outcome; `marked` is what is said about
 * money that no event has brought.
 */
export async function moveQuote(
  ctx: AppContext,
  quote: Quote,
  to: QuoteStatus,
  marked: MarkedPaid = {},
): Promise<void> {
  if (ctx.caller.key && to === 'paid' && !ctx.caller.key.scopes.includes('quotes:manage'))
    throw forbidden(t('This API key lacks the scope quotes:manage'));
  const before = quote.status;
  if (to === 'accepted' && before === 'sent') requireOpen(ctx, quote);
  const move = quote.moveTo(to);
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: move.action,
    from: before,
    to,
    says: marked.later ? [{ is: 'pays_later', how: marked.later }] : [],
  });
  if (to === 'sent') {
    offer(ctx, quote, (await readCompany(ctx.em)).quoting);
    await mailPriced(ctx, quote);
    await keepPromise(ctx, quote, 'price');
  }
  if (to === 'accepted') {
    quote.acceptedAt = now(ctx);
    await freezeOnBehalf(ctx, quote, null, quote.customerName);
  }
  if (to === 'paid' && !marked.later) {
    clearOutcome(quote);
    quote.onAccount = false;
    quote.paidAt = await payByHand(ctx, quote, marked);
    await mailCustomer(ctx, quote, 'quote_paid');
  }
}

/** What staff say yes to in the customer's stead is kept like the customer's own yes. */
export async function freezeOnBehalf(ctx: AppContext, quote: Quote, reason: string | null, name: string) {
  const kept = await keepRevision(ctx, quote);
  if (!kept) throw conflict('QUOTE_NOT_PRICED', t('Set a price and a payment link first'));
  return freeze(ctx, quote, kept, { name, by: 'staff', reason, signatureUrl: null }, new Map());
}
