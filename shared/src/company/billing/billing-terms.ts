import { z } from 'zod';
import { isCountry } from '../../base/contact/call-links.ts';
import { email, flag, text, textOrNull, whole } from '../../base/primitives.ts';
import { NAME_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';

// What papers about money say of a company and of a customer: where they are, and when is to be paid.

const COUNTRY_WORDS = () => t('A country has two letters, like DE');
/** A country as ISO 3166 writes it, in capitals. */
const country = z
  .string({ error: COUNTRY_WORDS })
  .trim()
  .transform((code) => code.toUpperCase())
  .refine((code) => isCountry(code), { error: COUNTRY_WORDS })
  .meta({ override: { type: 'string', minLength: 2, maxLength: 2 }, example: 'DE' });
/** An address in the parts that an electronic invoice has. */
export const postalAddress = z.strictObject({
  street: text(message('Enter the street'), NAME_MAX).meta({ example: 'Depotstraße 9' }),
  postcode: text(message('Enter the postcode'), 20).meta({ example: '10115' }),
  town: text(message('Enter the town'), NAME_MAX).meta({ example: 'Berlin' }),
  country,
});
export const postalAddressOut = z.object({
  street: z.string().meta({ example: 'Depotstraße 9' }),
  postcode: z.string().meta({ example: '10115' }),
  town: z.string().meta({ example: 'Berlin' }),
  country: z.string().meta({ description: 'ISO 3166', example: 'DE' }),
});
export type PostalAddress = z.infer<typeof postalAddressOut>;
/** As it is written on a letter, a line each. */
export const addressLines = ({ street, postcode, town, country: code }: PostalAddress): string[] => [
  street,
  `${postcode} ${town}`,
  code,
];

const DAYS_WORDS = () => t('Must be a whole number of days from 0 to 365');
const days = whole(0, 365, DAYS_WORDS);
const PERCENT_WORDS = () => t('Must be a percentage from 0 to 100 with at most two decimals');
export const percent = z
  .union([z.number().transform(String), z.string().trim()], { error: PERCENT_WORDS })
  .refine((value) => /^\d{1,3}(?:\.\d{1,2})?$/.test(value) && Number(value) <= 100, { error: PERCENT_WORDS })
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '2' });
/** When an invoice is to be paid, and what is taken off for paying early. */
export const terms = z
  .strictObject(
    {
      days: days.meta({ example: 14 }),
      discountDays: days.meta({ description: 'Within so many days less is to be paid; 0 for never', example: 0 }),
      discountPercent: percent,
    },
    { error: () => t('Enter all of the terms') },
  )
  .refine((given) => given.discountDays <= given.days, {
    error: () => t('The days with a discount end before it is due'),
    path: ['discountDays'],
  });
export const termsOut = z.object({
  days: z.int().meta({ description: 'Days until it is due', example: 14 }),
  discountDays: z.int().meta({ description: 'Days in which less is to be paid; 0 for never', example: 0 }),
  discountPercent: z.string().meta({ description: 'How much less', example: '0' }),
});
export type Terms = z.infer<typeof termsOut>;

/** The countries whose VAT numbers begin with their own letters, and how the rest of a number looks. */
const VAT_IDS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};
export const VAT_WORDS = () => t('This VAT number isn’t right. It begins with the country, like DE123456789');
/** A VAT number without its spaces and dots, in capitals. */
export const plainVatId = (typed: string): string => typed.replaceAll(/[\s.-]/g, '').toUpperCase();
/** Whether a number in its plain form can be one: of a country of the Union by the form that it has there. */
export function isVatId(plain: string): boolean {
  const form = VAT_IDS[plain.slice(0, 2)];
  return form ? form.test(plain.slice(2)) : /^[A-Z]{2}[A-Z0-9+*]{2,14}$/.test(plain);
}
/** Whether a country has the common VAT of the Union. Greece writes EL in its numbers. */
export const isInUnion = (code: string): boolean => code === 'GR' || (code !== 'XI' && Object.hasOwn(VAT_IDS, code));

export const ELECTRONIC_WORDS = () =>
  t('An electronic address is an e-mail address, or a scheme of four digits, a colon and a number');
