import { z } from 'zod';
import { quoteLine } from '../base/money/quote-lines.ts';
import { notifyIn } from '../base/notify.ts';
import { normaliseToken } from '../base/pasted.ts';
import {
  count,
  day,
  id,
  integer,
  moneyOut,
  notesOut,
  photoUrls,
  routeOut,
  text,
  textOrNull,
  timestamp,
  trackingNumberOrNull,
} from '../base/primitives.ts';
import { bankAccount } from '../company/bank-account.ts';
import { example } from '../examples.ts';
import { NAME_MAX, PASTED_MAX, QUESTION_MAX, REASON_MAX } from '../limits.ts';
import { languageOut } from '../words/fields.ts';
import { message, t } from '../words/t.ts';
import { payByOut, quotePayment } from './payments.ts';
import { estimateBases } from './pricing/price-rules.ts';
import { quoteOutcomes } from './quote-status.ts';
import { quoteStatus } from './quote-status-schema.ts';
import { speedTypes } from './speed.ts';

// What the customer reads and does by the link in their mail: the link alone is the right to it.

/** The secret part of the link. One that is malformed is as unknown as a wrong one. */
export const pageToken = z
  .string()
  .max(PASTED_MAX)
  .transform(normaliseToken)
  .meta({ description: 'The end of the link', example: 'u7w3n5q9k2x4z8b6c1d0f3g5h7' });
export const byToken = z.object({ token: pageToken });

const revisionSeen = id.meta({ description: 'The version that the customer was shown', example: 2 });
export const acceptQuote = byToken
  .extend({
    revision: revisionSeen,
    name: text(message('Please type your name'), NAME_MAX).meta({ example: example.name }),
    termsAccepted: z
      .literal(true, { error: () => t('Please agree to the terms') })
      .meta({ override: { type: 'boolean', enum: undefined, const: undefined } }),
    signature: z
      .string()
      .max(200)
      .meta({ description: 'Address of an uploaded drawing', example: example.signature })
      .optional(),
  })
  .meta({ example: { revision: 2, name: example.name, termsAccepted: true } });
export type AcceptQuote = z.infer<typeof acceptQuote>;

const reason = text(message('Please say why'), REASON_MAX).meta({ example: 'We found another day' });
export const declineQuote = byToken
  .extend({ reason, revision: revisionSeen.optional() })
  .meta({ example: { reason: 'We found another day' } });
export type DeclineQuote = z.infer<typeof declineQuote>;

export const askQuestion = byToken
  .extend({
    text: text(message('Please write your question'), QUESTION_MAX).meta({
      example: 'Do you carry it to the third floor?',
    }),
  })
  .meta({ example: { text: 'Do you carry it to the third floor?' } });
export type AskQuestion = z.infer<typeof askQuestion>;

export const changeDate = byToken
  .extend({
    speedType: z.enum(speedTypes, { error: () => t('Choose a delivery speed') }),
    speedDate: z
      .union([z.literal('').transform(() => null), z.null(), day(message('Choose a date'))], {
        error: () => t('Choose a date'),
      })
      .optional()
      .meta({ description: 'Only for specific_date', example: '2026-03-02' }),
  })
  .meta({ example: { speedType: 'specific_date', speedDate: '2026-03-02' } });
export type ChangeDate = z.infer<typeof changeDate>;

export const seenPage = byToken
  .extend({
    visitor: z
      .string()
      .regex(/^[\w-]{8,64}$/, { error: () => t('visitor must be 8 to 64 letters and digits') })
      .meta({ description: 'A random name that the browser keeps; without it the address tells people apart' })
      .optional(),
  })
  .meta({ example: {} });
export type SeenPage = z.infer<typeof seenPage>;

/** Staff, in the customer's stead. */
export const acceptOnBehalf = z
  .object({
    id,
    reason,
    name: text(message('Name is required'), NAME_MAX).meta({ example: example.name }).optional(),
    ...notifyIn,
  })
  .meta({ example: { reason: 'Said yes on the phone' } });
export type AcceptOnBehalf = z.infer<typeof acceptOnBehalf>;
export const declineOnBehalf = z.object({ id, reason }).meta({ example: { reason: 'Said no on the phone' } });
export type DeclineOnBehalf = z.infer<typeof declineOnBehalf>;
export const renewQuote = z
  .object({
    id,
    validUntil: day(message('Choose a date'))
      .meta({ description: 'Last day; without it the company’s number of days from today' })
      .optional(),
    ...notifyIn,
  })
  .meta({ example: {} });
export type RenewQuote = z.infer<typeof renewQuote>;
export const answerQuestion = z
  .object({
    id,
    questionId: id.meta({ description: 'Without it the oldest that is open', example: 3 }).optional(),
    text: text(message('Please write an answer'), QUESTION_MAX).meta({ example: 'Yes, at no extra cost.' }),
    ...notifyIn,
  })
  .meta({ example: { text: 'Yes, at no extra cost.' } });
export type AnswerQuestion = z.infer<typeof answerQuestion>;

