import { z } from 'zod';
import { message, t } from '../../words/t.ts';
import { currencyOut, money, moneyOut } from '../primitives.ts';
import { collectMethods } from './collect-words.ts';
import { currencyIn } from './currency-in.ts';

const amount = money(message('The amount must be a number of at least 0')).meta({ example: '45.00' });
/** In requests: what the driver takes at the door. null takes it away. */
export const collectIn = z
  .object({
    amount,
    currency: currencyIn.optional().meta({ description: 'The company’s when absent', example: 'EUR' }),
    method: z
      .enum(collectMethods, { error: () => t('method must be cash, card or any') })
      .default('any')
      .meta({ example: 'cash' }),
  })
  .meta({ id: 'CollectInput' })
  .nullable()
  .optional()
  .meta({ description: 'What the driver takes at the door; null: nothing' });
export type CollectIn = z.infer<typeof collectIn>;

export const collect = z
  .object({ amount: moneyOut, currency: currencyOut, method: z.enum(collectMethods).meta({ example: 'cash' }) })
  .meta({ id: 'Collect' });
export const collectOut = collect.nullable().meta({ description: 'What is taken at the door', example: null });
