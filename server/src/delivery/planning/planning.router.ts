import * as shared from '@quickfleet/shared/delivery/planning/planning';
import * as moves from '@quickfleet/shared/delivery/planning/planning-moves';
import { compiled } from '../../http/output-serializer.ts';
import { procedure, router } from '../../http/trpc.ts';
import { sendNow } from '../notices/notices.service.ts';
import { moveStops } from './planning.moves.ts';
import { readBoard, readDriverDay, readersOfDay } from './planning.queries.ts';
import { rescheduleOrders } from './planning.reschedule.ts';
import { setDriverDay } from './planning.service.ts';
import { setShift } from './planning.shift.ts';
import { suggestStops } from './suggestion/suggestion.service.ts';

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
          'Every active driver with the stops in their order, and the open orders of the day that nobody has. Each stop is on its own day. `unplanned` and `carriedOver` are the same whichever day is shown.',
      },
    })
    .input(shared.boardOf)
    .output(compiled(shared.dayBoard))
    .query(({ ctx, input }) => readBoard(ctx, input)),
  day: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/{id}/day',
        tags,
        summary: 'A driver’s stops of a day',
        description:
          'Of every order that the driver has, the pickup and the delivery that are planned for the day: as the office has put them in order, then what nobody has placed, by window. What is cancelled has left the day; what is done stays.',
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
          'Assigns listed orders without a driver, in the same transaction. An order of another driver needs a line in `reassign`. The driver’s orders that are not listed stay at the end: unassigning is a separate call. A listed stop of another day stays there as long as the order’s other stop is on this one. 409 when the day or an order has changed; `issues` say where the orders are now.',
      },
    })
    .input(shared.setDriverDay)
    .output(shared.driverDay)
    .mutation(({ ctx, input }) => setDriverDay(ctx, input)),
  suggestion: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/drivers/{id}/day/suggestion',
        tags,
        summary: 'Suggest an order of a driver’s stops',
        description:
          'Windows first, then neighbourhoods, as far as the company’s own deliveries have shown where addresses are. Nothing is changed: `stops` go to PUT /drivers/{id}/day. A pickup comes before its delivery, no window is missed that the present order meets, and neither delays nor the end grow. What is done, under way or waiting for a decision keeps its place. Without a suggestion, `code` and `message` say why.',
      },
    })
    .input(shared.suggestionOf)
    .output(shared.stopSuggestion)
    .query(({ ctx, input }) => suggestStops(ctx, input)),
  moves: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/drivers/days/{day}/moves',
        tags,
        summary: 'Change the plan of a day in one go',
        description:
          'Several changes in one transaction, in the order of `steps`: stops of drivers, another day, no driver. Each has the rules of its single call. All are made, or none is, and `issues` say which step was refused.',
      },
    })
    .input(moves.moveStops)
    .output(moves.movedStops)
    .mutation(({ ctx, input }) => moveStops(ctx, input)),
  sendNotices: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/drivers/days/{day}/notices',
        tags,
        summary: 'Send the held notices of a day',
        description:
          'Notices about assigning and planning wait a few minutes for more changes (`notices.settleMinutes` of /company). This sends what is true now, about the orders with a stop on the day. A reader’s one mail has everything that is new for them, of other days too.',
      },
    })
    .input(shared.sendNotices)
    .output(shared.sentNotices)
    .mutation(async ({ ctx, input }) => ({ mails: await sendNow(ctx, await readersOfDay(ctx, input)) })),
  reschedule: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/orders/reschedule',
        tags: ['orders'],
        summary: 'Move orders to another day',
        description:
          'The earliest open stop of each order lands on the day, and the other keeps its distance in days; times of the day stay. All orders move, or none does: `issues` name the first that cannot. An order without a day gets it.',
      },
    })
    .input(shared.rescheduleOrders)
    .output(shared.rescheduledOrders)
    .mutation(async ({ ctx, input }) => ({ data: await rescheduleOrders(ctx, input) })),
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
