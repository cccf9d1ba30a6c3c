import { z } from 'zod';
import { contactsOut } from '../../base/contact/stop-contact.ts';
import { demandsOut } from '../../base/demands.ts';
import { notifyIn } from '../../base/notify.ts';
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
} from '../../base/primitives.ts';
import { type DayStop, findStopFaults, stopKinds } from '../../base/time/day-rules.ts';
import { windowsOut } from '../../base/time/windows.ts';
import { example } from '../../examples.ts';
import { BOARD_LEFT_MAX, BREAKS_MAX, DAY_STOPS_MAX, IDS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { fixedStopsOut, orderDriver } from '../orders/order-leaves.ts';
import { orderStatus } from '../orders/order-status-schema.ts';
import { order } from '../orders/orders.ts';
import { outcomeOut } from '../proof/attempts.ts';

const dayOf = day().meta({ description: 'A day where the company is', example: example.day });
const someDay = dayOf.optional().meta({ description: 'A day where the company is; today when absent' });

/** GET /drivers/{id}/day */
export const driverDayOf = z.object({ id: id.meta({ example: example.driverId }), day: someDay });
export const orderIds = z
  .array(id, { error: () => t('ids must be a list') })
  .min(1, { error: () => t('Name at least one order') })
  .max(IDS_MAX, { error: () => t('At most {idsMax} orders', { idsMax: IDS_MAX }) })
  .transform((ids) => [...new Set(ids)])
  .meta({ example: [example.orderId] });
export const stopToMove = z
  .enum([...stopKinds, 'both'], { error: () => t('stop must be pickup, delivery or both') })
  .default('both')
  .meta({ description: 'What is moved: `both` moves the earliest open stop to the day and the other as far' });

/** POST /orders/reschedule */
export const rescheduleOrders = z
  .object({ ids: orderIds, day: dayOf, stop: stopToMove, ...notifyIn })
  .meta({ example: { ids: [example.orderId], day: example.day } });
export type RescheduleOrders = z.infer<typeof rescheduleOrders>;
export const rescheduledOrders = z.object({ data: z.array(order) });

/** GET /drivers/days */
export const boardOf = z.object({ day: someDay });

const stopIn = z.object({
  orderId: id.meta({ example: example.orderId }),
  stop: z.enum(stopKinds, { error: () => t('stop must be pickup or delivery') }),
});
/** Refuses an order of stops that no driver can keep. */
export function requirePossible({ stops }: { stops: readonly DayStop[] }, context: z.RefinementCtx): void {
  for (const { at, message } of findStopFaults(stops))
    context.addIssue({ code: 'custom', path: ['stops', at, 'stop'], message });
}
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
    stops: z
      .array(stopIn)
      .max(DAY_STOPS_MAX, { error: () => t('A day has at most {dayStopsMax} stops', { dayStopsMax: DAY_STOPS_MAX }) }),
    reassign: z
      .array(z.object({ orderId: id.meta({ example: example.orderId }), fromDriverId: id.meta({ example: 8 }) }))
      .max(DAY_STOPS_MAX)
      .optional()
      .meta({ description: 'Orders that are taken from another driver, and who has them as far as was seen' }),
    ...notifyIn,
  })
  .superRefine(requirePossible)
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

/** GET /drivers/{id}/day/suggestion */
export const suggestionOf = z.object({ id: id.meta({ example: example.driverId }), day: someDay });
export type SuggestionOf = z.infer<typeof suggestionOf>;

/** Why nothing is suggested. */
export const noSuggestionCodes = [
  'DAY_IS_OVER',
  'TOO_FEW_STOPS',
  'TOO_MANY_STOPS',
  'TOO_LITTLE_KNOWN',
  'NOTHING_BETTER',
] as const;
/** Why a stop is where it is suggested. */
export const stopReasons = ['kept', 'window', 'same_address', 'near', 'follows'] as const;

