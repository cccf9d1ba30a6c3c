import { defineEntity, p } from '@mikro-orm/core';
import type { Collect } from '@quickfleet/shared/base/money/collect-words';
import type { CreateOrder } from '@quickfleet/shared/delivery/orders/orders';
import type { OnClosedDay } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { key, stamps } from '../../db/base.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { Order } from '../orders/order.entity.ts';

/** Minutes after midnight of the day it comes, on the clocks of the company; 1440 and more lie on the days after. */
export interface Times {
  from: number;
  to: number;
}
export type JobItem = CreateOrder['items'][number] & { imageUrls: string[] };
/** The order of each occurrence: without a day, and with windows as times of day. */
export interface JobContent
  extends Omit<
    CreateOrder,
    'pickupWindow' | 'deliveryWindow' | 'deliveryDate' | 'items' | 'netTotal' | 'priceBasis' | 'collect'
  > {
  collect?: Collect | null | undefined;
  items: JobItem[];
  /** The tax in its price; absent in jobs of an earlier release, whose price has none. */
  taxTotal?: string | null;
  /** Of its amounts; absent where it has none, and in jobs of an earlier release. */
  currency?: string | null;
  pickupTimes: Times | null;
  deliveryTimes: Times | null;
}

const RecurringOrderSchema = defineEntity({
  name: 'RecurringOrder',
  tableName: 'recurring_orders',
  properties: {
    id: key,
    customer: () => p.manyToOne(Customer).nullable().deleteRule('set null').index(),
    content: p.json<JobContent>(),
    rule: p.text(),
    startsOn: p.date(),
    endsOn: p.date().nullable(),
    onClosedDay: p.text().$type<OnClosedDay>().default('keep'),
    paused: p.boolean().default(false),
    /** Why the last order could not be made. */
    problem: p.text().nullable(),
    ...stamps,
  },
});
/** A job that comes again and again. */
export class RecurringOrder extends RecurringOrderSchema.class {}
RecurringOrderSchema.setClass(RecurringOrder);

const RecurringDaySchema = defineEntity({
  name: 'RecurringDay',
  tableName: 'recurring_days',
  properties: {
    id: key,
    recurring: () => p.manyToOne(RecurringOrder).deleteRule('cascade'),
    day: p.date(),
    /** The day that the rule names, where the company was closed and the order went to another; null where it is `day`. */
    ruleDay: p.date().nullable(),
    order: () => p.manyToOne(Order).nullable().deleteRule('set null').index(),
    skipped: p.boolean().default(false),
  },
  // Each occurrence once, whatever crashes or runs twice: this constraint has the last word (Z02).
  uniques: [{ name: 'recurring_days_once', properties: ['recurring', 'day'] }],
});
/** A day of a recurring job that is done with: its order is made, or it is left out. */
export class RecurringDay extends RecurringDaySchema.class {}
RecurringDaySchema.setClass(RecurringDay);
