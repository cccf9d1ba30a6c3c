import { z } from 'zod';
import { LINES_MAX, NAME_MAX, TAXES_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { moneyOut, text } from '../primitives.ts';

const decimal = (pattern: RegExp, message: () => string) =>
  z
    .union([z.number().transform(String), z.string().trim()], { error: message })
    .refine((value) => pattern.test(value), { error: message });

const LEADING_ZEROS = /^0+(?=\d)/;
const withoutZeros = (value: string) => {
  const [whole = '', rest = ''] = value.split('.');
  const units = whole.replace(LEADING_ZEROS, '');
  const fraction = rest.replace(/(?<!0)0+$/, '');
  return fraction ? `${units}.${fraction}` : units;
};
const QUANTITY_WORDS = () => t('The quantity must be a number above 0 with at most 3 decimals');
const RATE_WORDS = () => t('The tax rate must be a number from 0 to 100 with at most 3 decimals');
const UNIT_PRICE_WORDS = () => t('The unit price must be a number with at most 4 decimals');

/** Percent as a decimal string without needless zeros, '19' or '7.5'. */
export const taxRate = decimal(/^\d{1,3}(?:\.\d{1,3})?$/, RATE_WORDS)
  .refine((value) => Number(value) <= 100, { error: RATE_WORDS })
  .transform(withoutZeros)
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, description: 'Percent', example: '19' });
/** The price of one unit: below zero for a discount, and finer than an amount may be. */
export const unitPrice = decimal(/^-?\d{1,8}(?:\.\d{1,4})?$/, UNIT_PRICE_WORDS)
  .transform((value) => value.replace(/^(-?)0+(?=\d)/, '$1'))
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '120.00' });

const lineTax = z.object({
  label: text(message('Say what the tax is called'), NAME_MAX).meta({ example: 'GST' }),
  rate: taxRate.meta({ example: '5' }),
});
const lineTaxes = z
  .array(lineTax, { error: () => t('Must be a list of taxes') })
  .max(TAXES_MAX, { error: () => t('At most {taxesMax} taxes on a line', { taxesMax: TAXES_MAX }) });

/** One line of a price: what it is for, how many units, what one costs, and its tax. */
export const quoteLineInput = z.object({
  label: text(message('Say what the line is for'), NAME_MAX).meta({ example: 'Base price' }),
  quantity: decimal(/^\d{1,6}(?:\.\d{1,3})?$/, QUANTITY_WORDS)
    .refine((value) => Number(value) > 0, { error: QUANTITY_WORDS })
    .transform(withoutZeros)
    .default('1')
    .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '1' }),
  unitPrice,
  taxRate: taxRate.optional().meta({ description: 'Percent; with `taxes` their sum, whatever it says', example: '19' }),
  taxes: lineTaxes.optional().meta({ description: 'Several taxes on the line, each by name; none is `taxRate` alone' }),
});
export type QuoteLineInput = z.infer<typeof quoteLineInput>;
export const quoteLines = z
  .array(quoteLineInput, { error: () => t('Must be a list of lines') })
  .max(LINES_MAX, { error: () => t('At most {linesMax} lines', { linesMax: LINES_MAX }) });

/** One of several taxes on a line. */
export interface LineTax {
  label: string;
  /** Percent, at most three decimals: 5, 9.975. */
  rate: string;
}
/** A line as it is kept and answered: decimal strings throughout. */
export interface QuoteLine {
  label: string;
  /** At most three decimals. */
  quantity: string;
  /** At most four decimals; below zero for a discount. */
  unitPrice: string;
  /** Percent. */
  taxRate: string;
  /** What the rate is made of, where that is several taxes. */
  taxes?: LineTax[] | undefined;
}
export const quoteLine = z
  .object({
    label: z.string().meta({ example: 'Base price' }),
    quantity: z.string().meta({ description: 'Decimal string with at most 3 decimals', example: '1' }),
    unitPrice: moneyOut.meta({ description: 'Below zero for a discount' }),
    taxRate: z.string().meta({ description: 'Percent, a decimal string', example: '19' }),
    taxes: z
      .array(z.object({ label: z.string().meta({ example: 'GST' }), rate: z.string().meta({ example: '5' }) }))
      .optional()
      .meta({
        description: 'What `taxRate` is the sum of, where that is several taxes',
        example: [{ label: 'GST', rate: '5' }],
      }),
  })
  .meta({ id: 'QuoteLine' });
