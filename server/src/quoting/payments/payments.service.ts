import { LockMode } from '@mikro-orm/postgresql';
import { isNothing, roundAmount, unitsOf } from '@quickfleet/shared/base/money/money';
import {
  PAYMENT_REFUNDED,
  type PaymentEvent,
  type PaymentRow,
  type ReceivedEvent,
} from '@quickfleet/shared/quoting/payments';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import type { Quote as QuoteView } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { type Said, saying, textInWords, textToStore } from '../../company/history/detail-words.ts';
import { actorOf, record, recordEvent } from '../../company/history/history.service.ts';
import { moneyOf } from '../../company/history/values.ts';
import { onlyId, readRow, run } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, invalid, notFound } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { publish } from '../../http/streams/events.ts';
import { User } from '../../people/users/user.entity.ts';
import type { Quote } from '../quotes/quote.entity.ts';
import { moveQuote } from '../quotes/quotes.moves.ts';
import { readQuote } from '../quotes/quotes.queries.ts';
import { lockQuote } from '../quotes/quotes.service.ts';
import { Payment } from './payment.entity.ts';
import { judge, type Verdict } from './payments.judge.ts';
import { type Found, findQuoteOf, readPayment } from './payments.queries.ts';
import { currencyOf, paidUnits, payOrderOf } from './quotes.payments.ts';

const COUNTED = 'The payment was counted';
const answerOf = ({ id, state, code, problem }: Payment): ReceivedEvent => ({
  success: true,
  id,
  state: state === 'undone' ? 'set_aside' : state,
  code: code ?? null,
  message: problem ?? (state === 'matched' ? COUNTED : 'The event was kept'),
});

/** What money may be for besides a quote: invoices, which quotes know nothing of. */
export interface OtherMoney {
  /** Before a quote is looked for. Answers whether the payment is decided. */
  take: (ctx: AppContext, payment: Payment, data: PaymentEvent['data']) => Promise<boolean>;
  /** Whether a quote is paid by other money than what somebody noted for it: an event is more than that. */
  hasPaid: (ctx: AppContext, quoteId: number) => Promise<boolean>;
  /** Once it counts for a quote. */
  counted: (ctx: AppContext, payment: Payment) => Promise<void>;
}

/** As much as the clocks of provider and server may differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * One payment event with a valid signature: stored once, however often it arrives, and counted for its quote. An event
 * that cannot be counted waits for staff; it is never refused, because the money has moved.
 */
export async function receiveEvent(
  ctx: AppContext,
  eventId: string,
  event: PaymentEvent,
  others: OtherMoney,
): Promise<ReceivedEvent> {
  const { data } = event;
  if (data.paidAt !== undefined && Date.parse(data.paidAt) > now(ctx).getTime() + CLOCK_DIFFERENCE_MS)
    throw invalid('data.paidAt', t('A payment cannot lie in the future'));
  const row = await readRow(
    ctx.em,
    onlyId,
    `insert into payments (source, event_id, type, state, quote_id, reference, amount, currency, paid_at, received_at, provider_reference)
     values ('event', ?, ?, 'unmatched', null, ?, ?, ?, ?, ?, ?) on conflict (event_id) do nothing returning $columns`,
    [
      eventId,
      event.type,
      data.reference ?? null,
      roundAmount(data.amount, data.currency),
      data.currency,
      data.paidAt ?? now(ctx),
      now(ctx),
      data.providerReference ?? null,
    ],
  );
  if (!row) return answerOf(await ctx.em.findOneOrFail(Payment, { eventId }));
  const payment = await ctx.em.findOneOrFail(Payment, row.id);
  if (await others.take(ctx, payment, data)) return finishEvent(ctx, payment);
  const found = await findQuoteOf(ctx, data);
  if (event.type === PAYMENT_REFUNDED) await keepRefund(ctx, payment, found);
  else if (found.id === null) noteProblem(ctx, payment, found);
  else {
    const quote = await lockQuote(ctx, found.id);
    payment.quoteId = quote.id;
    if (!(await others.hasPaid(ctx, quote.id))) await replaceMark(ctx, quote, payment);
    apply(ctx, payment, await settle(ctx, quote, payment, false));
    if (payment.state === 'matched') await others.counted(ctx, payment);
  }
  return finishEvent(ctx, payment);
}

