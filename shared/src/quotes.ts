import { z } from 'zod';
import { contact } from './customers.ts';
import { ITEMS_MAX, NAME_MAX } from './limits.ts';
import {
  address,
  day,
  description,
  id,
  imageUrls,
  moneyOut,
  notes,
  optionalMoney,
  pageInput,
  pageOf,
  paymentUrl,
  personName,
  pieces,
  quantity,
  search,
  text,
  timestamp,
} from './primitives.ts';
import { quoteStatus } from './quote-status.ts';
import { SPEED_DEFAULT, speedTypes } from './speed.ts';

export const speedType = z.enum(speedTypes, { error: 'Choose a delivery speed' });

/** One thing to carry, as it is asked for. */
export const quoteItemInput = z.object({
  /** Present when an existing item is edited; a new item has none. */
  id: id.optional(),
  name: text('Item name is required', NAME_MAX),
  description,
  quantity,
  value: optionalMoney('Value must be non-negative'),
  imageUrls: imageUrls.optional(),
});
export type QuoteItemInput = z.infer<typeof quoteItemInput>;

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item, { error: 'At least one item is required' })
    .min(1, { error: 'At least one item is required' })
    .max(ITEMS_MAX, { error: `At most ${ITEMS_MAX} items` });
const items = listOf(quoteItemInput);
/** An item of a partial update: a quantity that is not named stays as it is. */
const changedItem = quoteItemInput.extend({ quantity: pieces.optional() });
const speedDate = z
  .union([z.literal('').transform(() => null), z.null(), day('Choose a date')], { error: 'Choose a date' })
  .optional();

const pickupAddress = address('Pickup address is required');
const deliveryAddress = address('Delivery address is required');

/** Two fields that need each other: without a day, or with one that is over at `today`, a specific date is none. */
const request = (customer: typeof contact, today = '') => {
  const asksForDay = (quote: { speedType: string }) => quote.speedType === 'specific_date';
  return (
    z
      .object({
        customer,
        pickupAddress,
        deliveryAddress,
        notes,
        items,
        speedType: speedType.default(SPEED_DEFAULT),
        speedDate,
      })
      // `when`: told beside the other fields' errors, and not only once they are mended.
      .refine((quote) => !asksForDay(quote) || Boolean(quote.speedDate), {
        path: ['speedDate'],
        error: 'Choose a date',
        when: ({ value }) => isRecord(value),
      })
      .refine((quote) => !asksForDay(quote) || !quote.speedDate || quote.speedDate >= today, {
        path: ['speedDate'],
        error: 'Choose today or a later day',
      })
      .transform((quote) => ({
        ...quote,
        speedDate: quote.speedType === 'specific_date' ? (quote.speedDate ?? null) : null,
      }))
  );
};
const isRecord = (value: unknown) => typeof value === 'object' && value !== null;

/** The payload of every quote; speedDate is kept only for specific_date. */
export const createQuote = request(contact);
/** What the public form checks before it sends: the same in a visitor's words, and no day before `today`. */
export const quoteRequest = (today: string) =>
  request(contact.extend({ name: personName('Full name is required') }), today);
export type CreateQuote = z.infer<typeof createQuote>;

/** Partial update; `version` is what the editor read and makes a stale save a 409 instead of an overwrite. */
const quoteChanges = z.object({
  id,
  pickupAddress: pickupAddress.optional(),
  deliveryAddress: deliveryAddress.optional(),
  notes,
  items: listOf(changedItem).optional(),
  speedType: speedType.optional(),
  speedDate,
  price: optionalMoney('The price must be a number of at least 0 with at most 2 decimals'),
  paymentUrl: z
    .union([z.literal('').transform(() => null), z.null(), paymentUrl], {
      error: 'The payment URL must be an https:// address',
    })
    .optional(),
  status: quoteStatus.optional(),
  version: id.optional(),
});
/** Also takes the older nested form `{quoteId, data: {…}}`; two different ids are refused. */
export const updateQuote = z.preprocess((body, issues) => {
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
}, quoteChanges);
export type UpdateQuote = z.infer<typeof quoteChanges>;

export const quoteSorts = ['newest', 'oldest', 'price', 'updated'] as const;
export const listQuotes = pageInput.extend({
  q: search.optional(),
  status: z
    .string()
    .max(60)
    .transform((list) => list.split(',').filter(Boolean))
    .pipe(z.array(quoteStatus))
    .optional(),
  sort: z.enum(quoteSorts).default('newest'),
  from: day().optional(),
  to: day().optional(),
  customerId: id.optional(),
});
export type ListQuotes = z.infer<typeof listQuotes>;

export const quoteItem = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    quantity: z.number().int(),
    value: moneyOut.nullable(),
    imageUrls: z.array(z.string()),
  })
  .meta({ id: 'QuoteItem' });
export type QuoteItem = z.infer<typeof quoteItem>;

const quoteSignatures = {
  signatureUrl: z.string().nullable(),
  signatureCustomerName: z.string().nullable(),
  signatureCapturedAt: timestamp.nullable(),
  driverSignatureUrl: z.string().nullable(),
  driverSignatureName: z.string().nullable(),
  driverSignatureCapturedAt: timestamp.nullable(),
};

export const quote = z
  .object({
    id: z.number().int(),
    status: quoteStatus,
    price: moneyOut.nullable(),
    paymentUrl: z.string().nullable(),
    pickupAddress: z.string(),
    deliveryAddress: z.string(),
    notes: z.string().nullable(),
    speedType: z.enum(speedTypes),
    speedDate: z.string().nullable(),
    customer: z.object({
      id: z.number().int().nullable(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      company: z.string().nullable(),
    }),
    items: z.array(quoteItem),
    ...quoteSignatures,
    /** The order this quote became. */
    orderId: z.number().int().nullable(),
    trackingNumber: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: z.number().int(),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quote>;
export const quotePage = pageOf(quote).meta({ id: 'QuotePage' });

/** What creation answers: the whole quote to staff; to a visitor what they sent, with the id and the status. */
export const createdQuote = quote.partial().required({ id: true, status: true }).meta({ id: 'CreatedQuote' });

/** The part of a quote that an order carries: its signatures. */
export const quoteOfOrder = z.object({ id: z.number().int(), ...quoteSignatures }).meta({ id: 'QuoteOfOrder' });

export const sentQuote = z.object({
  success: z.literal(true),
  message: z.string(),
  /** `queued` for an SMTP server, `kept` in the Mailbox when none is set up. */
  delivery: z.enum(['queued', 'kept']),
  emailId: z.number().int(),
});