/** A moment, or a time of the day's clock where the company is. */
const clockOrMoment = z
  .union([z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), moment], {
    error: () => t('Must be a time like 2026-03-01T09:30:00Z'),
  })
  .meta({ override: { type: 'string', anyOf: undefined } });
/** PUT /drivers/{id}/day/shift: when the driver began and ended the day; what is absent is not so any more. A call
 * that only says what is planned leaves that as it is, and what is planned stays where it is absent. */
export const setShift = z
  .object({
    id: id.meta({ example: example.driverId }),
    day: dayOf,
    startedAt: moment
      .nullable()
      .optional()
      .meta({ description: 'By the phone’s clock', example: `${example.day}T07:58:00Z` }),
    endedAt: moment.nullable().optional().meta({ description: 'By the phone’s clock', example: null }),
    plannedFrom: clockOrMoment
      .nullable()
      .optional()
      .meta({
        description: 'By the office: when the day begins, other than usual',
        example: `${example.day}T08:00:00Z`,
      }),
    plannedTo: clockOrMoment
      .nullable()
      .optional()
      .meta({ description: 'By the office: when it ends', example: `${example.day}T16:00:00Z` }),
    breaks: z
      .array(z.object({ from: clockOrMoment, to: clockOrMoment }), { error: () => t('Must be a list of times') })
      .max(BREAKS_MAX)
      .nullable()
      .optional()
      .meta({ description: 'By the office: when the driver does not work', example: [] }),
  })
  .meta({ example: { day: example.day, startedAt: `${example.day}T07:58:00Z` } });
export type SetShift = z.infer<typeof setShift>;

const dayOut = z.string().nullable().meta({ example: example.day });

/** POST /drivers/days/{day}/notices */
export const sendNotices = z.object({
  day: dayOf,
  driverId: id
    .optional()
    .meta({ description: 'The driver and the customers of their orders; without it all', example: example.driverId }),
});
export type SendNotices = z.infer<typeof sendNotices>;
export const sentNotices = z
  .object({ mails: integer.meta({ description: 'Mails that were held and leave now', example: 3 }) })
  .meta({ id: 'SentNotices' });

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
    pickupDay: dayOut.meta({ description: 'The day of its pickup; null: it has no day yet' }),
    deliveryDay: dayOut.meta({ description: 'The day of its delivery; null: it has no day yet' }),
    notes: textOrNull.meta({ description: 'The customer’s note to the driver', example: 'Ring twice' }),
    driverNotes: textOrNull.meta({ description: 'The office’s word to the driver', example: 'Use the yard gate' }),
    parcels: integer.meta({ example: 2 }),
    ...demandsOut,
    fixedStops: fixedStopsOut,
    outcome: outcomeOut,
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
  plannedFrom: timestamp.nullable().meta({ description: 'null: as usual', example: null }),
  plannedTo: timestamp.nullable().meta({ description: 'null: as usual', example: null }),
  breaks: z.array(z.object({ from: timestamp, to: timestamp }).meta({ id: 'Break' })).meta({ example: [] }),
  totals,
  stops: z.array(stopOut).meta({ description: 'In the order they are to be made' }),
};
/** One driver's stops of a day, and the orders that they belong to. */
export const driverDay = z
  .object({
    day: z.string().meta({ example: example.day }),
    ...driverColumn,
    canSharePosition: z.boolean().meta({ description: 'Whether the company takes positions', example: false }),
    orders: z.array(dayOrder),
  })
  .meta({ id: 'DriverDay' });
export type DriverDay = z.infer<typeof driverDay>;

const course = z
  .object({
    kilometres: z
      .number()
      .nullable()
      .meta({ description: 'As the crow flies; null: no way between two stops is known', example: 18.4 }),
    minutes: integer.meta({ description: 'On the way and at the doors, without waiting', example: 96 }),
    endsAt: timestamp.meta({ description: 'When the last stop is reached' }),
    missedWindows: integer.meta({ description: 'Stops that come after their window', example: 1 }),
    lateMinutes: integer.meta({ description: 'What all of these are late, together', example: 25 }),
  })
  .meta({ id: 'DayCourse' });