async function finishEvent(ctx: AppContext, payment: Payment): Promise<ReceivedEvent> {
  recordEvent(ctx, { subject: 'payment', subjectId: payment.id, action: 'payment.received' });
  await publish(ctx.em, { topic: 'payment', id: payment.id, quoteId: payment.quoteId, isNew: true });
  await ctx.em.flush();
  return answerOf(payment);
}

/** Money that went back: it is kept and shown, in the quote's history too, and reopens nothing. */
async function keepRefund(ctx: AppContext, payment: Payment, found: Found): Promise<void> {
  payment.state = 'refunded';
  if (found.id === null) {
    noteProblem(ctx, payment, found);
    return;
  }
  const quote = await lockQuote(ctx, found.id);
  payment.quoteId = quote.id;
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'payment.refunded',
    says: saying(' · ', moneyOf(payment), payment.providerReference),
  });
  quote.updatedAt = now(ctx);
  await publish(ctx.em, { topic: 'quote', id: quote.id });
}

/** What stands against a payment, for programs in English and with its values for people. */
export function noteProblem(
  { services }: AppContext,
  payment: Payment,
  { code, problem }: { code: string | null; problem: Said | null },
): void {
  payment.code = code;
  payment.problem = problem && textToStore([problem], services.config);
  payment.problemSaid = problem;
}
function apply(ctx: AppContext, payment: Payment, verdict: Verdict): void {
  payment.state = verdict.counts ? 'matched' : 'unmatched';
  noteProblem(ctx, payment, verdict);
}

/**
 * Staff who saw the money first have marked the quote by hand; the event of the same amount is that money, not more of
 * it.
 */
async function replaceMark(ctx: AppContext, quote: Quote, payment: Payment): Promise<void> {
  if (!isPaidQuote(quote.status)) return;
  const [mark] = await ctx.em.find(
    Payment,
    { quoteId: quote.id, source: 'hand', state: 'matched', amount: payment.amount, currency: payment.currency },
    { orderBy: { id: 'desc' }, limit: 1 },
  );
  if (!mark) return;
  mark.state = 'undone';
  mark.reason = `Replaced by the payment event ${payment.eventId}`;
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'payment.confirmed',
    says: [{ is: 'confirmed', money: moneyOf(payment), by: mark.decidedByName ?? null }],
  });
  await ctx.em.flush();
}

/** Judges a payment and lets it do what it does to its quote, in the running transaction. */
async function settle(ctx: AppContext, quote: Quote, payment: Payment, isByStaff: boolean): Promise<Verdict> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  quote.currency = await currencyOf(ctx, quote);
  const verdict = judge(quote, payment, await paidUnits(ctx, quote), { zone, today: todayOf(ctx), isByStaff });
  if (!verdict.counts) return verdict;
  payment.state = 'matched';
  payment.quoteId = quote.id;
  await ctx.em.flush();
  record(ctx, {
    subject: 'quote',
    subjectId: quote.id,
    action: 'payment.received',
    says: saying(' · ', moneyOf(payment), payment.providerReference, verdict.problem),
  });
  if (verdict.pays) await moveQuote(ctx, quote, 'paid');
  await payOrderOf(ctx, quote, payment.paidAt);
  quote.updatedAt = now(ctx);
  await publish(ctx.em, { topic: 'quote', id: quote.id });
  return verdict;
}

export async function lockPayment(ctx: AppContext, id: number): Promise<Payment> {
  return ctx.em.findOneOrFail(
    Payment,
    { id, source: 'event' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => notFound('Payment event') },
  );
}

const isRefund = () => conflict('PAYMENT_IS_REFUND', t('This money went back to the customer; it counts for no quote'));

/** Notes who of the staff said what a payment was for. */
export function decide(ctx: AppContext, payment: Payment): void {
  const { user } = ctx.caller;
  payment.decidedBy = user ? ctx.em.getReference(User, user.id) : null;
  payment.decidedByName = actorOf(ctx).name;
  payment.decidedAt = now(ctx);
}

