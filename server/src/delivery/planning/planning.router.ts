import { DAY_MS } from '@quickfleet/shared/base/zoned-time';
import type { DriverDay, SetShift } from '@quickfleet/shared/delivery/planning';
import * as shared from '@quickfleet/shared/delivery/planning';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { forbidden, invalid } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { procedure, router } from '../../http/trpc.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { readBoard, readDriverDay } from './planning.queries.ts';
import { setDriverDay } from './planning.service.ts';

/**
 * Keeps when a driver began and ended a day, as the phone says it. The order of the stops, and so the day's version,
 * stays as it is.
 *
 * @throws 400 for an end before the beginning, 403 for a driver who names another one
 */
async function setShift(ctx: AppContext, input: SetShift): Promise<DriverDay> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.id) throw forbidden('You can only change your own day');
  const driver = await requireDriver(ctx, input.id);
  const [startedAt, endedAt] = [input.startedAt, input.endedAt].map((said) => timeOf(ctx, input.day, said));
  if (startedAt && endedAt && endedAt < startedAt) throw invalid('endedAt', 'The day ends before it begins');
  await run(
    ctx.em,
    `insert into driver_days (driver_id, day, started_at, ended_at) values (?, ?::date, ?, ?)
     on conflict (driver_id, day) do update set started_at = excluded.started_at, ended_at = excluded.ended_at`,
    [driver.id, input.day, startedAt ?? null, endedAt ?? null],
  );
  await publish(ctx.em, { topic: 'day', id: driver.id });
  return readDriverDay(ctx, input);
}

/**
 * A phone's time counts if it is between the day before and now: a driver with a wrong clock has still come to work.
 */
function timeOf(ctx: AppContext, day: string, said: string | null | undefined): Date | undefined {
  if (!said) return undefined;
  const [at, present] = [new Date(said), now(ctx)];
  return at > present || at.getTime() < Date.parse(day) - DAY_MS ? present : at;
}

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
