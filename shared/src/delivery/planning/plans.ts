import { z } from 'zod';
import { placeIn } from '../../base/place/places.ts';
import { day, id, integer, pieces, timestamp, whole } from '../../base/primitives.ts';
import { stopKinds } from '../../base/time/day-rules.ts';
import { windowsIn } from '../../base/time/windows.ts';
import { example } from '../../examples.ts';
import { ITEMS_MAX, PLAN_ORDERS_MAX, PLAN_SECONDS, PLAN_SECONDS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { createOrder } from '../orders/orders.ts';

export const planStates = ['planning', 'ready', 'applied', 'outdated', 'failed'] as const;
export type PlanState = (typeof planStates)[number];
/** What stays as it is: every order with its driver, what drivers have begun, or only what they have on board. */
export const planKeeps = ['assigned', 'started', 'nothing'] as const;
export const planAims = ['time', 'balance', 'drivers'] as const;
/** Why an order is not in a plan: its window, the drivers' hours, their loads, what it needs, or an unknown address. */
export const unplannedReasons = ['window', 'shift', 'load', 'needs', 'place'] as const;

const ids = (words: () => string) =>
  z
    .array(id, { error: words })
    .min(1, { error: words })
    .max(PLAN_ORDERS_MAX, { error: () => t('At most {max} orders', { max: PLAN_ORDERS_MAX }) })
    .optional();

/** POST /plans */
export const createPlan = z
  .object({
    day: day().meta({ description: 'A day where the company is', example: example.day }),
    driverIds: ids(() => t('Name at least one driver')).meta({ description: 'Without it all active drivers' }),
    orderIds: ids(() => t('Name at least one order')).meta({
      description: 'Of the orders that nobody has only these; without it all of the day',
    }),
    keep: z
      .enum(planKeeps, { error: () => t('keep must be assigned, started or nothing') })
      .default('assigned')
      .meta({
        description: 'What stays: with its driver, with drivers who have begun, or only what is on board',
      }),
    aim: z.enum(planAims, { error: () => t('aim must be time, balance or drivers') }).default('time'),
    seconds: whole(1, PLAN_SECONDS_MAX, () =>
      t('seconds must be a whole number from 1 to {max}', { max: PLAN_SECONDS_MAX }),
    )
      .default(PLAN_SECONDS)
      .meta({ example: 5 }),
  })
  .meta({ example: { day: example.day } });
export type CreatePlan = z.infer<typeof createPlan>;

export const applyPlan = z.object({
  id,
  driverIds: ids(() => t('Name at least one driver')).meta({ description: 'Only the days of these drivers' }),
});
export type ApplyPlan = z.infer<typeof applyPlan>;

const minutes = integer.meta({ example: 96 });
const kilometres = z.number().meta({ example: 48.2 });
export const planTotals = z
  .object({
    minutes,
    kilometres,
    lateStops: integer.meta({ example: 0 }),
    drivers: integer.meta({ description: 'Drivers with at least one stop', example: 3 }),
    unplanned: integer.meta({ example: 0 }),
  })
  .meta({ id: 'PlanTotals' });
export type PlanTotals = z.infer<typeof planTotals>;
const plannedStop = z
  .object({
    orderId: integer.meta({ example: example.orderId }),
    stop: z.enum(stopKinds),
    arrivesAt: timestamp,
    leavesAt: timestamp,
    waitsMinutes: integer.meta({ example: 0 }),
    lateMinutes: integer.meta({ example: 0 }),
  })
  .meta({ id: 'PlanStop' });
const planRoute = z
  .object({
    driverId: integer.meta({ example: example.driverId }),
    startsAt: timestamp,
    endsAt: timestamp,
    minutes: minutes.meta({ description: 'From start to end, with waiting' }),
    drivingMinutes: minutes,
    waitingMinutes: minutes.meta({ example: 0 }),
    kilometres,
    parcelsPeak: integer.meta({ description: 'The most parcels on board together', example: 12 }),
    stops: z.array(plannedStop),
  })
  .meta({ id: 'PlanRoute' });
export type PlanRoute = z.infer<typeof planRoute>;
const unplanned = z.object({
  orderId: integer.meta({ example: example.orderId }),
  reason: z.enum(unplannedReasons).meta({
    description: 'What would have to be otherwise; `place`: nobody knows where an address is',
    example: 'window',
  }),
});
/** What made a plan: ours, or the company's VROOM. */
const planners = ['own', 'vroom'] as const;
/** What a plan says once it is made. */
/**
 * What minutes and kilometres come from: the routing service; our estimate, because that is away; an estimate by the pace of
 * the company's own deliveries; or by the usual pace, while too few are known.
 */
export const travelBases = ['service', 'service_away', 'learned', 'usual'] as const;
export type TravelBasis = (typeof travelBases)[number];
export const planResult = z.object({
  /** Absent in plans that were made before there were several. */
  travel: z.enum(travelBases).optional(),
  before: planTotals,
  after: planTotals,
  routes: z.array(planRoute),
  unplanned: z.array(unplanned),
  /** Absent in plans of an earlier release. */
  plannedBy: z.enum(planners).optional(),
});
export type PlanResult = z.infer<typeof planResult>;

/** A proposal for a day; nothing is changed by it until it is applied. */
export const plan = z
  .object({
    id: integer.meta({ example: 1 }),
    day: z.string().meta({ example: example.day }),
    state: z.enum(planStates).meta({
      description:
        '`outdated`: a day, a driver or an order that it is about has changed; `applied`: all of its days are',
      example: 'ready',
    }),
    progress: z.number().meta({ description: 'From 0 to 1', example: 1 }),
    travel: z
      .enum(travelBases)
      .optional()
      .meta({ description: 'What minutes and kilometres come from; absent until it is ready', example: 'learned' }),
    before: planTotals.nullable().meta({ description: 'The day as it was; null until it is ready' }),
    after: planTotals.nullable(),
    routes: z.array(planRoute),
    unplanned: z.array(unplanned),
    plannedBy: z
      .enum(planners)
      .nullable()
      .meta({ description: '`vroom`: the company’s VROOM; null until it is ready', example: 'own' }),
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof plan>;

/** GET /drivers/days/{day}/routes */
export const routesOf = z.object({
  day: day().meta({ description: 'A day where the company is', example: example.day }),
  driverId: id.optional().meta({ description: 'Only this driver', example: example.driverId }),
});
export type RoutesOf = z.infer<typeof routesOf>;
/** The days of drivers as they are: when each stop is reached, and where it is. */
export const dayRoutes = z
  .object({
    day: z.string().meta({ example: example.day }),
    routes: z.array(planRoute),
    places: z.array(
      z.object({
        orderId: integer.meta({ example: example.orderId }),
        stop: z.enum(stopKinds),
        lat: z.number().meta({ example: 52.52 }),
        lng: z.number().meta({ example: 13.405 }),
      }),
    ),
    unknownPlaces: z
      .array(z.object({ orderId: integer.meta({ example: example.orderId }), stop: z.enum(stopKinds) }))
      .meta({ description: 'Open stops of which nobody knows where they are' }),
  })
  .meta({ id: 'DayRoutes' });
export type DayRoutes = z.infer<typeof dayRoutes>;

/** POST /plans/fit: a new order's payload; what says nothing of its way, its time and its size does not count. */
export const fitOf = createOrder
  .pick({ pickupAddress: true, deliveryAddress: true, parcels: true, weightKg: true, needs: true, deliveryDate: true })
  .extend({
    pickupPlace: placeIn,
    deliveryPlace: placeIn,
    ...windowsIn,
    items: z
      .array(z.object({ quantity: pieces.optional() }), { error: () => t('At least one item is required') })
      .max(ITEMS_MAX)
      .optional(),
  })
  .meta({ example: { pickupAddress: example.pickupAddress, deliveryAddress: example.deliveryAddress } });
export type FitOf = z.infer<typeof fitOf>;
const fits = ['fits', 'tight', 'full'] as const;
/** Whether one more order can still be done on its day. */
export const planFit = z
  .object({
    day: z.string().meta({ example: example.day }),
    isPlaceKnown: z.boolean().meta({ description: 'false: nothing can be said', example: true }),
    drivers: z
      .array(
        z.object({
          driverId: integer.meta({ example: example.driverId }),
          extraMinutes: integer.meta({ example: 14 }),
          pickupAt: timestamp,
          deliveryAt: timestamp,
          lateElsewhere: integer.meta({ example: 0 }),
        }),
      )
      .meta({ description: 'The best three' }),
    windows: z
      .array(
        z.object({
          from: timestamp,
          to: timestamp,
          fit: z.enum(fits).meta({
            description: '`tight`: with a long way, or close to its end; `full`: nobody can',
            example: 'fits',
          }),
        }),
      )
      .meta({ description: 'The deliveries of that day, in windows of two hours' }),
  })
  .meta({ id: 'PlanFit' });
export type PlanFit = z.infer<typeof planFit>;