/** What changed in a version, for a person to read: values as in the version, null for none. */
export const quoteChange = z.object({
  field: z
    .enum([
      'lines',
      'total',
      'items',
      'pickupAddress',
      'deliveryAddress',
      'notes',
      'speed',
      'validUntil',
      'terms',
      'currency',
    ])
    .meta({ example: 'total' }),
  from: textOrNull.meta({ example: '100.00' }),
  to: textOrNull.meta({ example: '120.00' }),
});
export type QuoteChange = z.infer<typeof quoteChange>;

const lineWithAmount = quoteLine
  .extend({ amount: moneyOut.meta({ description: 'Quantity times unit price' }) })
  .meta({ id: 'QuoteLineWithAmount' });
const revisionBase = {
  revision: integer.meta({ description: 'Counts what the customer was shown, from 1', example: 2 }),
  at: timestamp,
  lines: z.array(lineWithAmount),
  total: moneyOut,
  taxTotal: moneyOut,
  currency: z.string().meta({ example: 'USD' }),
  validUntil: textOrNull.meta({ description: 'The last day', example: '2026-03-15' }),
  terms: textOrNull.meta({ example: null }),
  changes: z.array(quoteChange).meta({ description: 'Against the version before; empty for the first' }),
};
export const quoteRevision = z
  .object({ ...revisionBase, by: z.string().meta({ description: 'Who made it', example: example.staff }) })
  .meta({ id: 'QuoteRevision' });
export type QuoteRevision = z.infer<typeof quoteRevision>;
const customerRevision = z
  .object({
    ...revisionBase,
    isOwn: z.boolean().meta({ description: 'The customer made it, by changing the date', example: false }),
  })
  .meta({ id: 'CustomerQuoteRevision' });

const acceptanceBase = {
  name: z.string().meta({ example: example.name }),
  at: timestamp,
  revision: integer.meta({ example: 2 }),
  onBehalf: z.boolean().meta({ description: 'Staff accepted in the customer’s stead' }),
};
export const quoteAcceptance = z
  .object({
    ...acceptanceBase,
    by: textOrNull.meta({ description: 'The member of staff; null for the customer', example: null }),
    reason: textOrNull.meta({ example: null }),
    address: textOrNull.meta({ description: 'Network address of the caller', example: '203.0.113.7' }),
    signatureUrl: textOrNull.meta({ example: null }),
    contentHash: z.string().meta({ description: 'SHA-256 of what was agreed', example: 'b5bb9d80…' }),
  })
  .meta({ id: 'QuoteAcceptance' });
export type QuoteAcceptance = z.infer<typeof quoteAcceptance>;
const customerAcceptance = z.object(acceptanceBase).meta({ id: 'CustomerQuoteAcceptance' });

const questionBase = {
  id: integer.meta({ example: 3 }),
  text: z.string().meta({ example: 'Do you carry it to the third floor?' }),
  askedAt: timestamp,
  answer: textOrNull.meta({ example: 'Yes, at no extra cost.' }),
  answeredAt: timestamp.nullable(),
};
export const quoteQuestion = z
  .object({ ...questionBase, answeredBy: textOrNull.meta({ example: example.staff }) })
  .meta({ id: 'QuoteQuestion' });
export type QuoteQuestion = z.infer<typeof quoteQuestion>;
const customerQuestion = z.object(questionBase).meta({ id: 'CustomerQuoteQuestion' });

export const pageStates = ['received', 'priced', 'accepted', 'paid', 'booked', 'declined', 'expired'] as const;
export type PageState = (typeof pageStates)[number];

export const wantedDayOut = textOrNull.meta({
  description: 'The day that the speed means; `today` is fixed by the business hours when the quote is requested',
  example: '2026-03-02',
});

/** The first number that a visitor was shown with their request, by the rules of that moment. */
export const shownEstimate = z
  .object({
    from: moneyOut.meta({ description: 'Tax included', example: '40.00' }),
    to: moneyOut.meta({ description: 'The same as `from` where it is one price', example: '55.00' }),
    currency: z.string().meta({ example: 'USD' }),
    isBinding: z.boolean().meta({ description: 'The request is priced with it', example: false }),
    basis: z.enum(estimateBases).meta({ example: 'zone' }),
  })
  .nullable()
  .meta({ description: 'What the form showed for the request; null where it showed nothing', example: null });
export type ShownEstimate = NonNullable<z.infer<typeof shownEstimate>>;

