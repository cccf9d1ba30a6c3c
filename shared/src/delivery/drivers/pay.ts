import { z } from 'zod';
import { currencyOut, day, id, moneyOut, rowId, textOrNull, timestamp } from '../../base/primitives.ts';
import { daysBetween } from '../../base/time/zoned-time.ts';
import { example } from '../../examples.ts';
import { t } from '../../words/t.ts';

/** A year of days. */
const DAYS_MAX = 366;
const period = {
  from: day().meta({ description: 'First day, where the company is' }),
  to: day().meta({ description: 'Last day', example: '2026-03-31' }),
};
export const payQuery = z.object(period);
const inOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const isShort = ({ from, to }: { from: string; to: string }) => daysBetween(from, to) < DAYS_MAX;
export const payPeriod = z
  .object({ id, ...period })
  .refine(inOrder, { error: () => t('The first day must not be after the last'), path: ['to'] })
  .refine(isShort, { error: () => t('At most a year'), path: ['to'] })
  .meta({ example: { from: '2026-03-01', to: '2026-03-31' } });
export type PayPeriod = z.infer<typeof payPeriod>;

export const payKinds = ['stop', 'hours', 'distance', 'share', 'charge', 'minimum'] as const;
export type PayKind = (typeof payKinds)[number];

const dayOut = z.string().meta({ format: 'date', example: example.day });
export const payLine = z.object({
  day: dayOut,
  kind: z.enum(payKinds).meta({ example: 'stop' }),
  why: z.string().meta({ example: 'Delivery done' }),
  orderId: rowId.nullable(),
  trackingNumber: textOrNull.meta({ example: example.trackingNumber }),
  quantity: z.string().meta({ description: 'Stops, hours, kilometres, or the net that a share is of', example: '1' }),
  rate: z.string().meta({ description: 'For each, or percent', example: '3.50' }),
  amount: moneyOut.meta({ example: '3.50' }),
  isApproved: z.boolean().meta({ example: false }),
});
export type PayLine = z.infer<typeof payLine>;
export const driverEarnings = z
  .object({
    driverId: rowId,
    ...{ from: dayOut, to: dayOut },
    currency: currencyOut,
    lines: z.array(payLine),
    totals: z.object({
      ...{ stop: moneyOut, hours: moneyOut, distance: moneyOut, share: moneyOut, charge: moneyOut, minimum: moneyOut },
      total: moneyOut,
      approved: moneyOut.meta({ description: 'What of the total is approved' }),
    }),
    approvals: z
      .array(
        z.object({
          id: rowId,
          from: dayOut,
          to: dayOut,
          total: moneyOut,
          approvedAt: timestamp,
          approvedBy: z.string(),
        }),
      )
      .meta({ description: 'Those that have a day of these, latest first' }),
  })
  .meta({ id: 'DriverEarnings' });
export type DriverEarnings = z.infer<typeof driverEarnings>;

export const orderMargin = z
  .object({
    orderId: rowId,
    currency: currencyOut,
    price: moneyOut.nullable().meta({ description: 'Of the order, without its tax' }),
    pay: moneyOut.meta({ description: 'Of its drivers, with its part of hours, kilometres and minimum' }),
    margin: moneyOut.nullable().meta({ description: 'Price without pay' }),
  })
  .meta({ id: 'OrderMargin' });
export type OrderMargin = z.infer<typeof orderMargin>;
