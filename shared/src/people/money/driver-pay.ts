import { z } from 'zod';
import { money, textOrNull } from '../../base/primitives.ts';
import { percent } from '../../company/billing/billing-terms.ts';
import { message, t } from '../../words/t.ts';

// By what a driver is paid (`pay` of a user); what is null pays nothing. Amounts are in the company's currency.

const AMOUNT_WORDS = message('Enter an amount of at least 0');
const amount = z
  .union([z.literal('').transform(() => null), z.null(), money(AMOUNT_WORDS)], { error: () => t(AMOUNT_WORDS) })
  .meta({ override: { type: ['string', 'number', 'null'], anyOf: undefined }, example: '3.50' });
const share = z
  .union([z.literal('').transform(() => null), z.null(), percent], {
    error: () => t('Must be a percentage from 0 to 100 with at most two decimals'),
  })
  .meta({ override: { type: ['string', 'number', 'null'], anyOf: undefined }, example: '30' });

export const driverPayIn = z
  .union(
    [
      z.null(),
      z
        .strictObject({
          perStop: amount,
          perHour: amount,
          perKm: amount,
          orderShare: share,
          chargeShare: share,
          minimum: amount,
        })
        .partial(),
    ],
    { error: () => t('Must be what a driver is paid by') },
  )
  .meta({
    description: 'For a driver, by an admin: what is absent stays; null takes all of it away',
    example: { perStop: '3.50', perHour: '14.00' },
  })
  .optional();
export type DriverPayIn = z.infer<typeof driverPayIn>;

const amountOut = textOrNull.meta({ example: '3.50' });
export const driverPay = z
  .object({
    perStop: amountOut.meta({ description: 'For each pickup and each delivery that was done' }),
    perHour: amountOut.meta({ description: 'Of the shift' }),
    perKm: amountOut.meta({ description: 'From stop to stop, as the crow flies' }),
    orderShare: textOrNull.meta({ description: 'Percent of the net price of a delivered order', example: '30' }),
    chargeShare: textOrNull.meta({ description: 'Percent of the net of approved charges', example: null }),
    minimum: amountOut.meta({ description: 'For a day with work' }),
  })
  .meta({ id: 'DriverPayRates' });
export type DriverPay = z.infer<typeof driverPay>;
export const noPay: DriverPay = {
  perStop: null,
  perHour: null,
  perKm: null,
  orderShare: null,
  chargeShare: null,
  minimum: null,
};
