import { z } from 'zod';
import { contact } from '../base/contact/contact.ts';
import { contactsIn, contactsOut } from '../base/contact/stop-contact.ts';
import { demandsIn, demandsOut } from '../base/demands.ts';
import { collectIn, collectOut } from '../base/money/collect.ts';
import { quoteLines } from '../base/money/quote-lines.ts';
import { notifyIn } from '../base/notify.ts';
import { byExternalId, ownNumbersIn, ownNumbersOut } from '../base/own-numbers.ts';
import { placeIn, placeOut } from '../base/place/places.ts';
import {
  address,
  afterId,
  createdBetween,
  day,
  description,
  flag,
  id,
  imageUrls,
  integer,
  moneyOut,
  notes,
  notesOut,
  optionalMoney,
  optionalText,
  otherForms,
  pageInput,
  paymentUrl,
  personName,
  personOut,
  photoUrls,
  pieces,
  quantity,
  routeOut,
  rowId,
  rowVersion,
  search,
  seenVersion,
  text,
  textOrNull,
  timestamp,
  trackingNumberOrNull,
  whole,
} from '../base/primitives.ts';
import { cursorPageOf, syncInput } from '../base/sync.ts';
import { example } from '../examples.ts';
import { ITEMS_MAX, NAME_MAX, TERMS_MAX } from '../limits.ts';
import { languageIn, languageOut } from '../words/fields.ts';
import { message, t } from '../words/t.ts';
import { payByIn, quoteMoneyOut } from './payments.ts';
import { agreementOut, wantedDayOut } from './quote-page.ts';
import { quoteOutcomes } from './quote-status.ts';
import { quoteStatus } from './quote-status-schema.ts';
import { SPEED_DEFAULT, speedTypes } from './speed.ts';

export const speedType = z.enum(speedTypes, { error: () => t('Choose a delivery speed') });

const forReference = { description: 'Decimal string, for reference only', example: '40.50' };
/** One thing to carry, as it is asked for. */
export const quoteItemInput = z.object({
  /** Present when an existing item is edited; a new item has none. */
  id: id.meta({ example: example.itemId }).optional(),
  name: text(message('Item name is required'), NAME_MAX).meta({ example: example.item }),
  description,
  quantity,
  value: optionalMoney(message('Value must be non-negative')).meta(forReference),
  imageUrls: imageUrls.optional(),
});
export type QuoteItemInput = z.infer<typeof quoteItemInput>;

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item, { error: () => t('At least one item is required') })
    .min(1, { error: () => t('At least one item is required') })
    .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) });
const items = listOf(quoteItemInput);
/** An item of a partial update: a quantity that is not named stays as it is. */
const changedItem = quoteItemInput.extend({ quantity: pieces.optional() });
const speedDate = z
  .union([z.literal('').transform(() => null), z.null(), day(message('Choose a date'))], {
    error: () => t('Choose a date'),
  })
  .optional()
  .meta({ description: 'Only for specific_date', example: '2026-03-02' });

const pickupAddress = address(message('Pickup address is required'));
const deliveryAddress = address(message('Delivery address is required'));

/** Two fields that need each other: without a day, or with one that is over at `today`, a specific date is none. */
const places = { pickupPlace: placeIn, deliveryPlace: placeIn };
const request = (
  customer: typeof contact,
  notify: typeof notifyIn.notify,
  today = '',
  closedWords: (day: string) => string | undefined = () => undefined,
) => {
  const asksForDay = (quote: { speedType: string }) => quote.speedType === 'specific_date';
  return (
    z
      .object({
        customer,
        pickupAddress,
        deliveryAddress,
        ...contactsIn,
        notes,
        ...demandsIn,
        items,
        speedType: speedType.default(SPEED_DEFAULT),
        speedDate,
        language: languageIn,
        ...places,
        collect: collectIn,
        ...ownNumbersIn,
        notify,
      })
      // `when`: reported together with the other fields' errors, not only once they are corrected.
      .refine((quote) => !asksForDay(quote) || Boolean(quote.speedDate), {
        path: ['speedDate'],
        error: () => t('Choose a date'),
        when: ({ value }) => isRecord(value),
      })
      .refine((quote) => !asksForDay(quote) || !quote.speedDate || quote.speedDate >= today, {
        path: ['speedDate'],
        error: () => t('Choose today or a later day'),
      })
      .superRefine(({ speedType: type, speedDate: wanted }, context) => {
        const message = asksForDay({ speedType: type }) && wanted && wanted >= today ? closedWords(wanted) : undefined;
        if (message) context.addIssue({ code: 'custom', path: ['speedDate'], message });
      })
      .transform((quote) => ({
        ...quote,
        speedDate: quote.speedType === 'specific_date' ? (quote.speedDate ?? null) : null,
      }))
  );
};
const isRecord = (value: unknown) => typeof value === 'object' && value !== null;

