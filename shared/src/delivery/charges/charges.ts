import { z } from 'zod';
import { rateKinds } from '../../base/money/stop-rates.ts';
import {
  flag,
  id,
  money,
  moneyOut,
  rowId,
  seenVersion,
  takenAt,
  text,
  textOrNull,
  timestamp,
  whole,
} from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { CHARGE_MINUTES_MAX, NAME_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { chargeStates } from './charge-rates.ts';

const label = text(message('Say what the charge is for'), NAME_MAX).meta({ example: 'Waiting' });
const MINUTES_WORDS = () =>
  t('Minutes must be a whole number from 1 to {chargeMinutesMax}', { chargeMinutesMax: CHARGE_MINUTES_MAX });
const minutes = z
  .union([z.null(), whole(1, CHARGE_MINUTES_MAX, MINUTES_WORDS)], { error: MINUTES_WORDS })
  .meta({ example: 25 });
const amount = money(message('The amount must be a number of at least 0')).meta({
  description: 'Net or with its tax as the company’s prices are, in the currency of the order',
  example: '12.50',
});
const state = z
  .enum(chargeStates, { error: () => t('Must be proposed, approved or dropped') })
  .meta({ example: 'approved' });

const AMOUNT_WORDS =
  'Net or with its tax as the company’s prices are (`pricesIncludeTax`), in the currency of the order. Absent: by the company’s saved line of this name (400 without one)';

/** POST /api/v1/orders/{id}/charges */
export const addCharge = z
  .object({
    id,
    label,
    minutes: minutes.optional(),
    amount: amount.optional().meta({ description: AMOUNT_WORDS, example: '12.50' }),
    state: state.optional().meta({ description: '`proposed` when absent', example: 'proposed' }),
    takenAt,
    version: seenVersion,
  })
  .meta({ example: { label: 'Waiting', minutes: 25, amount: '12.50' } });
export type AddCharge = z.infer<typeof addCharge>;

/** PUT /api/v1/orders/{id}/charges/{chargeId} */
export const updateCharge = z
  .object({
    id,
    chargeId: id,
    label: label.optional(),
    minutes: minutes.optional(),
    amount: amount.optional(),
    state: state.optional(),
    version: seenVersion,
  })
  .meta({ example: { state: 'approved' } });
export type UpdateCharge = z.infer<typeof updateCharge>;

/** POST /api/v1/driver/charges */
export const proposeCharge = z
  .object({
    orderId: id,
    label: label.meta({ description: 'The name of one of the order’s `chargeRates`', example: 'Waiting' }),
    minutes: minutes.optional(),
    amount: amount.optional().meta({
      description:
        'For a rate that is `typed`; others have theirs. Net (`isNet` of the rate) or with its tax as the company’s prices are',
      example: '8.40',
    }),
    hasTax: flag.optional().meta({
      description: '`amount` is that of a rate which has its own, with its tax: it counts where that rate is gone',
      example: false,
    }),
    takenAt,
  })
  .meta({ example: { orderId: 42, label: 'Waiting', minutes: 25, takenAt: example.time } });
export type ProposeCharge = z.infer<typeof proposeCharge>;

/** What a stop cost in addition to the order's price. */
export const charge = z
  .object({
    id: rowId,
    label: z.string().meta({ example: 'Waiting' }),
    minutes: z.number().int().nullable().meta({ description: 'Of a charge by time', example: 25 }),
    amount: moneyOut.meta({ description: 'With its tax, in the currency of the order', example: '12.50' }),
    taxTotal: moneyOut.nullable().optional().meta({
      description: 'The tax in it, by the saved line of this name, else by the company’s rate',
      example: '2.00',
    }),
    state: z
      .enum(chargeStates)
      .meta({ description: 'Approved ones are on the customer’s statement', example: 'proposed' }),
    by: textOrNull.meta({ description: 'Who proposed it; null for a key of one customer', example: 'Robin Driver' }),
    takenAt: timestamp.meta({ description: 'By the phone’s clock where it was said, else when it arrived' }),
  })
  .meta({ id: 'Charge' });
export type Charge = z.infer<typeof charge>;

export const chargesOut = z.array(charge).meta({
  description:
    'Not part of `quotePrice`. A driver sees what drivers proposed, with the order alone; a key of one customer sees the approved ones',
  example: [],
});

export const chargeRate = z
  .object({
    label: z.string().meta({ example: 'Waiting' }),
    kind: z.enum(rateKinds).meta({
      description: '`fixed`: once. `hour`: by the minute, `amount` is for an hour. `typed`: the driver types it',
      example: 'hour',
    }),
    amount: moneyOut.nullable().meta({ description: 'With its tax; null for `typed`', example: '40.00' }),
    freeMinutes: z.number().int().meta({ description: 'Minutes that cost nothing', example: 15 }),
    isNet: z
      .literal(true)
      .optional()
      .meta({ description: 'Of `typed`: what is typed is without its tax. Absent: with it', example: true }),
  })
  .meta({ id: 'ChargeRate' });
