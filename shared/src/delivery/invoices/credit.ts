import { z } from 'zod';
import { currencyOut, moneyOut } from '../../base/primitives.ts';

/** What a customer may owe, and what they owe; of a new order where it passes that. */
export const credit = z
  .object({
    limit: moneyOut.nullable().meta({ description: '`billing.creditLimit`; null for none', example: '500.00' }),
    owed: moneyOut.meta({ description: 'Open invoices, and orders that are on none' }),
    currency: currencyOut,
    isOver: z.boolean().meta({ example: false }),
  })
  .meta({ id: 'Credit', description: 'In the answer of a new order for the office, where `owed` is over `limit`' });
export type Credit = z.infer<typeof credit>;
