import { z } from 'zod';
import { takenMethods } from '../../base/money/collect-words.ts';
import { currencyIn } from '../../base/money/currency-in.ts';
import {
  currencyOut,
  day,
  id,
  integer,
  moment,
  money,
  moneyOut,
  optionalText,
  rowId,
  seenVersion,
  textOrNull,
  timestamp,
  trackingNumberOut,
} from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { NOTES_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';

const AMOUNT_WORDS = message('The amount must be a number of at least 0');
const amount = money(AMOUNT_WORDS).meta({ example: '45.00' });

const method = z.enum(takenMethods, { error: () => t('method must be cash or card') }).meta({ example: 'cash' });
const reasonOut = textOrNull.meta({ description: 'Why less was handed over', example: null });
export const collected = z
  .object({ amount: moneyOut, currency: currencyOut, method, reason: reasonOut, collectedAt: timestamp })
  .meta({ id: 'Collected' });
export const collectedOut = collected.nullable().meta({ description: 'What was handed over there', example: null });

/** POST /api/v1/driver/orders/{id}/collected */
export const saveCollected = z
  .object({
    id,
    amount,
    method,
    reason: optionalText(NOTES_MAX).meta({
      description: 'Why it was less; required where nothing was handed over',
      example: null,
    }),
    collectedAt: moment
      .meta({ description: 'By the phone’s clock; now when absent', example: example.time })
      .optional(),
  })
  .meta({ example: { amount: '45.00', method: 'cash' } });
export type SaveCollected = z.infer<typeof saveCollected>;

const ofDay = {
  id: id.meta({ description: 'Id of the driver', example: example.driverId }),
  day: day().meta({ description: 'Where the company is', example: example.day }),
  currency: currencyIn.optional().meta({ description: 'The company’s when absent', example: 'EUR' }),
};
/** GET /api/v1/drivers/{id}/days/{day}/cash */
export const readCash = z.object(ofDay);
export type ReadCash = z.infer<typeof readCash>;
/** POST /api/v1/drivers/{id}/days/{day}/cash */
export const countCash = z
  .object({
    ...ofDay,
    counted: z
      .union([z.null(), money(AMOUNT_WORDS)], { error: () => t('The amount must be a number of at least 0') })
      .meta({
        override: { type: ['string', 'number', 'null'], anyOf: undefined },
        description: 'null takes a count back',
        example: '120.00',
      }),
    version: seenVersion,
  })
  .meta({ example: { counted: '120.00' } });
export type CountCash = z.infer<typeof countCash>;

/** What a driver took at the doors of a day, and what the desk counted of it. */
export const driverCash = z
  .object({
    driverId: rowId,
    day: z.string().meta({ example: example.day }),
    currency: currencyOut,
    currencies: z
      .array(z.string())
      .meta({ description: 'What was taken on this day, in which ones', example: ['EUR'] }),
    orders: z.array(
      z.object({
        orderId: integer.meta({ example: example.orderId }),
        trackingNumber: trackingNumberOut,
        customerName: z.string().meta({ example: example.name }),
        toCollect: moneyOut.nullable(),
        amount: moneyOut,
        method,
        reason: reasonOut,
        collectedAt: timestamp,
      }),
    ),
    expected: moneyOut.meta({ description: 'What the driver should have in cash' }),
    byCard: moneyOut,
    counted: moneyOut.nullable().meta({ description: 'null: nobody has counted yet' }),
    expectedThen: moneyOut.nullable().meta({ description: '`expected` when it was counted' }),
    difference: z
      .string()
      .nullable()
      .meta({ description: '`counted` less `expected`; null: nobody has counted yet', example: '-5.00' }),
    countedAt: timestamp.nullable(),
    countedBy: textOrNull.meta({ example: null }),
    version: integer.nullable().meta({ description: 'Of the count; null: there is none', example: 1 }),
  })
  .meta({ id: 'DriverCash' });
export type DriverCash = z.infer<typeof driverCash>;
