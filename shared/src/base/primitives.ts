import { z } from 'zod';
import { example } from '../examples.ts';
import {
  ADDRESS_MAX,
  DESCRIPTION_MAX,
  EMAIL_MAX,
  IMAGES_PER_ITEM_MAX,
  NAME_MAX,
  NOTES_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  PHONE_MAX,
  QUANTITY_DEFAULT,
  QUANTITY_MAX,
  QUANTITY_MIN,
  SEARCH_MAX,
  URL_MAX,
} from '../limits.ts';
import { type Message, message, t } from '../words/t.ts';
import { hidesCharacter, isVisible } from './pasted.ts';

// Inputs never hold a bare number, boolean or date schema: the REST adapter switches coercion on inside those, for
// tRPC callers too. A union, a literal or a pipe is left alone, so every leaf below is one of them.

/** A sentence for the person who is refused: a message, or what says one with its values. */
export type Words = Message | (() => string);
const say = (words: Words): string => (typeof words === 'function' ? words() : t(words));

const INT4_MAX = 2_147_483_647;
interface WholeWords {
  /** Above the largest; otherwise `words` says every bound. */
  tooMuch?: () => string;
  /** Of a text that is no whole number. */
  notWhole?: Words;
}
const isNoNumber = (input: unknown): boolean => typeof input === 'string' && /[^\d\s-]/.test(input);
/** A whole number within bounds, as a number or as its digits. */
export const whole = (min: number, max: number, words: Words, { tooMuch, notWhole }: WholeWords = {}) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          // One spelling for one number: '05' would be counted and cached as another thing than '5'.
          .regex(/^(?:0|[1-9]\d{0,9})$/)
          .transform(Number),
      ],
      { error: ({ input }) => say(isNoNumber(input) ? (notWhole ?? words) : words) },
    )
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, {
      error: ({ input }) => (Number(input) > max && tooMuch ? tooMuch() : say(words)),
    })
    .meta({ override: { type: 'integer', minimum: min, maximum: max, anyOf: undefined } });

/** A positive 32-bit key; over REST it arrives as digits. */
export const id = whole(1, INT4_MAX, message('This is not a valid id'))
  .transform((n) => n)
  .meta({ example: 42 });
/** An id from a form field that may be empty. */
export const optionalId = z
  .union([z.literal('').transform(() => undefined), id])
  .optional()
  .meta({ override: { type: 'integer', minimum: 1, maximum: INT4_MAX, anyOf: undefined }, example: 42 });
export const byId = z.object({ id });
/** In a partial update: the version that the editor read, so that a stale save is a 409 instead of an overwrite. */
export const seenVersion = id
  .meta({ description: 'The version that was read; 409 when there is a newer one', example: 3 })
  .optional();

/** true or false and nothing that merely looks like it. */
export const flag = z.literal([true, false], { error: () => t('Must be true or false') }).meta({
  override: { type: 'boolean', enum: undefined },
});

/** A yes or no of a form-data field. */
export const formFlag = z
  .union([z.literal('true').transform(() => true), z.literal('false').transform(() => false), flag], {
    error: () => t('Must be true or false'),
  })
  .meta({ override: { type: 'boolean', anyOf: undefined } });

/** A yes or no of a query, which the REST adapter takes as text only. */
export const queryFlag = z
  .enum(['true', 'false'], { error: () => t('Must be true or false') })
  .transform((value) => value === 'true')
  .meta({ override: { type: 'boolean', enum: undefined } });

/**
 * Text without NUL and other control characters, which PostgreSQL and mail headers refuse; line breaks and tabs stay.
 */