/** Refuses what counts for something already, and money that went back. */
export function requireFree(payment: Payment): void {
  if (payment.state === 'matched')
    throw conflict(
      'PAYMENT_ALREADY_MATCHED',
      payment.quoteId
        ? t('This payment counts for quote #{quoteId} already', { quoteId: payment.quoteId })
        : t('This payment counts for an invoice already'),
    );
  if (payment.state === 'refunded') throw isRefund();
}

/**
 * Staff say which quote a payment was for.
 *
 * @throws 404, 409 PAYMENT_ALREADY_MATCHED, 409 PAYMENT_CURRENCY_MISMATCH, 409 QUOTE_NOT_SENT
 */
export async function matchPayment(
  ctx: AppContext,
  { id, quoteId }: { id: number; quoteId: number },
  others: OtherMoney,
): Promise<PaymentRow> {
  // The quote first, as for an event: two who lock both in another order would wait for each other.
  const quote = await lockQuote(ctx, quoteId);
  const payment = await lockPayment(ctx, id);
  requireFree(payment);
  const verdict = await settle(ctx, quote, payment, true);
  if (!verdict.counts)
    throw conflict(
      verdict.code ?? 'PAYMENT_NOT_MATCHED',
      verdict.problem ? textInWords([verdict.problem], ctx.services.config) : t('It does not match'),
    );
  apply(ctx, payment, verdict);
  decide(ctx, payment);
  await others.counted(ctx, payment);
  await publish(ctx.em, { topic: 'payment', id, quoteId });
  await ctx.em.flush();
  return readPayment(ctx, id);
}

/**
 * A payment that counts for no quote: refunded, or for something else.
 *
 * @throws 404, 409 PAYMENT_ALREADY_MATCHED
 */
export async function setPaymentAside(
  ctx: AppContext,
  { id, reason }: { id: number; reason: string },
): Promise<PaymentRow> {
  const payment = await lockPayment(ctx, id);
  requireFree(payment);
  payment.state = 'set_aside';
  payment.reason = reason;
  decide(ctx, payment);
  await publish(ctx.em, { topic: 'payment', id, quoteId: payment.quoteId });
  await ctx.em.flush();
  return readPayment(ctx, id);
}

/**
 * A quote that was marked as paid by mistake is unpaid again: the mark is undone, and a payment that staff matched waits
 * for its quote once more. Not when the payment provider itself brought the money, nor when there is an order.
 *
 * @throws 404, 409 QUOTE_ALREADY_CONVERTED, 409 QUOTE_NOT_PAID, 409 PAYMENT_RECEIVED
 */
export async function unpayQuote(
  ctx: AppContext,
  { id, reason }: { id: number; reason?: string | null | undefined },
): Promise<QuoteView> {
  const quote = await lockQuote(ctx, id);
  requireVersion(ctx, 'quote', quote);
  if (quote.status === 'converted')
    throw conflict('QUOTE_ALREADY_CONVERTED', t('This quote has already been converted to an order'));
  if (quote.status !== 'paid')
    throw conflict('QUOTE_NOT_PAID', t('This quote is not paid; it is {status}', { status: quoteWords[quote.status] }));
  for (const payment of await ctx.em.find(Payment, { quoteId: id, state: 'matched' })) {
    if (payment.source === 'hand') payment.state = 'undone';
    else if (payment.decidedAt) {
      payment.state = 'unmatched';
      noteProblem(ctx, payment, {
        code: payment.code ?? null,
        problem: { is: 'payment_waits', because: 'taken_back', quote: id },
      });
    }
  }
  const price = quote.price ?? '0';
  if (!isNothing(price) && (await paidUnits(ctx, quote)) >= unitsOf(price, await currencyOf(ctx, quote)))
    throw conflict(
      'PAYMENT_RECEIVED',
      t('This quote was paid through the payment provider, which cannot be undone here'),
    );
  const to = quote.unpay();
  quote.updatedAt = now(ctx);
  await run(ctx.em, `update papers set voided_at = ? where quote_id = ? and kind = 'receipt' and voided_at is null`, [
    now(ctx),
    id,
  ]);
  record(ctx, {
    subject: 'quote',
    subjectId: id,
    action: 'quote.unpaid',
    from: 'paid',
    to,
    ...(reason ? { detail: reason } : {}),
  });
  await publish(ctx.em, { topic: 'quote', id });
  await ctx.em.flush();
  return readQuote(ctx, id);
}
