import { z } from 'zod';
import { LINES_MAX, NAME_MAX } from './limits.ts';
import { moneyOut, text } from './primitives.ts';

const decimal = (pattern: RegExp, message: string) =>
  z
    .union([z.number().transform(String), z.string().trim()], { error: message })
    .refine((value) => pattern.test(value), { error: message });

const withoutZeros = (value: string) => {
  const [, units = '0', fraction = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(value) ?? [];
  return fraction ? `${units}.${fraction}` : units;
};
const QUANTITY_WORDS = 'The quantity must be a number above 0 with at most 3 decimals';
const RATE_WORDS = 'The tax rate must be a number from 0 to 100 with at most 3 decimals';
const UNIT_PRICE_WORDS = 'The unit price must be a number with at most 2 decimals';

/** Percent as a decimal string without needless zeros, '19' or '7.5'. */
export const taxRate = decimal(/^\d{1,3}(?:\.\d{1,3})?$/, RATE_WORDS)
  .refine((value) => Number(value) <= 100, { error: RATE_WORDS })
  .transform(withoutZeros)
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, description: 'Percent', example: '19' });
/** Money that may be below zero, as a discount is; an exact decimal string. */
export const signedMoney = decimal(/^-?\d{1,8}(?:\.\d{1,2})?$/, UNIT_PRICE_WORDS)
  .transform((value) => {
    const [, sign = '', units = '0', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(value) ?? [];
    const amount = `${units}.${fraction.padEnd(2, '0')}`;
    return amount === '0.00' ? amount : `${sign}${amount}`;
  })
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '120.00' });

/** One line of a price: what it is for, how many units, what one costs, and its tax. */
export const quoteLineInput = z.object({
  label: text('Say what the line is for', NAME_MAX).meta({ example: 'Base price' }),
  quantity: decimal(/^\d{1,6}(?:\.\d{1,3})?$/, QUANTITY_WORDS)
    .refine((value) => Number(value) > 0, { error: QUANTITY_WORDS })
    .transform(withoutZeros)
    .default('1')
    .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '1' }),
  unitPrice: signedMoney,
  taxRate: taxRate.optional(),
});
export type QuoteLineInput = z.infer<typeof quoteLineInput>;
export const quoteLines = z
  .array(quoteLineInput, { error: 'Must be a list of lines' })
  .max(LINES_MAX, { error: `At most ${LINES_MAX} lines` });

/** What a price that stands alone is for. */
export const PRICE_LINE = 'Delivery';

/** A line as it is kept and answered: decimal strings throughout. */
export interface QuoteLine {
  label: string;
  /** At most three decimals. */
  quantity: string;
  /** Two decimals; below zero for a discount. */
  unitPrice: string;
  /** Percent. */
  taxRate: string;
}
export const quoteLine = z
  .object({
    label: z.string().meta({ example: 'Base price' }),
    quantity: z.string().meta({ description: 'Decimal string with at most 3 decimals', example: '1' }),
    unitPrice: moneyOut.meta({ description: 'Below zero for a discount' }),
    taxRate: z.string().meta({ description: 'Percent, a decimal string', example: '19' }),
  })
  .meta({ id: 'QuoteLine' });