export const isCleanText = (value: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  value.isWellFormed() && !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(value);
export const cleanMessage = { error: () => t('Control characters are not allowed') };

/** Required text of one line or more, trimmed; `words` is the sentence shown when it is missing. */
export const text = (words: Words, max: number) =>
  z
    .string({ error: () => say(words) })
    .max(max, { error: () => t('At most {max} characters', { max }) })
    .refine(isCleanText, cleanMessage)
    .trim()
    .refine(isVisible, { error: () => say(words) });

/** Optional text: absent stays undefined, '' and null become null. */
export const optionalText = (max: number) =>
  z
    .union(
      [
        z
          .string()
          .max(max, { error: () => t('At most {max} characters', { max }) })
          .refine(isCleanText, cleanMessage)
          .trim(),
        z.null(),
      ],
      {
        error: (issue) => (typeof issue.input === 'string' ? undefined : t('Must be text')),
      },
    )
    .transform((value) => (value !== null && isVisible(value) ? value : null))
    .optional()
    .meta({ override: { type: ['string', 'null'], maxLength: max, anyOf: undefined } });

export const personName = (words: Words = message('Name is required')) =>
  text(words, NAME_MAX).meta({ example: example.name });
export const address = (words: Words) =>
  // Whitespace inside an address is kept: drivers read it as it was written.
  text(words, ADDRESS_MAX);
export const description = optionalText(DESCRIPTION_MAX).meta({ example: 'Heavy' });
export const notes = optionalText(NOTES_MAX).meta({ example: 'Ring twice' });
export const phone = optionalText(PHONE_MAX).meta({ example: example.phone });
export const company = optionalText(NAME_MAX).meta({ example: example.company });

// Linear on purpose: one @, no spaces, commas or brackets, a dotted domain.
const EMAIL = /^[^\s@,;:<>()[\]"\\]{1,64}@[^\s@,;:<>()[\]"\\.]+(?:\.[^\s@,;:<>()[\]"\\.]+)+$/;
/** What would add recipients or a text to a mail that a link begins; addresses from before may have it. */
const LINK_MARKS = /[?&%]/;
/** An e-mail address that is new here. */
export const isNewEmail = (address: string): boolean => EMAIL.test(address) && !LINK_MARKS.test(address);
/** One e-mail address, kept as typed except for surrounding space. */
const NO_EMAIL = message('Valid email is required');
export const email = (words: Words = NO_EMAIL) =>
  knownEmail(words).refine((address) => !LINK_MARKS.test(address), { error: () => say(words) });
/** The same where it may be one that is kept from before: to compare it, or to send it back unchanged. */
export const knownEmail = (words: Words = NO_EMAIL) =>
  z
    .string({ error: () => say(words) })
    .max(EMAIL_MAX, { error: () => say(words) })
    .trim()
    .regex(EMAIL, { error: () => say(words) })
    .refine((value) => !hidesCharacter(value), { error: () => say(words) })
    .refine(isCleanText, { error: () => say(words) })
    .meta({ override: { format: 'email', pattern: undefined }, example: example.email });

/** An address that may be missing: '' and null become null. */
export const optionalEmail = (mailbox: z.ZodType<string, string> = email()) =>
  z
    .union([z.literal('').transform(() => null), z.null(), mailbox], { error: () => t('Valid email is required') })
    .optional()
    .meta({ override: { type: ['string', 'null'], format: 'email', anyOf: undefined }, example: example.email });

/**
 * Whole number of pieces, at least 1; for a partial change, where absent means unchanged: a default survives
 * `.optional()`.
 */
export const pieces = whole(QUANTITY_MIN, QUANTITY_MAX, message('Quantity must be at least 1'), {
  tooMuch: () => t('Quantity must be at most {max, plural, other {#}}', { max: QUANTITY_MAX }),
  notWhole: message('Quantity must be a whole number'),
}).meta({ example: 2 });
/** Cursor for reading a whole list: the last id of the previous page. */
export const afterId = whole(0, INT4_MAX, message('afterId must be the id of a row'))
  .transform((after) => after)
  .meta({
    description:
      'Only rows with a larger id, in the order of ids, whatever `sort` says. Ask again with the last id until a page is empty: no row is there twice, and none is missing',
    example: 0,
  });

/** Whole number of pieces, at least 1; absent means 1. */
export const quantity = pieces.default(QUANTITY_DEFAULT);

const MONEY = /^\d{1,10}(?:\.\d{1,4})?$/;
/** What is wrong with an amount that is one: the bound that it breaks. */
const brokenBound = (value: unknown): string | undefined => {
  const [, units = '', fraction = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(String(value)) ?? [];
  if (units.length > 10) return t('At most 9,999,999,999.99');
  return fraction.length > 4 ? t('At most four decimals') : undefined;
};
/**
 * Money: a number or a decimal string. In which currency it is, only its service knows: that gives it the currency's
 * decimals, and refuses what is finer.
 */
export const money = (words: Words) =>
  z
    .union([z.number().transform(String), z.string().trim()], { error: () => say(words) })
    .refine((value) => MONEY.test(value), { error: ({ input }) => brokenBound(input) ?? say(words) })
    .transform((value) => value.replace(/^0+(?=\d)/, ''))
    .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: example.price });
/** Money that may be empty: '' and null become null. */
export const optionalMoney = (words: Words) =>
  z
    .union([z.literal('').transform(() => null), z.null(), money(words)], { error: () => say(words) })
    .optional()
    .meta({ override: { type: ['string', 'number', 'null'], anyOf: undefined }, example: example.price });

/** Money in answers, with the decimals of its currency; the same object or its parent names the currency. */
export const moneyOut = z.string().meta({ example: example.price });
export const currencyOut = z.string().meta({ description: 'ISO 4217', example: 'USD' });
export const timestamp = z.string().meta({ format: 'date-time', example: example.time });

// Fields that many answers have; no input may hold one of these.
export const integer = z.number().int();
export const textOrNull = z.string().nullable();
export const rowId = integer.meta({ example: 42 });
export const rowVersion = integer.meta({ description: 'Grows with every change', example: 3 });
export const count = integer.meta({ example: 1 });
export const photoUrls = z.array(z.string()).meta({ description: 'Addresses of uploads', example: [example.photo] });
export const personOut = {
  name: z.string().meta({ example: example.name }),
  email: z.string().meta({ example: example.email }),
  phone: textOrNull.meta({ example: example.phone }),
  company: textOrNull.meta({ example: example.company }),
};
export const routeOut = {
  pickupAddress: z.string().meta({ example: example.pickupAddress }),
  deliveryAddress: z.string().meta({ example: example.deliveryAddress }),
};
export const notesOut = textOrNull.meta({ example: 'Ring twice' });
const trackingMeta = { description: 'QF and twelve digits', example: example.trackingNumber };
export const trackingNumberOut = z.string().meta(trackingMeta);
export const trackingNumberOrNull = textOrNull.meta(trackingMeta);

/** Whether a text like 2026-03-01 names a day of the calendar. */
export const isDay = (value: string): boolean => {
  const day = new Date(`${value}T00:00:00Z`);
  // The calendar of PostgreSQL has no year 0.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) && !value.startsWith('0000');
};
/** A calendar day, YYYY-MM-DD, without a time zone. */
export const day = (words: Words = message('Must be a date like 2026-03-01')) =>
  z
    .string({ error: () => say(words) })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: () => say(words) })
    .refine(isDay, { error: () => say(words) })
    .meta({ format: 'date', example: example.day });

