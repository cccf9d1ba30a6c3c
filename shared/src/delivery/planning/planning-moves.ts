import { z } from 'zod';
import { notifyIn } from '../../base/notify.ts';
import { day, id } from '../../base/primitives.ts';
import { windowsIn } from '../../base/time/windows.ts';
import { example } from '../../examples.ts';
import { DAY_MOVES_MAX, DAY_STOPS_MAX, DAYS_BACK_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { driverDay, orderIds, requirePossible, setDriverDay, stopToMove } from './planning.ts';

const kind = <Kind extends string>(name: Kind) => z.literal(name).meta({ example: name });
const shape = setDriverDay.shape;

/** POST /drivers/days/{day}/moves: one step is what one of the other calls of planning does. */
const step = z
  .discriminatedUnion(
    'kind',
    [
      z
        .object({
          kind: kind('drive'),
          driverId: shape.id,
          version: shape.version,
          stops: shape.stops,
          reassign: shape.reassign,
        })
        .superRefine(requirePossible),
      z.object({
        kind: kind('reschedule'),
        ids: orderIds,
        day: day().meta({ description: 'The day they go to', example: example.day }),
        stop: stopToMove,
      }),
      z.object({ kind: kind('unassign'), ids: orderIds }),
      z.object({
        kind: kind('plan'),
        id: id.meta({ example: example.orderId }),
        ...windowsIn,
        deliveryDate: day().nullable().optional().meta({ description: 'null: no day yet', example: example.day }),
        isUndo: z
          .boolean()
          .optional()
          .meta({
            description: `true: gives an order its former times back, which may be over, at most ${DAYS_BACK_MAX} days ago`,
            example: true,
          }),
      }),
    ],
    { error: () => t('kind must be drive, reschedule, unassign or plan') },
  )
  .meta({
    description:
      '`drive` is PUT /drivers/{id}/day, `reschedule` POST /orders/reschedule, `unassign` POST /orders/{id}/unassign, `plan` the windows and the day of PUT /orders/{id}',
  });
export type MoveStep = z.infer<typeof step>;
/** The orders that a step names, as often as it does. */
export function ordersOfStep(one: MoveStep): number[] {
  if (one.kind === 'plan') return [one.id];
  return one.kind === 'drive' ? one.stops.map(({ orderId }) => orderId) : one.ids;
}

export const moveStops = z
  .object({
    day: day().meta({ description: 'The day of the board', example: example.day }),
    steps: z
      .array(step, { error: () => t('steps must be a list') })
      .min(1, { error: () => t('Name at least one step') })
      .max(DAY_MOVES_MAX, { error: () => t('At most {dayMovesMax} steps', { dayMovesMax: DAY_MOVES_MAX }) })
      .refine((steps) => steps.reduce((sum, one) => sum + ordersOfStep(one).length, 0) <= DAY_STOPS_MAX, {
        error: () => t('At most {dayStopsMax} stops and orders in all steps', { dayStopsMax: DAY_STOPS_MAX }),
      }),
    ...notifyIn,
  })
  .meta({
    example: { day: example.day, steps: [{ kind: 'reschedule', ids: [example.orderId], day: example.day }] },
  });
export type MoveStops = z.infer<typeof moveStops>;

export type MovedStops = z.infer<typeof movedStops>;
export const movedStops = z
  .object({ data: z.array(driverDay).meta({ description: 'The days of the drivers of the `drive` steps' }) })
  .meta({ id: 'MovedStops' });