/** Where electronic invoices reach somebody: `scheme:number` by the list of the standard (EAS), or an e-mail address. */
export const isElectronicAddress = (value: string): boolean =>
  /^\d{4}:[A-Za-z0-9:._-]{1,50}$/.test(value) || email().safeParse(value).success;

const REMINDERS_MAX = 3;
const FEE_WORDS = () => t('The fee must be a number of at least 0');
const reminder = z.strictObject({
  afterDays: whole(1, 365, () => t('Must be a whole number of days from 1 to 365')).meta({ example: 7 }),
  fee: z
    .union([z.number().transform(String), z.string().trim()], { error: FEE_WORDS })
    .refine((value) => /^\d{1,6}(?:\.\d{1,3})?$/.test(value), { error: FEE_WORDS })
    .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '5.00' }),
});
export const failedAttemptRules = ['free', 'charged'] as const;

/** How the numbers of invoices are written: `{year}` and `{number}`. */
const PATTERN_WORDS = () => t('The pattern must have {name} in it once', { name: '{number}' });
const pattern = z
  .string({ error: PATTERN_WORDS })
  .trim()
  .max(30, { error: () => t('At most {max} characters', { max: 30 }) })
  .refine((value) => value.split('{number}').length === 2, { error: PATTERN_WORDS })
  .refine((value) => /^[A-Za-z0-9 ./_-]*$/.test(value.replaceAll(/\{(?:year|number)\}/g, '')), {
    error: () => t('Besides {year} and {number}: letters, digits and . / _ -', { year: '{year}', number: '{number}' }),
  })
  .meta({ override: { type: 'string', maxLength: 30 }, example: '{year}-{number}' });

/** What the group `billing` has for invoices. */
export const invoicing = {
  address: z.union([z.null(), postalAddress], { error: () => t('Enter the whole address') }),
  numbers: z.strictObject({
    pattern,
    start: whole(1, 99_999_999, () => t('Must be a whole number from 1')).meta({ example: 1 }),
  }),
  failedAttempts: z
    .enum(failedAttemptRules, { error: () => t('Must be free or charged') })
    .meta({ description: 'Whether a delivery that failed and went back is invoiced', example: 'free' }),
  terms,
  reminders: z
    .array(reminder, { error: () => t('Must be a list of reminders') })
    .max(REMINDERS_MAX, { error: () => t('At most {count} reminders', { count: REMINDERS_MAX }) })
    .refine((all) => all.every(({ afterDays }, at) => afterDays > (all[at - 1]?.afterDays ?? 0)), {
      error: () => t('Each reminder comes after the one before'),
    }),
  remindByRule: flag,
};
export const invoicingOut = {
  address: postalAddressOut.nullable().meta({
    description: 'Of invoices; until it is filled in they say `company.address`',
    example: null,
  }),
  numbers: z.object({
    pattern: z.string().meta({ description: '`{year}` and `{number}`', example: '{year}-{number}' }),
    start: z.int().meta({ description: 'The first number of a series', example: 1 }),
  }),
  failedAttempts: z.enum(failedAttemptRules).meta({
    description: 'Whether a delivery that failed and went back is invoiced',
    example: 'free',
  }),
  terms: termsOut,
  reminders: z.array(
    z.object({
      afterDays: z.int().meta({ description: 'Days after it was due', example: 7 }),
      fee: z.string().meta({ example: '0' }),
    }),
  ),
  remindByRule: z.boolean().meta({ description: 'Reminders are sent without a look at the list', example: false }),
};
export const invoicingDefaults = {
  address: null,
  numbers: { pattern: '{year}-{number}', start: 1 },
  failedAttempts: 'free' as const,
  terms: { days: 14, discountDays: 0, discountPercent: '0' },
  reminders: [
    { afterDays: 7, fee: '0' },
    { afterDays: 14, fee: '0' },
    { afterDays: 28, fee: '0' },
  ],
  remindByRule: false,
};
export const qrIbanOut = textOrNull.meta({ description: 'Of Switzerland, for its payment slips', example: null });