export type DayCourse = z.infer<typeof course>;
const suggestedStop = z
  .object({
    orderId: integer.meta({ example: example.orderId }),
    stop: z.enum(stopKinds),
    place: integer.meta({ description: 'Its place today, from 1', example: 4 }),
    expectedAt: timestamp.nullable().meta({ description: 'About when; null: it is done' }),
    lateMinutes: integer.meta({ example: 0 }),
    kilometres: z.number().nullable().meta({ description: 'From the stop before; null: not known', example: 1.2 }),
    reason: z.enum(stopReasons).meta({
      description:
        '`kept`: done, under way, or waiting for a decision; `window`: its window was missed; `same_address` as the stop before; `near` the stop before; `follows`: the others leave it there',
      example: 'near',
    }),
  })
  .meta({ id: 'SuggestedStop' });
export type SuggestedStop = z.infer<typeof suggestedStop>;
/** A better order of a driver's stops; nothing is changed by it. */
export const stopSuggestion = z
  .object({
    day: z.string().meta({ example: example.day }),
    driverId: integer.meta({ example: example.driverId }),
    version: rowVersion.meta({ description: 'Of the day that it is about, for PUT', example: 1 }),
    code: z.enum(noSuggestionCodes).nullable().meta({ description: 'Why nothing is suggested', example: null }),
    message: z.string().nullable().meta({ example: null }),
    addresses: integer.meta({ description: 'Different addresses of open stops', example: 12 }),
    knownAddresses: integer.meta({
      description: 'Those with a known position, of their own or of their neighbourhood',
      example: 10,
    }),
    before: course.nullable().meta({ description: 'The order as it is; null: nothing was looked for' }),
    after: course.nullable().meta({ description: 'The suggested order; null: there is none' }),
    stops: z.array(suggestedStop).meta({ description: 'All stops of the day in the suggested order' }),
  })
  .meta({ id: 'StopSuggestion' });
export type StopSuggestion = z.infer<typeof stopSuggestion>;

const hasMore = z.boolean().meta({ description: `true: there are more than the first ${BOARD_LEFT_MAX} orders` });
/** An open stop of a day before today. */
const carriedStop = stopOut
  .pick({ orderId: true, stop: true })
  .extend({ day: z.string().meta({ description: 'The day it was planned for', example: example.day }) })
  .meta({ id: 'CarriedStop' });
export type CarriedStop = z.infer<typeof carriedStop>;

/** A day of every active driver, the open orders of that day that nobody has, and what no day or an earlier one has. */
export const dayBoard = z
  .object({
    day: z.string().meta({ example: example.day }),
    drivers: z.array(z.object(driverColumn)),
    unassigned: z.object({ totals, orderIds: z.array(integer).meta({ description: 'By window', example: [42] }) }),
    unplanned: z.object({
      totals,
      orderIds: z.array(integer).meta({ description: 'Open orders that have no day yet, oldest first', example: [43] }),
      hasMore,
    }),
    carriedOver: z.object({
      totals,
      stops: z
        .array(carriedStop)
        .meta({ description: 'Open stops of days before today, whichever day is shown, the latest day first' }),
      hasMore,
    }),
    notices: z
      .object({
        mails: integer.meta({ description: 'Mails about the orders of this day that wait for changes', example: 3 }),
        sendAt: timestamp.nullable().meta({ description: 'When the first of them leaves', example: null }),
      })
      .meta({ description: 'Held notices; POST /drivers/days/{day}/notices sends them now' }),
    pace: z
      .object({
        minutesPerStop: integer.meta({ description: 'From one stop to the next, with the way', example: 12 }),
        stops: integer.meta({
          description: 'So many of the company’s last stops it is the median of; 0: too few, it is a usual value',
          example: 240,
        }),
      })
      .meta({ description: 'What a stop takes' }),
    orders: z.array(dayOrder),
  })
  .meta({ id: 'DayBoard' });
export type DayBoard = z.infer<typeof dayBoard>;
