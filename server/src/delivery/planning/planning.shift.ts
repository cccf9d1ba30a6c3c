import { DAY_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverDay, SetShift } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { run } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { forbidden, invalid } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { readDriverDay } from './planning.queries.ts';

/**
 * Keeps when a driver began and ended a day, as the phone says it. The order of the stops, and so the day's version,
 * stays as it is.
 *
 * @throws 400 for an end before the beginning, 403 for a driver who names another one
 */
export async function setShift(ctx: AppContext, input: SetShift): Promise<DriverDay> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.id) throw forbidden(t('You can only change your own day'));
  const driver = await requireDriver(ctx, input.id);
  const [startedAt, endedAt] = [input.startedAt, input.endedAt].map((said) => timeOf(ctx, input.day, said));
  if (startedAt && endedAt && endedAt < startedAt) throw invalid('endedAt', t('The day ends before it begins'));
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