/** The payload of every quote; speedDate is kept only for specific_date. */
export const createQuote = request(contact, notifyIn.notify).meta({
  example: {
    customer: { name: example.name, email: example.email, phone: example.phone },
    pickupAddress: example.pickupAddress,
    deliveryAddress: example.deliveryAddress,
    items: [{ name: example.item, quantity: 2, value: '40.50' }],
    speedType: 'today',
  },
});
/**
 * What the public form checks before it sends: the same in a visitor's words, no day before `today`, and none of which
 * `closedWords` says why it is closed.
 */
export const quoteRequest = (today: string, closedWords: (day: string) => string | undefined) =>
  request(contact.extend({ name: personName(message('Full name is required')) }), flag.optional(), today, closedWords);
export type CreateQuote = z.infer<typeof createQuote>;

/** Partial update; `version` is what the editor read and makes a stale save a 409 instead of an overwrite. */
export const quoteChanges = z.object({
  id,
  pickupAddress: pickupAddress.optional(),
  deliveryAddress: deliveryAddress.optional(),
  ...places,
  ...contactsIn,
  notes,
  ...demandsIn,
  language: languageIn,
  collect: collectIn,
  items: listOf(changedItem).optional(),
  speedType: speedType.optional(),
  speedDate,
  price: optionalMoney(message('The price must be a number of at least 0')).meta({
    description:
      'Decimal string, null until it is set. One line of the price: with its tax inside or on top, as the setting `pricesIncludeTax` says. The total that was read changes nothing',
  }),
  paymentUrl: z
    .union([z.literal('').transform(() => null), z.null(), paymentUrl], {
      error: () => t('The payment URL must be an https:// address'),
    })
    .optional()
    .meta({ description: 'Where the customer pays' }),
  payBy: payByIn.optional().meta({
    description:
      '`link`, the default, needs `paymentUrl`; `transfer` shows the company’s bank account; `cash` is paid at the door; `account` later. The last two need no payment before the order',
    example: 'transfer',
  }),
  lines: quoteLines.optional().meta({
    description: 'What the price is made of; `price` follows as their total, with their tax',
  }),
  validUntil: z
    .union([z.literal('').transform(() => null), z.null(), day(message('Choose a date'))], {
      error: () => t('Choose a date'),
    })
    .optional()
    .meta({ description: 'The last day on which the customer may accept', example: '2026-03-15' }),
  terms: optionalText(TERMS_MAX).meta({ description: 'What the customer agrees to; the company’s when it is sent' }),
  status: quoteStatus.optional(),
  paymentReference: optionalText(NAME_MAX).meta({
    description: 'With the status `paid`: what the bank calls it',
    example: 'Statement 7',
  }),
  paidOn: day(message('Choose a date'))
    .meta({ description: 'With the status `paid`: the day of the payment, today when absent', example: '2026-03-02' })
    .optional(),
  ...ownNumbersIn,
  ...notifyIn,
  version: seenVersion,
});
/** Also takes the older nested form `{quoteId, data: {…}}`; two different ids are refused. */
export const updateQuote = z
  .preprocess((body, issues) => {
    if (typeof body !== 'object' || body === null) return body;
    const { data, quoteId, ...rest } = body as Record<string, unknown>;
    if (quoteId !== undefined && rest.id !== undefined && String(quoteId) !== String(rest.id)) {
      issues.addIssue({
        code: 'custom',
        path: ['quoteId'],
        message: 'quoteId is another quote than the one in the address',
        input: quoteId,
      });
    }
    return typeof data === 'object' && data !== null
      ? { ...data, ...rest, id: rest.id ?? quoteId }
      : { ...rest, id: rest.id ?? quoteId };
  }, quoteChanges)
  .meta({ example: { price: example.price, paymentUrl: example.paymentUrl } });
otherForms.set(updateQuote, z.object({ quoteId: z.unknown(), data: quoteChanges }));
export type UpdateQuote = z.infer<typeof quoteChanges>;

