import { z } from 'zod';
import { email, id, optionalText, rowId, textOrNull } from '../base/primitives.ts';
import {
  ELECTRONIC_WORDS,
  isElectronicAddress,
  isVatId,
  plainVatId,
  postalAddress,
  postalAddressOut,
  terms,
  termsOut,
  VAT_WORDS,
} from '../company/billing/billing-terms.ts';
import { NAME_MAX } from '../limits.ts';
import { languages } from '../words/languages.ts';
import { t } from '../words/t.ts';

/** How often a customer gets an invoice. */
export const billingCycles = ['order', 'week', 'fortnight', 'month'] as const;
export type BillingCycle = (typeof billingCycles)[number];

const checked = (words: () => string, isRight: (plain: string) => boolean, plain = (typed: string) => typed.trim()) =>
  z
    .union(
      [
        z.literal('').transform(() => null),
        z.null(),
        z.string().max(NAME_MAX, { error: words }).transform(plain).refine(isRight, { error: words }),
      ],
      { error: words },
    )
    .meta({ override: { type: ['string', 'null'], anyOf: undefined } });
const LIMIT_WORDS = () => t('The credit limit must be a number of at least 0');
/** Decided after it is in its plain form, so that the issue names the field. */
const limit = z
  .union(
    [
      z.literal('').transform(() => null),
      z.null(),
      z
        .union([z.number(), z.string()])
        .transform((value) =>
          String(value)
            .trim()
            .replace(/^0+(?=\d)/, ''),
        )
        .refine((value) => /^\d{1,9}(?:\.\d{1,3})?$/.test(value), { error: LIMIT_WORDS }),
    ],
    { error: LIMIT_WORDS },
  )
  .meta({ override: { type: ['string', 'number', 'null'], anyOf: undefined }, example: '500.00' });

/** What papers about money say of a customer; null is the company's own, or what the customer has. */
export const customerBillingIn = z
  .strictObject(
    {
      name: optionalText(NAME_MAX),
      address: postalAddress.nullable(),
      email: z.union([z.literal('').transform(() => null), z.null(), email()], {
        error: () => t('Valid email is required'),
      }),
      vatId: checked(VAT_WORDS, isVatId, plainVatId),
      electronicAddress: checked(ELECTRONIC_WORDS, isElectronicAddress),
      buyerReference: optionalText(NAME_MAX),
      orderReference: optionalText(NAME_MAX),
      cycle: z.union([z.null(), z.enum(billingCycles)], {
        error: () => t('Must be order, week, fortnight or month'),
      }),
      terms: terms.nullable(),
      creditLimit: limit,
      language: z.union([z.null(), z.enum(languages)], { error: () => t('There is no such language here') }),
      priceListId: z.union([z.null(), id], { error: () => t('There is no such price list') }),
    },
    { error: () => t('Must be what invoices say of the customer') },
  )
  .partial()
  .nullable()
  .optional()
  .meta({
    description: 'For invoices: partial, what is absent stays; null takes all of it away',
    example: { email: 'invoices@example.com', vatId: 'DE123456789' },
  });
export type CustomerBillingIn = z.infer<typeof customerBillingIn>;

export const customerBilling = z
  .object({
    name: textOrNull.meta({ description: 'null: the company, else the name', example: null }),
    address: postalAddressOut.nullable(),
    email: textOrNull.meta({ description: 'null: the customer’s address', example: null }),
    vatId: textOrNull.meta({ example: 'DE123456789' }),
    electronicAddress: textOrNull.meta({ description: 'Scheme and address, or an e-mail address', example: null }),
    buyerReference: textOrNull.meta({ description: 'Leitweg-ID', example: null }),
    orderReference: textOrNull.meta({ example: null }),
    cycle: z.enum(billingCycles).nullable(),
    terms: termsOut.nullable(),
    creditLimit: textOrNull.meta({
      description: 'What they may owe before the office is warned, in the company’s currency',
      example: null,
    }),
    language: z.enum(languages).nullable(),
    priceListId: rowId.nullable().meta({ description: 'null: the company’s rules', example: null }),
  })
  .meta({ id: 'CustomerBilling' });
export type CustomerBilling = z.infer<typeof customerBilling>;
export const noBilling: CustomerBilling = {
  name: null,
  address: null,
  email: null,
  vatId: null,
  electronicAddress: null,
  buyerReference: null,
  orderReference: null,
  cycle: null,
  terms: null,
  creditLimit: null,
  language: null,
  priceListId: null,
};
