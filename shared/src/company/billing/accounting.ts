import { z } from 'zod';
import { taxCategories } from '../../base/money/tax-categories.ts';
import { textOrNull, whole } from '../../base/primitives.ts';
import { t } from '../../words/t.ts';
import { percent } from './billing-terms.ts';

// The group `accounting` of the company's settings: to which accounts a month's invoices and payments are booked.

const ACCOUNT_WORDS = () => t('An account has 1 to 9 digits');
const account = z
  .string({ error: ACCOUNT_WORDS })
  .trim()
  .regex(/^\d{1,9}$/, { error: ACCOUNT_WORDS })
  .meta({ example: '8400' });
const accountOrNull = z
  .union([z.literal('').transform(() => null), z.null(), account], { error: ACCOUNT_WORDS })
  .meta({ override: { type: ['string', 'null'], anyOf: undefined }, example: '1776' });
const REVENUES_MAX = 50;
const numberOrNull = (max: number) => z.union([z.null(), whole(1, max, () => t('Must be a whole number from 1'))]);

export const accounting = z.strictObject({
  consultantNumber: numberOrNull(9_999_999).meta({ example: 1001 }),
  clientNumber: numberOrNull(99_999).meta({ example: 1 }),
  yearStart: whole(1, 12, () => t('Must be a month from 1 to 12')),
  accountLength: whole(4, 8, () => t('Must be a number from 4 to 8')),
  receivables: account,
  bank: account,
  cash: account,
  revenue: account,
  tax: account,
  rounding: account,
  revenues: z
    .array(
      z.strictObject({
        category: z.enum(taxCategories, {
          error: () => t('Must be one of {categories}', { categories: taxCategories.join(', ') }),
        }),
        rate: z.union([z.null(), percent]),
        account,
        taxAccount: accountOrNull,
        discountAccount: accountOrNull.optional(),
      }),
      { error: () => t('Must be a list of accounts') },
    )
    .max(REVENUES_MAX, { error: () => t('At most {count} accounts', { count: REVENUES_MAX }) }),
});

const accountOut = z.string().meta({ example: '8400' });
export const accountingOut = z.object({
  consultantNumber: z.int().nullable().meta({ description: 'Of DATEV; null writes 1001', example: 1001 }),
  clientNumber: z.int().nullable().meta({ description: 'Of DATEV; null writes 1', example: 1 }),
  yearStart: z.int().meta({ description: 'The month in which the business year begins', example: 1 }),
  accountLength: z.int().meta({ description: 'Digits of an account', example: 4 }),
  receivables: accountOut,
  bank: accountOut,
  cash: accountOut,
  revenue: accountOut.meta({ description: 'Where no line of `revenues` fits' }),
  tax: accountOut.meta({ description: 'The same for what is owed as tax' }),
  rounding: accountOut,
  revenues: z.array(
    z.object({
      category: z.enum(taxCategories),
      rate: textOrNull.meta({ description: 'Percent; null: every other rate', example: '19' }),
      account: accountOut,
      taxAccount: accountOut.nullable(),
      discountAccount: accountOut
        .nullable()
        .optional()
        .meta({ description: 'Of discounts for paying early; without one it is `account`', example: '8736' }),
    }),
  ),
});
export type Accounts = z.infer<typeof accountingOut>;
const revenue = (
  category: Accounts['revenues'][number]['category'],
  rate: string | null,
  to: string,
  tax?: string,
  discount?: string,
) => ({
  category,
  rate,
  account: to,
  taxAccount: tax ?? null,
  discountAccount: discount ?? null,
});
/** By the chart SKR03. */
export const accountingDefaults: Accounts = {
  consultantNumber: null,
  clientNumber: null,
  yearStart: 1,
  accountLength: 4,
  receivables: '1400',
  bank: '1200',
  cash: '1000',
  revenue: '8200',
  tax: '1770',
  rounding: '2700',
  revenues: [
    revenue('S', '19', '8400', '1776', '8736'),
    revenue('S', '7', '8300', '1771', '8731'),
    revenue('E', null, '8195'),
    revenue('Z', null, '8200'),
    revenue('AE', null, '8337'),
    revenue('K', null, '8125'),
    revenue('G', null, '8120'),
    revenue('O', null, '8338'),
  ],
};
