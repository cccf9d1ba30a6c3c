import { z } from 'zod';
import { day, id, money, moneyOut, rowId, rowVersion, seenVersion, text, timestamp } from '../../base/primitives.ts';
import { percent } from '../../company/billing/billing-terms.ts';
import { pricing, pricingOut } from '../../company/pricing.ts';
import { example } from '../../examples.ts';
import { NAME_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';

/** Months with their fuel surcharge that one list has. */
const MONTHS_MAX = 120;
const LISTS_MAX = 500;

export const MONTH_WORDS = () => t('month must be one like 2026-03');
/** A month of the calendar. */
export const month = z
  .string({ error: MONTH_WORDS })
  .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { error: MONTH_WORDS })
  .meta({ example: '2026-03' });
const dayOrNull = z
  .union([z.literal('').transform(() => null), z.null(), day()], { error: () => t('Must be a date like 2026-03-01') })
  .optional()
  .meta({ override: { type: ['string', 'null'], format: 'date', anyOf: undefined }, example: example.day });
const MINIMUM_WORDS = message('Enter an amount of at least 0');

const fields = {
  name: text(message('Say what the price list is called'), NAME_MAX).meta({ example: 'Regular customers' }),
  validFrom: dayOrNull,
  validTo: dayOrNull,
  /** As the group `pricing` of the settings; `isOn`, `isBinding` and `rangePercent` say nothing. */
  rules: pricing.partial(),
  minimum: z
    .union([z.literal('').transform(() => null), z.null(), money(MINIMUM_WORDS)], { error: () => t(MINIMUM_WORDS) })
    .optional()
    .meta({
      override: { type: ['string', 'number', 'null'], anyOf: undefined },
      description: 'An order costs at least so much, taxed as the rules are',
      example: '12.50',
    }),
  fuelSurcharge: z
    .array(z.strictObject({ month, percent }), { error: () => t('Must be a list of months with their percent') })
    .max(MONTHS_MAX, { error: () => t('At most {count} months', { count: MONTHS_MAX }) })
    .refine((all) => new Set(all.map((one) => one.month)).size === all.length, {
      error: () => t('Name each month once'),
    })
    .optional()
    .meta({ example: [{ month: '2026-03', percent: '4.5' }] }),
};
const inOrder = ({ validFrom, validTo }: { validFrom?: string | null; validTo?: string | null }) =>
  !validFrom || !validTo || validFrom <= validTo;
const ORDER_FAULT = {
  error: () => t('The first day must not be after the last'),
  path: ['validTo'],
};

export const createPriceList = z
  .strictObject({ ...fields, rules: fields.rules.default({}) })
  .refine(inOrder, ORDER_FAULT)
  .meta({ example: { name: 'Regular customers', rules: { base: '8.00' } } });
export type CreatePriceList = z.infer<typeof createPriceList>;
const readOnly = z.unknown().optional();
/** Partial: what is absent stays. `rules` too are partial. */
export const updatePriceList = z
  .strictObject({
    ...fields,
    name: fields.name.optional(),
    rules: fields.rules.optional(),
    id,
    version: seenVersion,
    // Of the answer: read-only, and ignored.
    customers: readOnly,
    createdAt: readOnly,
    updatedAt: readOnly,
  })
  .refine(inOrder, ORDER_FAULT)
  .meta({ example: { minimum: '12.50' } });
export type UpdatePriceList = z.infer<typeof updatePriceList>;

const dayOut = z.string().nullable().meta({ format: 'date', example: null });
export const priceList = z
  .object({
    id: rowId,
    name: z.string().meta({ example: 'Regular customers' }),
    validFrom: dayOut.meta({ description: 'First day of delivery; null: from ever' }),
    validTo: dayOut.meta({ description: 'Last day of delivery; null: without an end' }),
    rules: pricingOut,
    minimum: moneyOut.nullable(),
    fuelSurcharge: z.array(
      z.object({
        month: z.string().meta({ example: '2026-03' }),
        percent: z.string().meta({ description: 'Of all other parts', example: '4.5' }),
      }),
    ),
    customers: z.int().meta({ description: 'How many customers have it', example: 3 }),
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'PriceList' });
export type PriceList = z.infer<typeof priceList>;
/** All of them: a company has a few. */
export const priceLists = z.object({ data: z.array(priceList).max(LISTS_MAX) });
export const PRICE_LISTS_MAX = LISTS_MAX;
