import { z } from 'zod';
import { decimalsWords, isNothing, isTooFine } from '../base/money/money.ts';
import { payWays } from '../base/money/pay-by.ts';
import { notifyIn } from '../base/notify.ts';
import {
  id,
  moment,
  money,
  moneyOut,
  optionalText,
  pageInput,
  pageOf,
  rowId,
  text,
  textOrNull,
  timestamp,
} from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NAME_MAX, NOTES_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';
import { promiseKinds } from './due-times.ts';

/** The kinds of events that are kept: money that came, and money that went back. Others are answered and not kept. */
export const paymentEventTypes = ['payment.succeeded', 'payment.refunded'] as const;
export const [PAYMENT_SUCCEEDED, PAYMENT_REFUNDED] = paymentEventTypes;

const currencyIn = z
  .string({ error: () => t('Name the currency, like EUR') })
  .trim()
  .regex(/^[A-Za-z]{3}$/, { error: () => t('The currency must be three letters, like EUR') })
  .transform((code) => code.toUpperCase())
  .meta({ example: 'USD' });
const AMOUNT_WORDS = () => t('The amount must be a number above 0');
const amountIn = money(AMOUNT_WORDS).refine((amount) => !isNothing(amount), { error: AMOUNT_WORDS });
const referenceIn = optionalText(NAME_MAX).meta({
  description: 'The public reference of the quote, or the number of its paper or of an invoice',
  example: 'K7M-3QF',
});

/** What any event says before it is looked at further; fields that are not known here are ignored. */
export const paymentEventHead = z.object({ type: text(message('Name the type of the event'), NAME_MAX) });
/** The body of a payment event. */
export const paymentEvent = z
  .object({
    type: z
      .enum(paymentEventTypes)
      .meta({ description: 'A refund is kept and shown, and changes nothing else', example: PAYMENT_SUCCEEDED }),
    data: z
      .object(
        {
          quoteId: z.union([id, z.null()]).optional().meta({ description: 'The quote, or `reference`', example: 42 }),
          reference: referenceIn,
          amount: amountIn,
          currency: currencyIn,
          paidAt: moment.optional().meta({ description: 'When it was paid; the time of arrival when absent' }),
          providerReference: optionalText(NAME_MAX).meta({
            description: 'What the provider calls this payment',
            example: 'pi_3Nx',
          }),
        },
        { error: () => t('data must be an object') },
      )
      .superRefine(({ amount, currency }, issues) => {
        if (isTooFine(amount, currency))
          issues.addIssue({
            code: 'custom',
            path: ['amount'],
            message: `${AMOUNT_WORDS()} ${decimalsWords(currency)}`,
          });
      }),
  })
  .meta({ id: 'PaymentEventBody' });
export type PaymentEvent = z.infer<typeof paymentEvent>;

export const paymentStates = ['matched', 'unmatched', 'set_aside', 'refunded'] as const;
export const paymentState = z.enum(paymentStates);
export type PaymentState = z.infer<typeof paymentState>;

const code = textOrNull.meta({ description: 'Why somebody should look at it', example: 'PAYMENT_AMOUNT_MISMATCH' });
const problem = textOrNull.meta({
  description: 'The same as a sentence',
  example: '84.50 of 120.00 is paid; 35.50 is still open',
});

/** What a provider is answered for an event that was kept; the same again for the same event. */
export const receivedEvent = z
  .object({
    success: z.literal(true),
    id: rowId.nullable().meta({ description: 'null for an event of a type that is not kept' }),
    state: z.enum([...paymentStates, 'ignored']).meta({ example: 'matched' }),
    code,
    message: z.string().meta({ example: 'The payment was counted' }),
  })
  .meta({ id: 'ReceivedPaymentEvent' });
export type ReceivedEvent = z.infer<typeof receivedEvent>;

