import { z } from 'zod';
import { weightKgIn } from '../base/demands.ts';
import { count, currencyOut, day, moneyOut, pieces } from '../base/primitives.ts';
import { pricing } from '../company/pricing.ts';
import { example } from '../examples.ts';
import { ADDRESS_MAX, DESCRIPTION_MAX, ITEMS_MAX, NAME_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';
import { estimateBases, estimateFaults } from './pricing/price-rules.ts';
import { speedType } from './quotes.ts';
import { SPEED_DEFAULT } from './speed.ts';

const typed = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => t('At most {max} characters', { max }) });
/** The payload of a quote, as far as it is there: a form that is being filled in lacks some of it. */
export const estimateInput = z
  .object({
    pickupAddress: typed(ADDRESS_MAX).meta({ example: example.pickupAddress }),
    deliveryAddress: typed(ADDRESS_MAX).meta({ example: example.deliveryAddress }),
    items: z
      .array(
        z.object({
          name: typed(NAME_MAX).optional().meta({ example: example.item }),
          description: typed(DESCRIPTION_MAX).nullish().meta({ example: 'Heavy, 12 kg' }),
          quantity: pieces.default(1),
        }),
        { error: () => t('At least one item is required') },
      )
      .min(1, { error: () => t('At least one item is required') })
      .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) }),
    weightKg: weightKgIn.optional(),
    speedType: speedType.default(SPEED_DEFAULT),
    speedDate: z
      .union([z.literal('').transform(() => null), z.null(), day(message('Choose a date'))], {
        error: () => t('Choose a date'),
      })
      .optional()
      .meta({ description: 'Only for specific_date', example: '2026-03-02' }),
  })
  .meta({
    example: {
      pickupAddress: example.pickupAddress,
      deliveryAddress: example.deliveryAddress,
      items: [{ name: example.item, quantity: 2 }],
      speedType: 'today',
    },
  });
export type EstimateInput = z.infer<typeof estimateInput>;

const line = z.object({ label: z.string().meta({ example: 'Delivery' }), from: moneyOut, to: moneyOut });
export const estimate = z
  .object({
    from: moneyOut.nullable().meta({ description: 'Tax included; null when nothing can be said', example: '40.00' }),
    to: moneyOut.nullable().meta({ description: 'The same as `from` where it is one price', example: '55.00' }),
    currency: currencyOut,
    isBinding: z.boolean().meta({ description: 'A request is priced with it on arrival', example: false }),
    basis: z
      .enum(estimateBases)
      .nullable()
      .meta({ description: '`distance`: kilometres between earlier stops at these addresses; `zone`: postcodes' }),
    code: z
      .enum([...estimateFaults, 'DAY_CLOSED'])
      .nullable()
      .meta({ description: 'Why there is no number', example: null }),
    message: z.string().nullable().meta({ example: null }),
    nextOpenDay: z
      .string()
      .nullable()
      .meta({ description: 'With DAY_CLOSED: the first later day that can be chosen', example: null }),
    rules: z
      .object({
        price: moneyOut.nullable().meta({ description: 'Without the range; null where the weight is not known' }),
        lines: z.array(line),
      })
      .nullable()
      .meta({ description: 'What the number is made of; null to all but the office' }),
  })
  .meta({ id: 'Estimate' });
export type Estimate = z.infer<typeof estimate>;

/** Rules that may not be saved yet, tried on what was paid. */
export const replayInput = z.object({ pricing: pricing }).meta({
  example: {
    pricing: {
      ...{ isOn: true, isBinding: false, base: '12.50', perItem: '2', perKm: '0', zones: [], classes: [] },
      ...{ speeds: { today: '10', specific_date: '0', let_quickfleet_choose: '0' }, outOfHours: '25' },
      ...{ surcharges: [], rangePercent: 15 },
    },
  },
});
export const replay = z
  .object({
    compared: count.meta({ description: 'Paid quotes that the rules have a price for', example: 180 }),
    skipped: count.meta({ description: 'Those that they have none for', example: 20 }),
    averagePercent: z
      .number()
      .nullable()
      .meta({ description: 'How far the rules are above what was paid, on average', example: 4 }),
    withinRange: count.meta({ description: 'Paid prices inside the range', example: 150 }),
  })
  .meta({ id: 'PricingReplay' });
export type Replay = z.infer<typeof replay>;
