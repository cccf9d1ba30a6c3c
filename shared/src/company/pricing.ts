import { z } from 'zod';
import { flag, money, text, whole } from '../base/primitives.ts';
import { NAME_MAX, PRICE_ROWS_MAX, ZONE_POSTCODES_MAX } from '../limits.ts';
import { type Message, message, t } from '../words/t.ts';

// The group `pricing` of the company's settings: the rules of quoting/pricing/price-rules.ts.

const AMOUNT_WORDS = () => t('Enter an amount of at least 0');
const amount = money(AMOUNT_WORDS).meta({ example: '12.50' });
const label = text(message('Say what it is called'), NAME_MAX);
const POSTCODE_WORDS = () => t('A postcode has letters and digits, and may end with *');
const postcode = z
  .string({ error: POSTCODE_WORDS })
  .trim()
  .toUpperCase()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} -]{0,14}\*?$/u, { error: POSTCODE_WORDS });
const PERCENT_WORDS = () => t('Enter a percentage from 0 to 100 with at most 2 decimals');
const percent = z
  .union([z.number().transform(String), z.string().trim()], { error: PERCENT_WORDS })
  .refine((value) => /^\d{1,3}(?:\.\d{1,2})?$/.test(value) && Number(value) <= 100, { error: PERCENT_WORDS })
  .meta({ override: { type: ['string', 'number'], anyOf: undefined }, example: '4.5' });
const KG_WORDS = () => t('Enter whole kilograms from 1 to 100000');

const rowsOf = <Row extends z.ZodType>(row: Row, list: Message) =>
  z.array(row, { error: () => t('Must be a list of {what}', { what: t(list) }) }).max(PRICE_ROWS_MAX, {
    error: () => t('At most {priceRowsMax} {what}', { priceRowsMax: PRICE_ROWS_MAX, what: t(list) }),
  });

export const pricing = z.strictObject({
  isOn: flag,
  isBinding: flag,
  base: amount,
  perItem: amount,
  perKm: amount,
  zones: rowsOf(
    z.strictObject({
      label: label.meta({ example: 'City' }),
      postcodes: z
        .array(postcode, { error: () => t('Must be a list of postcodes') })
        .min(1, { error: () => t('Enter at least one postcode') })
        .max(ZONE_POSTCODES_MAX, {
          error: () => t('At most {zonePostcodesMax} postcodes in an area', { zonePostcodesMax: ZONE_POSTCODES_MAX }),
        })
        .meta({ example: ['10*', '1110'] }),
      price: amount,
    }),
    message('areas'),
  ),
  classes: rowsOf(
    z.strictObject({
      label: label.meta({ example: 'Up to 30 kg' }),
      upToKg: whole(1, 100_000, KG_WORDS).meta({ example: 30 }),
      price: amount,
    }),
    message('weight classes'),
  ),
  speeds: z.strictObject({ today: amount, specific_date: amount, let_quickfleet_choose: amount }),
  outOfHours: amount,
  surcharges: rowsOf(
    z.strictObject({ label: label.meta({ example: 'Fuel' }), amount, percent }),
    message('surcharges'),
  ),
  rangePercent: whole(0, 90, message('Enter whole percent from 0 to 90')).meta({ example: 15 }),
});

const amountOut = z.string().meta({ description: 'Decimal string', example: '12.50' });
const labelOut = z.string().meta({ example: 'City' });
export const pricingOut = z
  .object({
    isOn: z.boolean().meta({ description: 'A first number is calculated for requests', example: true }),
    isBinding: z.boolean().meta({ description: 'A request is priced with it on arrival', example: false }),
    base: amountOut,
    perItem: amountOut.meta({ description: 'For each piece', example: '2.00' }),
    perKm: amountOut.meta({ description: 'For each kilometre as the crow flies, where it is known', example: '1.20' }),
    zones: z.array(
      z.object({
        label: labelOut,
        postcodes: z.array(z.string()).meta({ description: '`*` stands for the rest', example: ['10*', '1110'] }),
        price: amountOut,
      }),
    ),
    classes: z.array(z.object({ label: labelOut, upToKg: z.int().meta({ example: 30 }), price: amountOut })),
    speeds: z.object({ today: amountOut, specific_date: amountOut, let_quickfleet_choose: amountOut }),
    outOfHours: amountOut.meta({ description: 'On a day on which the company is closed', example: '25.00' }),
    surcharges: z.array(
      z.object({
        label: labelOut,
        amount: amountOut,
        percent: z.string().meta({ description: 'Of all other parts', example: '4.5' }),
      }),
    ),
    rangePercent: z.int().meta({ description: 'How wide the shown range is on both sides', example: 15 }),
  })
  .meta({ id: 'PriceRules' });

export const pricingDefaults: z.infer<typeof pricingOut> = {
  isOn: false,
  isBinding: false,
  base: '0',
  perItem: '0',
  perKm: '0',
  zones: [],
  classes: [],
  speeds: { today: '0', specific_date: '0', let_quickfleet_choose: '0' },
  outOfHours: '0',
  surcharges: [],
  rangePercent: 15,
};