const DAYS_OLD_MAX = 3650;
export const quoteSorts = ['newest', 'oldest', 'price', 'updated', 'due', 'seen'] as const;
export const listQuotes = pageInput.extend({
  q: search.optional(),
  status: z
    .string()
    .max(60)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(quoteStatus))
    .meta({ description: 'One state or several, with commas between them', example: 'draft,sent' })
    .optional(),
  sort: z.enum(quoteSorts).default('newest'),
  outcome: z
    .string()
    .max(60)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(z.enum([...quoteOutcomes, 'none'], { error: () => t('outcome must be declined, expired or none') })))
    .meta({ description: '`none`, `declined`, `expired` or several, with commas between them', example: 'none' })
    .optional(),
  due: z
    .enum(['waiting', 'soon', 'overdue'])
    .meta({ description: 'Customers waiting for a price or an answer; `soon` is within two hours' })
    .optional(),
  seen: z
    .enum(['yes', 'no'])
    .meta({ description: 'Whether people opened the customer’s page; `no`: of what is offered, what nobody has seen' })
    .optional(),
  olderThan: whole(1, DAYS_OLD_MAX, () =>
    t('olderThan must be a whole number of days from 1 to {max}', { max: DAYS_OLD_MAX }),
  )
    .transform((days) => days)
    .meta({ description: 'Asked for at least so many days ago', example: 7 })
    .optional(),
  ...createdBetween,
  afterId: afterId.optional(),
  customerId: id.meta({ example: example.customerId }).optional(),
  externalId: byExternalId,
  ...syncInput,
});
export type ListQuotes = z.infer<typeof listQuotes>;

export const quoteItem = z
  .object({
    id: integer.meta({ example: example.itemId }),
    name: z.string().meta({ example: example.item }),
    description: textOrNull.meta({ description: 'null when there is none', example: 'Heavy' }),
    quantity: integer.meta({ example: 2 }),
    value: moneyOut.nullable().meta(forReference),
    imageUrls: photoUrls,
  })
  .meta({ id: 'QuoteItem' });
export type QuoteItem = z.infer<typeof quoteItem>;

export const customerIdOut = integer.nullable().meta({ example: example.customerId });
const quoteSignatures = {
  signatureUrl: textOrNull.meta({ example: null }),
  signatureCustomerName: textOrNull.meta({ example: null }),
  signatureCapturedAt: timestamp.nullable().meta({ example: null }),
  driverSignatureUrl: textOrNull.meta({ example: null }),
  driverSignatureName: textOrNull.meta({ example: null }),
  driverSignatureCapturedAt: timestamp.nullable().meta({ example: null }),
};

const known = placeOut
  .nullable()
  .optional()
  .meta({ description: 'Of a quote alone, for staff and their keys; null: nobody knows' });
const placesOut = { pickupPlace: known, deliveryPlace: known };
export const quote = z
  .object({
    id: rowId,
    status: quoteStatus.meta({ example: 'sent' }),
    price: moneyOut.nullable().meta({ description: 'Decimal string, null until it is set' }),
    paymentUrl: textOrNull.meta({ description: 'Where the customer pays', example: example.paymentUrl }),
    ...routeOut,
    ...placesOut,
    ...contactsOut,
    notes: notesOut,
    ...demandsOut,
    language: languageOut,
    collect: collectOut,
    speedType: z.enum(speedTypes).meta({ example: 'specific_date' }),
    speedDate: textOrNull.meta({ description: 'Only for specific_date', example: '2026-03-02' }),
    wantedDay: wantedDayOut,
    customer: z.object({ id: customerIdOut, ...personOut }),
    items: z.array(quoteItem),
    ...agreementOut,
    ...quoteMoneyOut,
    ...quoteSignatures,
    ...ownNumbersOut,
    orderId: rowId.nullable().meta({ description: 'The order this quote became', example: null }),
    trackingNumber: trackingNumberOrNull.meta({ example: null }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quote>;
export const quotePage = cursorPageOf(quote).meta({ id: 'QuotePage' });

/** What creation answers: the whole quote to staff; to a visitor what they sent, with the id and the status. */
export const createdQuote = quote
  .extend({ status: quoteStatus.meta({ example: 'draft' }) })
  .partial()
  .required({ id: true, status: true })
  .meta({ id: 'CreatedQuote' });

/** The part of a quote that an order carries: its signatures. */
export const quoteOfOrder = z.object({ id: rowId, ...quoteSignatures }).meta({ id: 'QuoteOfOrder' });

export const sentQuote = z.object({
  success: z.literal(true),
  message: z.string().meta({ example: 'The quote e-mail to ada@example.com is on its way.' }),
  delivery: z
    .enum(['queued', 'kept'])
    .meta({ description: '`queued` for an SMTP server, `kept` in the Mailbox when none is set up' }),
  emailId: integer.meta({ example: 91 }),
});