/** What the link shows: everything that the customer may know, and nothing more. */
export const customerQuote = z
  .object({
    reference: z.string().meta({ description: 'How customer and office name the quote', example: 'K7M-3QF' }),
    state: z.enum(pageStates).meta({ example: 'priced' }),
    status: quoteStatus.meta({ example: 'sent' }),
    outcome: z.enum(quoteOutcomes).nullable().meta({ example: null }),
    outcomeReason: textOrNull.meta({ example: null }),
    revision: integer.meta({ description: '0 until a price was sent', example: 2 }),
    language: languageOut,
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
    dueAt: timestamp
      .nullable()
      .meta({ description: 'Until when a price is promised; null once it was sent', example: null }),
    validUntil: textOrNull.meta({ description: 'The last day, where the company is', example: '2026-03-15' }),
    acceptedAt: timestamp.nullable(),
    paidAt: timestamp.nullable(),
    acceptance: customerAcceptance.nullable(),
    estimate: shownEstimate,
    currency: z.string().meta({ example: 'USD' }),
    pricesIncludeTax: z.boolean(),
    lines: z.array(lineWithAmount),
    net: moneyOut.nullable(),
    taxes: z.array(
      z.object({
        label: z.string().optional().meta({ description: 'Of a tax that has a name', example: 'GST' }),
        rate: z.string().meta({ example: '19' }),
        net: moneyOut,
        tax: moneyOut,
      }),
    ),
    taxTotal: moneyOut.nullable(),
    total: moneyOut.nullable().meta({ description: 'null until a price was sent' }),
    terms: textOrNull.meta({ example: null }),
    paymentUrl: textOrNull.meta({ description: 'null while there is nothing to pay', example: example.paymentUrl }),
    payBy: payByOut,
    bankAccount: bankAccount.nullable().meta({ description: 'Where a transfer goes; null for other ways to pay' }),
    onAccount: z.boolean().meta({ description: 'Nothing is to be paid before the delivery is booked' }),
    payment: quotePayment,
    changes: z.array(quoteChange).meta({ description: 'Against the version before' }),
    revisions: z.array(customerRevision).meta({ description: 'Newest first' }),
    company: z.object({
      name: textOrNull.meta({ example: null }),
      address: textOrNull.meta({ example: null }),
      taxNumber: textOrNull.meta({ example: null }),
      phone: textOrNull.meta({ example: null }),
    }),
    customerName: z.string().meta({ example: example.name }),
    customerCompany: textOrNull.meta({ example: example.company }),
    ...routeOut,
    notes: notesOut,
    speedType: z.enum(speedTypes).meta({ example: 'specific_date' }),
    speedDate: textOrNull.meta({ example: '2026-03-02' }),
    wantedDay: wantedDayOut,
    items: z.array(
      z.object({
        name: z.string().meta({ example: example.item }),
        description: textOrNull.meta({ example: 'Heavy' }),
        quantity: integer.meta({ example: 2 }),
        imageUrls: photoUrls,
      }),
    ),
    questions: z.array(customerQuestion).meta({ description: 'Oldest first' }),
    trackingNumber: trackingNumberOrNull.meta({ example: null }),
    canAccept: z.boolean(),
    acceptsByMail: z.boolean().meta({
      description: 'On account, so only the link from the mail can accept it; this link was returned to the form',
      example: false,
    }),
    canDecline: z.boolean(),
    canAsk: z.boolean(),
    canChangeDate: z.boolean(),
  })
  .meta({ id: 'CustomerQuote' });
export type CustomerQuote = z.infer<typeof customerQuote>;

/** What a quote shows staff in addition to the request itself. */
export const agreementOut = {
  estimate: shownEstimate,
  reference: textOrNull.meta({ description: 'How the customer names the quote', example: 'K7M-3QF' }),
  lines: z.array(quoteLine).meta({ description: 'What the price is made of' }),
  total: moneyOut.nullable().meta({ description: 'The same as `price`' }),
  taxTotal: moneyOut.nullable().meta({ description: 'The tax in `total`' }),
  currency: z.string().meta({ description: 'ISO 4217', example: 'USD' }),
  pricesIncludeTax: z.boolean(),
  terms: textOrNull.meta({ example: null }),
  validUntil: textOrNull.meta({ description: 'The last day, where the company is', example: '2026-03-15' }),
  sentAt: timestamp.nullable(),
  revision: integer.meta({ description: 'Counts what the customer was shown; 0 until it was sent', example: 1 }),
  outcome: z.enum(quoteOutcomes).nullable().meta({ description: '`declined`, `expired` or null', example: null }),
  outcomeReason: textOrNull.meta({ example: null }),
  outcomeAt: timestamp.nullable().meta({ example: null }),
  customerUrl: textOrNull.meta({
    description: 'The customer’s page; null until a server of this release has made the link',
    example: 'https://example.com/q/u7w3n5q9k2x4z8b6c1d0f3g5h7',
  }),
  views: count.meta({ description: 'How often people opened the customer’s page' }),
  lastViewedAt: timestamp.nullable(),
  openQuestions: count.meta({ example: 0 }),
  acceptance: quoteAcceptance.nullable(),
  revisions: z.array(quoteRevision).optional().meta({ description: 'Newest first; where one quote is read' }),
  questions: z.array(quoteQuestion).optional().meta({ description: 'Oldest first; where one quote is read' }),
};

/** A message of the page's stream: the quote changed, or may have. */
export const quoteEvent = z.object({ topic: z.literal('quote'), at: timestamp });