/** A moment as an ISO 8601 string with a zone, e.g. from a phone's clock. */
export const moment = z
  .string()
  .max(40)
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, { error: () => t('Must be a time like 2026-03-01T09:30:00Z') })
  .refine((value) => !Number.isNaN(Date.parse(value)) && !value.startsWith('0000'), {
    error: () => t('Must be a time like 2026-03-01T09:30:00Z'),
  })
  .meta({ format: 'date-time', example: example.time });

/** The time by the phone's clock, kept in addition to the server's. */
export const takenAt = moment
  .meta({ description: 'When it was taken, by the phone’s clock; one outside the order’s life is not kept' })
  .optional();

const PRIVATE_HOST = /^(127\.|10\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^\[|(^|\.)localhost\.?$/;
/** Characters that browsers, mail programs and parsers read differently: spaces, backslashes, quotes, brackets. */
const AMBIGUOUS = /[\s\\"'<>`\p{Cc}]/u;
/**
 * The one reading of a payment link: an https address without a password in it, on a public host, in the form in which
 * it is stored, shown and mailed; null for anything else. It is never fetched.
 */
export function normalPaymentUrl(value: string): string | null {
  if (AMBIGUOUS.test(value) || !/^https:\/\/[^/]/i.test(value)) return null;
  const url = URL.parse(value);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  if (url.hostname === '' || PRIVATE_HOST.test(url.hostname) || url.href.length > URL_MAX) return null;
  return url.href;
}
const PAYMENT_URL_WORDS = { error: () => t('The payment URL must be an https:// address') };
export const paymentUrl = z
  .string({ error: () => t('A payment URL is required') })
  .max(URL_MAX, { error: () => t('The payment URL is too long') })
  .trim()
  .min(1, { error: () => t('A payment URL is required') })
  .refine((value) => normalPaymentUrl(value) !== null, PAYMENT_URL_WORDS)
  .meta({ format: 'uri', example: example.paymentUrl })
  .transform((value) => normalPaymentUrl(value) ?? value);

/** An image list as old clients send it: a list, a JSON-encoded list or a single URL. */
export const toImageList = (value: unknown): unknown => {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'string') return value;
  if (!value.trim().startsWith('[')) return [value];
  try {
    return JSON.parse(value);
  } catch {
    return [value];
  }
};
export const imageUrls = z
  .preprocess(
    toImageList,
    z.array(z.string().min(1).max(URL_MAX)).max(IMAGES_PER_ITEM_MAX, {
      error: () => t('At most {imagesPerItemMax} photos', { imagesPerItemMax: IMAGES_PER_ITEM_MAX }),
    }),
  )
  .meta({
    override: { type: ['array', 'string'], items: { type: 'string' } },
    description: 'Addresses of uploads',
    example: [example.photo],
  });

const digits = (fallback: number, max: number, words: Words) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      { error: () => say(words) },
    )
    .refine((n) => Number.isInteger(n) && n >= 1 && n <= max, { error: () => say(words) })
    .default(fallback)
    .transform((n) => n)
    .meta({ override: { type: 'integer', minimum: 1, maximum: max, default: fallback, anyOf: undefined } });

/** page and limit of every list. */
export const pageInput = z.object({
  page: digits(1, 1_000_000, message('page must be a whole number from 1 to 1000000')).meta({
    description: 'From 1',
    example: 1,
  }),
  limit: digits(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, message('limit must be a whole number from 1 to 100')).meta({
    description: `Rows of a page, at most ${PAGE_SIZE_MAX}`,
    example: PAGE_SIZE_DEFAULT,
  }),
});

export const search = z
  .string()
  .max(SEARCH_MAX, { error: () => t('At most {searchMax} characters', { searchMax: SEARCH_MAX }) })
  .refine(isCleanText, cleanMessage)
  .trim()
  .meta({ description: 'Search text', example: 'Springfield' });
/** First and last day of creation of the rows of a list. */
export const createdBetween = {
  from: day().meta({ description: 'First day of creation, in the business time zone' }).optional(),
  to: day().meta({ description: 'Last day of creation, in the business time zone', example: '2026-03-31' }).optional(),
};

/** One page of a list: `total` rows in all, `totalPages` at this limit; both are about right where `totalIsEstimate`. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    page: integer.meta({ description: 'From 1', example: 1 }),
    limit: integer.meta({ description: `Rows of a page, at most ${PAGE_SIZE_MAX}`, example: PAGE_SIZE_DEFAULT }),
    total: integer.meta({ description: 'Rows in all', example: 1 }),
    totalPages: integer.meta({ description: 'Pages at this limit', example: 1 }),
    totalIsEstimate: z.literal(true).optional().meta({
      description: 'There when more rows were found than are counted: total and totalPages are about right',
      example: true,
    }),
  });

export const success = z.object({ success: z.literal(true) }).meta({ id: 'Success' });

/** Other forms in which a body may come, by its schema, where the schema turns it into its own before it looks at the fields. */
export const otherForms = new WeakMap<z.ZodType, z.ZodType>();
