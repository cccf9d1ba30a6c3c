import { MINUTE_MS, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { type BusinessHours, type Span, spansOf, workingDay } from '@quickfleet/shared/company/business-hours';
import { type DriverWork, HOME } from '@quickfleet/shared/company/days/driver-work';
import type { DayBoard } from '@quickfleet/shared/delivery/planning/planning';
import { c, readRows, select } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { workColumns } from '../../people/users/users.queries.ts';
import type { PlanDriver } from './engine/problem.ts';

type Column = DayBoard['drivers'][number];
/** What a plan knows of a driver on a day. */
export interface DayWork extends Pick<DriverWork, 'vehicle' | 'skills' | 'workingHours'> {
  column: Column;
  /** Where the day begins and ends; null: at its first and its last stop. */
  start: string | null;
  end: string | null;
}
const columns = select({ id: c.int('u.id'), ...workColumns });

/** The vehicles, ends, skills and hours of these drivers, in the same order. */
export async function readWork(ctx: AppContext, drivers: readonly Column[], depot: string | null): Promise<DayWork[]> {
  const ids = drivers.map(({ driver }) => driver.id);
  const rows = await readRows(ctx.em, columns, 'select $columns from users u where u.id = any(?) order by u.id', [ids]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const placeOf = (said: string | null | undefined) => (said === HOME ? null : (said ?? depot));
  return drivers.map((column) => {
    const row = known.get(column.driver.id);
    return {
      column,
      vehicle: row?.vehicle ?? null,
      skills: row?.skills ?? [],
      workingHours: row?.workingHours ?? null,
      start: placeOf(row?.startsFrom),
      end: placeOf(row?.endsAt),
    };
  });
}

/** From and to of a day, and what of it is no work, in minutes after midnight. */
function usualShift(day: string, work: DayWork | undefined, company: BusinessHours): Span & { breaks: Span[] } {
  const own = work?.workingHours ? spansOf(day, { ...company, weekly: work.workingHours }) : undefined;
  const spans = own ?? spansOf(day, company);
  // A day off: nothing of it is work, unless the office plans hours for it.
  const { from, to } =
    own?.length === 0 ? { from: 0, to: 0 } : spans.length > 0 ? ends(spans) : workingDay(day, company);
  return { from, to, breaks: spans.slice(1).map((span, index) => ({ from: spans[index]?.to ?? 0, to: span.from })) };
}
const ends = (spans: readonly Span[]): Span => ({ from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 });

/**
 * The hours of a driver's day: the day's own, else the driver's, else the company's, with what lies between them as breaks;
 * not after they ended it.
 */
export function hoursOf(
  ctx: AppContext,
  day: string,
  work: DayWork | undefined,
  begins: number,
): Pick<PlanDriver, 'from' | 'to'> & { breaks: Span[] } {
  const { hours, BUSINESS_TIMEZONE: zone } = ctx.services.config;
  const minuteOf = (moment: string | Date) => (new Date(moment).getTime() - begins) / MINUTE_MS;
  const clock = (minutes: number) => minuteOf(momentOf(day, minutes, zone));
  const usual = usualShift(day, work, hours);
  const { plannedFrom = null, plannedTo = null, breaks = [], endedAt = null } = work?.column ?? {};
  const isOff = usual.from === usual.to;
  const company = workingDay(day, hours);
  const from = plannedFrom === null ? clock(isOff && plannedTo ? company.from : usual.from) : minuteOf(plannedFrom);
  const to = plannedTo === null ? clock(isOff && plannedFrom ? company.to : usual.to) : minuteOf(plannedTo);
  return {
    from,
    to: endedAt === null ? to : Math.min(to, minuteOf(endedAt)),
    breaks:
      breaks.length > 0
        ? breaks.map((one) => ({ from: minuteOf(one.from), to: minuteOf(one.to) }))
        : usual.breaks.map((one) => ({ from: clock(one.from), to: clock(one.to) })),
  };
}

/** When a driver works on a day: its hours, today from now on. */
export function shiftOf(
  ctx: AppContext,
  day: string,
  work: DayWork | undefined,
  begins: number,
): Pick<PlanDriver, 'from' | 'to' | 'breaks'> {
  const shift = hoursOf(ctx, day, work, begins);
  const present = day === todayOf(ctx) ? (now(ctx).getTime() - begins) / MINUTE_MS : 0;
  return { ...shift, from: Math.max(shift.from, present) };
}
