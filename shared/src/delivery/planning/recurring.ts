import { z } from 'zod';
import { carriedBy, pickFields, schemasOf } from '../../base/fields.ts';
import { notifyIn } from '../../base/notify.ts';
import {
  day,
  flag,
  id,
  integer,
  knownEmail,
  moneyOut,
  optionalEmail,
  pageInput,
  pageOf,
  photoUrls,
  queryFlag,
  rowId,
  rowVersion,
  seenVersion,
  text,
  textOrNull,
  timestamp,
  trackingNumberOrNull,
} from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { RULE_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { orderFields } from '../orders/order-fields.ts';
import { orderDriver } from '../orders/order-leaves.ts';
import { orderStatus } from '../orders/order-status-schema.ts';
import { newOrder } from '../orders/orders.ts';
import { onClosedDays } from './recurring-rule.ts';

/** When something comes again. */
export const recurringRule = text(message('A rule is required'), RULE_MAX).meta({
  description: 'An RRULE of RFC 5545 that names days: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY',
  example: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
});
const start = day().meta({
  description: 'The first day on which it may come; what an interval counts from',
  example: '2026-12-01',
});
const end = day()
  .nullable()
  .optional()
  .meta({ description: 'The last day on which it may come; null for none', example: null });
const onClosedDay = z
  .enum(onClosedDays, { error: () => t('Must be keep, skip, next or previous') })
  .meta({
    description:
      'What happens to a day on which the company is closed (a holiday, a day of the week without hours): `keep` (default), `skip`, or the order comes on the `next` or the `previous` open day. Two that come on one day are one order',
    example: 'next',
  })
  .optional();
const paused = flag.meta({ description: 'Creates no orders until resumed; existing orders stay' });
const orderWords = {
  description:
    'What is ordered each time. The times of its windows are local times of the company; `deliveryDate` is the day of each order',
};
const order = newOrder.meta(orderWords);

/** When it comes. */
const schedule = z.object({ rule: recurringRule, start, end, onClosedDay });
/** What is ordered again and again, and when. */
export const createRecurring = schedule.extend({ order, paused: paused.optional() });
export type CreateRecurring = z.infer<typeof createRecurring>;

/** `from`: the first day for which the change holds; what is driven by then stays as it is. */
export const updateRecurring = schedule
  .partial()
  .extend({
    id,
    order: newOrder
      .extend({ customerEmail: optionalEmail(knownEmail()) })
      .meta({ ...newOrder.meta(), ...orderWords })
      .optional(),
    paused: paused.optional(),
    from: day()
      .meta({ description: 'The first day for which the change holds; today when absent', example: '2026-12-08' })
      .optional(),
    ...notifyIn,
    version: seenVersion,
  })
  .meta({ example: { paused: true } });
export type UpdateRecurring = z.infer<typeof updateRecurring>;

export const deleteRecurring = z.object({
  id,
  withUpcoming: queryFlag
    .meta({ description: 'true: orders that are made and not yet picked up are cancelled too; otherwise they stay' })
    .optional(),
});
export type DeleteRecurring = z.infer<typeof deleteRecurring>;

export const skipDay = z
  .object({
    id,
    day: day(),
    skip: flag.meta({ description: 'false takes the exception back' }).optional(),
    ...notifyIn,
  })
  .meta({ example: { day: '2026-12-15' } });
export type SkipDay = z.infer<typeof skipDay>;

export const previewRule = schedule;
export type PreviewRule = z.infer<typeof previewRule>;
const closedDays = z.array(z.string().meta({ format: 'date' })).meta({
  description: 'What the rule names until the last of these days although the company is closed, at most 10',
  example: ['2026-12-25'],
});
const ruleInWords = z.string().meta({ description: 'The rule in plain words', example: 'Every second Tuesday' });
export const rulePreview = z.object({
  ruleInWords,
  days: z.array(z.string().meta({ format: 'date' })).meta({
    description: 'The next days, at most 10, as `onClosedDay` has them',
    example: ['2026-12-01', '2026-12-15'],
  }),
  closedDays,
});
export type RulePreview = z.infer<typeof rulePreview>;

/** What becomes of a day: not made yet, made, or left out. */
export const upcomingStates = ['planned', 'made', 'skipped'] as const;
export const upcomingDay = z.object({
  day: z.string().meta({ format: 'date', example: '2026-12-01' }),
  state: z.enum(upcomingStates).meta({ example: 'made' }),
  orderId: integer.nullable().meta({ example: 42 }),
  trackingNumber: trackingNumberOrNull,
  status: orderStatus.nullable().meta({ description: 'Of the order', example: 'pending' }),
});
export type UpcomingDay = z.infer<typeof upcomingDay>;

/** What a job has of its orders reads like theirs, but for what is not known before an order is made. */
const {
  driverId: _,
  quotePrice: __,
  currency,
  proofRules,
  pickupWindow,
  deliveryWindow,
  items: ___,
  ...content
} = pickFields(schemasOf(orderFields, 'output'), carriedBy(orderFields, 'recurring'));
const templateOrder = z.object({
  ...content,
  customerEmail: textOrNull.meta({ example: example.email }),
  driverNotes: textOrNull.meta({ example: null }),
  officeNotes: textOrNull.meta({ example: null }),
  parcels: integer.nullable().meta({ example: null }),
  onAccount: z.boolean().meta({ example: true }),
  quotePrice: moneyOut.nullable().meta({ description: 'With its tax' }),
  netTotal: moneyOut.nullable().meta({ description: '`quotePrice` without its tax', example: '100.84' }),
  taxTotal: moneyOut.nullable().meta({ description: 'The tax in `quotePrice`', example: '19.16' }),
  currency,
  proofRules,
  driverId: integer.nullable().meta({ example: example.driverId }),
  pickupWindow,
  deliveryWindow,
  items: z.array(
    z.object({
      name: z.string().meta({ example: example.item }),
      description: textOrNull.meta({ example: null }),
      quantity: integer.meta({ example: 2 }),
      value: moneyOut.nullable(),
      imageUrls: photoUrls,
    }),
  ),
});

export const recurringOrder = z
  .object({
    id: rowId,
    order: templateOrder.meta({ description: 'As it was given, with its windows on the first day' }),
    driver: orderDriver.nullable(),
    rule: z.string().meta({ example: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' }),
    ruleInWords,
    start: z.string().meta({ format: 'date', example: '2026-12-01' }),
    end: z.string().nullable().meta({ format: 'date', example: null }),
    onClosedDay: z.enum(onClosedDays).meta({ description: 'What happens on closed days', example: 'keep' }),
    paused: z.boolean(),
    problem: textOrNull.meta({ description: 'Why the last order could not be made; null when it was', example: null }),
    upcoming: z.array(upcomingDay).meta({ description: 'The next days, at most 10, with what is made and left out' }),
    closedDays,
    createdAt: timestamp,
    updatedAt: timestamp,
    version: rowVersion,
  })
  .meta({ id: 'RecurringOrder' });
export type RecurringOrder = z.infer<typeof recurringOrder>;
export const listRecurring = pageInput;
export type ListRecurring = z.infer<typeof listRecurring>;
export const recurringPage = pageOf(recurringOrder).meta({ id: 'RecurringOrderPage' });
export type RecurringPage = z.infer<typeof recurringPage>;
