import * as shared from '@quickfleet/shared/delivery/planning';
import { procedure, router } from '../../http/trpc.ts';
import { readBoard, readDriverDay } from './planning.queries.ts';
import { setDriverDay } from './planning.service.ts';
import { setShift } from './planning.shift.ts';

const tags = ['drivers'];
export const planningRouter = router({
  board: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/days',
        tags,
        summary: 'A day of all drivers',
        description:
          'Every active driver with the stops in their order, and the open orders of the day that nobody has.',
      },
    })
    .input(shared.boardOf)
    .output(shared.dayBoard)
    .query(({ ctx, input }) => readBoard(ctx, input)),
  day: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/{id}/day',
        tags,
        summary: 'A driver’s stops of a day',
        description:
          'Of every order that the driver has and that is planned for the day, its pickup and its delivery: as the office has put them in order, then what nobody has placed, by window. What is cancelled has left the day; what is done stays.',
      },
    })
    .input(shared.driverDayOf)
    .output(shared.driverDay)
    .query(({ ctx, input }) => readDriverDay(ctx, input)),
  setDay: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/drivers/{id}/day',
        tags,
        summary: 'Put a driver’s stops in order',
        description:
          'Assigns listed orders without a driver, in the same transaction. An order of another driver needs a line in `reassign`. The driver’s orders that are not listed stay at the end: unassigning is a separate call. 409 when the day or an order has changed; `issues` say where the orders are now.',
      },
    })
    .input(shared.setDriverDay)
    .output(shared.driverDay)
    .mutation(({ ctx, input }) => setDriverDay(ctx, input)),
  setShift: procedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/drivers/{id}/day/shift',
        tags,
        summary: 'Say when a driver began and ended a day',
        description:
          'The driver’s phone says so, later when it had no network. A time that the day cannot have had becomes now.',
      },
    })
    .input(shared.setShift)
    .output(shared.driverDay)
    .mutation(({ ctx, input }) => setShift(ctx, input)),
});
