import { defineEntity, p } from '@mikro-orm/core';
import { type StopKind, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { key } from '../../db/base.ts';
import { User } from '../../people/users/user.entity.ts';
import { Order } from '../orders/order.entity.ts';

const DriverDaySchema = defineEntity({
  name: 'DriverDay',
  tableName: 'driver_days',
  properties: {
    id: key,
    driver: () => p.manyToOne(User).deleteRule('cascade'),
    day: p.date(),
    version: p.integer().default(1),
    /** When the driver began and ended it. */
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    /** The day's own hours, by the office; null: as usual. */
    plannedFrom: p.datetime(3).nullable(),
    plannedTo: p.datetime(3).nullable(),
    breaks: p.json<{ from: string; to: string }[]>().defaultRaw(`'[]'`),
  },
  uniques: [{ name: 'driver_days_driver_id_day_unique', properties: ['driver', 'day'] }],
});
/** A driver's day as the office has put it in order; without a row nobody has. */
export class DriverDay extends DriverDaySchema.class {}
DriverDaySchema.setClass(DriverDay);

const DriverDayStopSchema = defineEntity({
  name: 'DriverDayStop',
  tableName: 'driver_day_stops',
  properties: {
    // The key has the last word: a stop has one place, whatever two dispatchers do.
    order: () => p.manyToOne(Order).primary().deleteRule('cascade'),
    stop: p
      .text()
      .$type<StopKind>()
      .primary()
      .check(`stop in (${stopKinds.map((stop) => `'${stop}'`).join(', ')})`),
    driverDay: () => p.manyToOne(DriverDay).deleteRule('cascade').index(),
    position: p.integer(),
  },
});
/** Where a stop lies in its driver's day. It counts while the order is that driver's and planned for that day. */
export class DriverDayStop extends DriverDayStopSchema.class {}
DriverDayStopSchema.setClass(DriverDayStop);
