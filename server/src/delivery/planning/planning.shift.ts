import { DAY_MS, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { minutesOfClock } from '@quickfleet/shared/company/business-hours';
import type { DriverDay, SetShift } from '@quickfleet/shared/delivery/planning/planning';
import { t } from '@quickfleet/shared/words/t';
import { c, readRow, run, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { forbidden, invalid } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { readDriverDay } from './planning.queries.ts';

const plannedColumns = select({
  from: c.date('dd.planned_from').nullable(),
  to: c.date('dd.planned_to').nullable(),
});

/**
 * Keeps when a driver began and ended a day, as the phone says it, and the hours that the office plans for it. The order
 * of the stops, and so the day's version, stays as it is.
 *
 * @throws 400 for an end before the beginning, 403 for a driver who names another one or plans their own hours
 */
export async function setShift(ctx: AppContext, input: SetShift): Promise<DriverDay> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.id) throw forbidden(t('You can only change your own day'));
  const driver = await requireDriver(ctx, input.id);
  const isPlan = [input.plannedFrom, input.plannedTo, input.breaks].some((said) => said !== undefined);
  if (isPlan) await planShift(ctx, input);
  if (!isPlan || input.startedAt !== undefined || input.endedAt !== undefined) await beginShift(ctx, input);
  await publish(ctx.em, { topic: 'day', id: driver.id });
  return readDriverDay(ctx, input);
}

async function beginShift(ctx: AppContext, input: SetShift): Promise<void> {
  const [startedAt, endedAt] = [input.startedAt, input.endedAt].map((said) => timeOf(ctx, input.day, said));
  if (startedAt && endedAt && endedAt < startedAt) throw invalid('endedAt', t('The day ends before it begins'));
  await run(
    ctx.em,
    `insert into driver_days (driver_id, day, started_at, ended_at) values (?, ?::date, ?, ?)
     on conflict (driver_id, day) do update set started_at = excluded.started_at, ended_at = excluded.ended_at`,
    [input.id, input.day, startedAt ?? null, endedAt ?? null],
  );
}

/** What is absent stays as it was planned; null is as usual. */
async function planShift(ctx: AppContext, { id, day, plannedFrom, plannedTo, breaks }: SetShift): Promise<void> {
  if (ctx.grant === 'own') throw forbidden(t('The office plans the hours of a day'));
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const momentIn = (said: string): Date =>
    said.length > 5 ? new Date(said) : momentOf(day, minutesOfClock(said), zone);
  await run(ctx.em, 'insert into driver_days (driver_id, day) values (?, ?::date) on conflict do nothing', [id, day]);
  const before = await readRow(
    ctx.em,
    plannedColumns,
    'select $columns from driver_days dd where dd.driver_id = ? and dd.day = ?::date for update',
    [id, day],
  );
  const after = (said: string | null | undefined, was: Date | null | undefined): Date | null =>
    said === undefined ? (was ?? null) : said === null ? null : momentIn(said);
  const [from, to] = [after(plannedFrom, before?.from), after(plannedTo, before?.to)];
  if (from && to && to <= from) throw invalid('plannedTo', t('The day ends before it begins'));
  const begin = momentOf(day, 0, zone).getTime();
  for (const [name, at] of Object.entries({ plannedFrom: from, plannedTo: to }))
    if (at && (at.getTime() < begin - DAY_MS || at.getTime() > begin + 2 * DAY_MS))
      throw invalid(name, t('This is another day'));
  const kept = breaks?.map((one, at) => {
    const span = { from: momentIn(one.from), to: momentIn(one.to) };
    if (span.to <= span.from) throw invalid(`breaks.${at}.to`, t('A break ends before it begins'));
    return { from: span.from.toISOString(), to: span.to.toISOString() };
  });
  await run(
    ctx.em,
    `update driver_days set planned_from = ?, planned_to = ?, breaks = coalesce(?::jsonb, breaks)
      where driver_id = ? and day = ?::date`,
    [from, to, kept ? JSON.stringify(kept) : breaks === null ? '[]' : null, id, day],
  );
}

/**
 * A phone's time counts if it is between the day before and now: a driver with a wrong clock has still come to work.
 */
function timeOf(ctx: AppContext, day: string, said: string | null | undefined): Date | undefined {
  if (!said) return undefined;
  const [at, present] = [new Date(said), now(ctx)];
  return at > present || at.getTime() < Date.parse(day) - DAY_MS ? present : at;
}