export const listPayments = pageInput.extend({ state: paymentState.optional() });
export const paymentRow = z
  .object({
    id: rowId,
    eventId: z.string().meta({ example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W' }),
    type: z.string().meta({ example: PAYMENT_SUCCEEDED }),
    state: paymentState.meta({ example: 'unmatched' }),
    code,
    problem,
    quoteId: rowId.nullable().meta({ description: 'The quote it counts for, or seems to be about' }),
    invoiceId: rowId.nullable().meta({ description: 'The invoice it counts for', example: null }),
    reference: textOrNull.meta({ example: 'K7M-3QF' }),
    amount: moneyOut,
    currency: z.string().meta({ example: 'USD' }),
    paidAt: timestamp,
    receivedAt: timestamp,
    providerReference: textOrNull.meta({ example: 'pi_3Nx' }),
    by: textOrNull.meta({ description: 'Who matched it or set it aside', example: null }),
    reason: textOrNull.meta({ description: 'Why it was set aside', example: null }),
  })
  .meta({ id: 'PaymentEvent' });
export type PaymentRow = z.infer<typeof paymentRow>;
export const paymentPage = pageOf(paymentRow).meta({ id: 'PaymentEventPage' });

export const matchPayment = z
  .object({
    id,
    quoteId: id.optional(),
    invoiceId: id.optional().meta({ description: 'In place of `quoteId`' }),
    ...notifyIn,
  })
  .refine(({ quoteId, invoiceId }) => (quoteId === undefined) !== (invoiceId === undefined), {
    error: () => t('Name a quote or an invoice'),
    path: ['quoteId'],
  })
  .meta({ example: { quoteId: 42 } });
export type MatchPayment = z.infer<typeof matchPayment>;
export const setPaymentAside = z
  .object({ id, reason: text(message('Enter a reason'), NOTES_MAX) })
  .meta({ example: { reason: 'Refunded' } });

/** How much of a quote is paid. */
export const quotePayment = z
  .object({
    state: z.enum(['none', 'part', 'paid', 'over']).meta({ example: 'part' }),
    paid: moneyOut.meta({ example: '84.50' }),
    open: moneyOut.meta({ example: '35.50' }),
    over: moneyOut.meta({ description: 'What was paid too much', example: '0.00' }),
    refunded: moneyOut.meta({ description: 'What went back; it opens nothing again', example: '0.00' }),
  })
  .meta({ id: 'QuotePayment' });
export type QuotePayment = z.infer<typeof quotePayment>;

/** One payment that counts for a quote. */
export const paymentOfQuote = z
  .object({
    id: rowId,
    at: timestamp.meta({ description: 'When it was paid' }),
    amount: moneyOut,
    currency: z.string().meta({ example: 'USD' }),
    reference: textOrNull.meta({ example: 'Bank statement 11/3' }),
    provider: textOrNull.meta({ description: 'What the payment provider calls it', example: 'pi_3Nx' }),
    by: textOrNull.meta({ description: 'Who marked it by hand; null for an event', example: example.staff }),
    isRefund: z.boolean().meta({ description: 'The money went back', example: false }),
    isFinal: z.boolean().meta({
      description: 'The payment provider brought it for this very quote: undoing Mark Paid does not take it away',
      example: false,
    }),
  })
  .meta({ id: 'PaymentOfQuote' });
export type PaymentOfQuote = z.infer<typeof paymentOfQuote>;

export const payByIn = z.enum(payWays, { error: () => t('payBy must be link, transfer, cash or account') });
export const payByOut = payByIn.meta({
  description:
    'How the customer pays: by the payment link, by transfer to the company’s bank account, in cash at the door, or later on account',
  example: 'link',
});

/** What a quote tells staff of money and of what its customer waits for. */
export const quoteMoneyOut = {
  payment: quotePayment,
  onAccount: z.boolean().meta({ description: 'Its customer pays later: no payment is needed before it is an order' }),
  payBy: payByOut,
  quoteNumber: textOrNull.meta({ description: 'Of its paper, once it was printed', example: 'Q-2026-0042' }),
  receiptNumber: textOrNull.meta({ example: null }),
  dueAt: timestamp.nullable().meta({ description: 'Until when a price or an answer was promised', example: null }),
  dueKind: z.enum(promiseKinds).nullable().meta({ example: null }),
  payments: z
    .array(paymentOfQuote)
    .optional()
    .meta({ description: 'What counts as paid, and what went back; where one quote is read' }),
};

export const unpayQuote = z.object({
  id,
  reason: optionalText(NOTES_MAX).meta({ example: 'It was the payment of another quote' }),
});
