import { z } from 'zod';
import { currencyOut, moneyOut } from '../../base/primitives.ts';

/** What a customer may owe, and what they owe. */
export const credit = z
  .object({
    limit: moneyOut.nullable().meta({ description: '`billing.creditLimit`; null for none', example: '500.00' }),
    owed: moneyOut.meta({ description: 'Open invoices, and orders that are on none' }),
    currency: currencyOut,
    isOver: z.boolean().meta({ example: false }),
  })
  .meta({ id: 'Credit' });
export type Credit = z.infer<typeof credit>;
