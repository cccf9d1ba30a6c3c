import { z } from 'zod';
import { count, moneyOut, routeOut, rowId, textOrNull, timestamp } from '../base/primitives.ts';
import { speedTypes } from './speed.ts';

const similarQuote = z
  .object({
    id: rowId,
    reference: textOrNull.meta({ example: 'K7M-3QF' }),
    price: moneyOut,
    ...routeOut,
    itemCount: count,
    speedType: z.enum(speedTypes).meta({ example: 'today' }),
    createdAt: timestamp,
  })
  .meta({ id: 'SimilarQuote' });

/** Prices of similar paid quotes: a hint for the person who sets the price; it sets nothing. */
export const quoteHint = z
  .object({
    range: z
      .object({
        low: moneyOut.meta({ example: '84.50' }),
        median: moneyOut,
        high: moneyOut.meta({ example: '150.00' }),
        count: count.meta({ description: 'How many similar quotes the range is of', example: 12 }),
      })
      .nullable()
      .meta({ description: 'null when there are no similar quotes' }),
    currency: z.string().meta({ example: 'USD' }),
    similar: z.array(similarQuote).meta({ description: 'The most similar ones first, at most five' }),
  })
  .meta({ id: 'QuoteHint' });
export type QuoteHint = z.infer<typeof quoteHint>;
