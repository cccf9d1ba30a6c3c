import { z } from 'zod';
import { findStopFaults, stopKinds } from '../base/day-rules.ts';
import { notifyIn } from '../base/notify.ts';
import {
  day,
  id,
  integer,
  moment,
  personOut,
  routeOut,
  rowVersion,
  seenVersion,
  textOrNull,
  timestamp,
  trackingNumberOut,
} from '../base/primitives.ts';
import { contactsOut } from '../base/stop-contact.ts';
import { windowsOut } from '../base/windows.ts';
import { example } from '../examples.ts';
import { DAY_STOPS_MAX } from '../limits.ts';
import { orderStatus } from './order-status-schema.ts';
import { orderDriver } from './orders.ts';

const dayOf = day().meta({ description: 'A day where the company is', example: example.day });
const someDay = dayOf.optional().meta({ description: 'A day where the company is; today when absent' });

/** GET /drivers/{id}/day */
export const driverDayOf = z.object({ id: id.meta({ example: example.driverId }), day: someDay });
/** GET /drivers/days */
export const boardOf = z.object({ day: someDay });

const stopIn = z.object({
  orderId: id.meta({ example: example.orderId }),
  stop: z.enum(stopKinds, { error: 'stop must be pickup or delivery' }),
});
/**
 * PUT /drivers/{id}/day: the stops in the order they are to be made. An order that nobody has is given to the driver; one
 * that another driver has needs a line in `reassign` that names them. What the driver has and the list does not name
 * stays at the end.
 */
export const setDriverDay = z
  .object({
    id: id.meta({ example: example.driverId }),
    day: dayOf,
    version: seenVersion,
    stops: z.array(stopIn).max(DAY_STOPS_MAX, { error: `A day has at most ${DAY_STOPS_MAX} stops` }),
    reassign: z
      .array(z.object({ orderId: id.meta({ example: example.orderId }), fromDriverId: id.meta({ example: 8 }) }))
      .max(DAY_STOPS_MAX)
      .optional()
      .meta({ description: 'Orders that are taken from another driver, and who has them as far as was seen' }),
    ...notifyIn,
  })
  .superRefine(({ stops }, context) => {
    for (const { at, message } of findStopFaults(stops))
      context.addIssue({ code: 'custom', path: ['stops', at, 'stop'], message });
  })
  .meta({
    example: {
      day: example.day,
      version: 1,
      stops: [
        { orderId: example.orderId, stop: 'pickup' },
        { orderId: example.orderId, stop: 'delivery' },
      ],
    },
  });
export type SetDriverDay = z.infer<typeof setDriverDay>;

/** PUT /drivers/{id}/day/shift: when the driver began and ended the day; what is absent is not so any more. */
export const setShift = z
  .object({
    id: id.meta({ example: example.driverId }),
    day: dayOf,
    startedAt: moment
      .nullable()
      .optional()
      .meta({ description: 'By the phone’s clock', example: `${example.day}T07:58:00Z` }),
    endedAt: moment.nullable().optional().meta({ description: 'By the phone’s clock', example: null }),
  })
  .meta({ example: { day: example.day, startedAt: `${example.day}T07:58:00Z` } });
export type SetShift = z.infer<typeof setShift>;

/** What is to be known of an order to plan it and to drive it; without prices. */
export const dayOrder = z
  .object({
    id: integer.meta({ example: example.orderId }),
    trackingNumber: trackingNumberOut,
    status: orderStatus,
    driverId: integer.nullable().meta({ example: example.driverId }),
    customerName: personOut.name,
    customerCompany: personOut.company,
    customerPhone: personOut.phone,
    ...routeOut,
    ...contactsOut,
    ...windowsOut,
    notes: textOrNull.meta({ description: 'The customer’s note to the driver', example: 'Ring twice' }),
    driverNotes: textOrNull.meta({ description: 'The office’s word to the driver', example: 'Use the yard gate' }),
    parcels: integer.meta({ example: 2 }),
    items: z.array(z.object({ name: z.string().meta({ example: example.item }), quantity: integer })),
    version: rowVersion,
  })
  .meta({ id: 'DayOrder' });
export type DayOrder = z.infer<typeof dayOrder>;

const stopOut = z
  .object({
    orderId: integer.meta({ example: example.orderId }),
    stop: z.enum(stopKinds),
    isDone: z.boolean().meta({ description: 'Picked up, or delivered' }),
    isPlaced: z.boolean().meta({
      description: 'false: nobody has said when; it comes after those that have a place, by its window',
      example: true,
    }),
  })
  .meta({ id: 'DayStop' });
export type PlannedStop = z.infer<typeof stopOut>;

const totals = z
  .object({
    stops: integer.meta({ example: 8 }),
    stopsDone: integer.meta({ example: 3 }),
    orders: integer.meta({ example: 4 }),
    parcels: integer.meta({ example: 11 }),
  })
  .meta({ id: 'DayTotals' });
export type DayTotals = z.infer<typeof totals>;

const driverColumn = {
  driver: orderDriver.extend({ id: integer.meta({ example: example.driverId }) }),
  version: rowVersion.meta({ description: 'Goes up with every change of the stops; for PUT', example: 1 }),
  startedAt: timestamp.nullable().meta({ description: 'When the driver began the day', example: null }),
  endedAt: timestamp.nullable().meta({ description: 'When the driver ended it', example: null }),
  totals,
  stops: z.array(stopOut).meta({ description: 'In the order they are to be made' }),
};
/** One driver's stops of a day, and the orders that they belong to. */
export const driverDay = z
  .object({ day: z.string().meta({ example: example.day }), ...driverColumn, orders: z.array(dayOrder) })
  .meta({ id: 'DriverDay' });
export type DriverDay = z.infer<typeof driverDay>;

/** A day of every active driver, and the open orders of that day that nobody has. */
export const dayBoard = z
  .object({
    day: z.string().meta({ example: example.day }),
    drivers: z.array(z.object(driverColumn)),
    unassigned: z.object({ totals, orderIds: z.array(integer).meta({ description: 'By window', example: [42] }) }),
    orders: z.array(dayOrder),
  })
  .meta({ id: 'DayBoard' });
export type DayBoard = z.infer<typeof dayBoard>;
