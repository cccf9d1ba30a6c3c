import type { Place } from '@quickfleet/shared/base/distance';
import { dayAt, MINUTE_MS, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { spansOf, workingDay } from '@quickfleet/shared/company/business-hours';
import type { FitOf, PlanFit } from '@quickfleet/shared/delivery/planning/plans';
import { settledPlace } from '../../company/places/places.queries.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { fitsOf } from './engine/engine.ts';
import type { PlanProblem } from './engine/problem.ts';
import { type DayToPlan, readDayToPlan } from './plans.problem.ts';

const DRIVERS_SHOWN = 3;
const WINDOW_MINUTES = 120;
/** A detour that is longer, or an arrival so close to the end, is no easy promise. */
const LONG_MINUTES = 30;
const CLOSE_MINUTES = 15;
const ANY_TIME = 1e6;

/** Who could take one more order, and when; for the person on the telephone. */
export async function findFit(ctx: AppContext, input: FitOf): Promise<PlanFit> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const { pickupAddress, deliveryAddress, pickupWindow = null, deliveryWindow = null } = input;
  const said = deliveryWindow?.from ?? pickupWindow?.from;
  const planned = input.deliveryDate ?? undefined;
  const day = said ? dayAt(new Date(said), zone) : planned ? dayOf(planned, zone) : todayOf(ctx);
  const places = new Map<string, Place>();
  for (const [address, said] of [
    [pickupAddress, input.pickupPlace],
    [deliveryAddress, input.deliveryPlace],
  ] as const) {
    const place = said && (await settledPlace(ctx, said));
    if (place) places.set(address, place);
  }
  const order = {
    ...{ id: 0, version: 0, status: 'pending' as const, driverId: null },
    ...{ pickupAddress, deliveryAddress, pickupWindow, deliveryWindow },
    parcels:
      input.parcels ??
      Math.max(
        1,
        (input.items ?? []).reduce((sum, { quantity = 1 }) => sum + quantity, 0),
      ),
  };
  const toPlan = await readDayToPlan(
    ctx,
    { day, keep: 'assigned', aim: 'time', orderIds: [], driverIds: undefined },
    { order, stops: ['pickup', 'delivery'], places },
  );
  const job = toPlan.orderIds.indexOf(0);
  if (job < 0) return { day, isPlaceKnown: false, drivers: [], windows: [] };
  return {
    day,
    isPlaceKnown: true,
    drivers: driversOf(toPlan, job),
    windows: windowsOf(ctx, toPlan, job),
  };
}
/** A day as it was said; a moment is on its day where the company is. */
const dayOf = (said: string, zone: string): string => (said.length > 10 ? dayAt(new Date(said), zone) : said);

function driversOf({ problem, driverIds, begins }: DayToPlan, job: number): PlanFit['drivers'] {
  const moment = (minute: number) => new Date(Math.round(begins + minute * MINUTE_MS)).toISOString();
  return fitsOf(problem, job)
    .slice(0, DRIVERS_SHOWN)
    .map(({ driver, route, extra }) => {
      const timeOf = (stop: string) =>
        moment(route.visits.find((visit) => visit.job === job && visit.stop === stop)?.arrivesAt ?? 0);
      return {
        driverId: driverIds[driver] ?? 0,
        extraMinutes: Math.round(extra),
        pickupAt: timeOf('pickup'),
        deliveryAt: timeOf('delivery'),
        // A place is only looked for where every other promise holds as far as it did.
        lateElsewhere: 0,
      };
    });
}

/** The day in windows of two hours, with whether one more delivery in each is possible. */
function windowsOf(ctx: AppContext, { day, problem, begins }: DayToPlan, job: number): PlanFit['windows'] {
  const { hours, BUSINESS_TIMEZONE: zone } = ctx.services.config;
  const spans = spansOf(day, hours).length > 0 ? spansOf(day, hours) : [workingDay(day, hours)];
  const windows = spans.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(1, Math.floor((to - from) / WINDOW_MINUTES)) }, (_, at) => ({
      from: momentOf(day, from + at * WINDOW_MINUTES, zone),
      to: momentOf(day, Math.min(to, from + (at + 1) * WINDOW_MINUTES), zone),
    })),
  );
  const present = now(ctx);
  return windows
    .filter(({ to }) => to > present)
    .map(({ from, to }) => {
      const minute = (at: Date) => (at.getTime() - begins) / MINUTE_MS;
      return {
        from: from.toISOString(),
        to: to.toISOString(),
        fit: fitIn(problem, job, minute(from), minute(to)),
      };
    });
}
function fitIn(problem: PlanProblem, job: number, from: number, to: number): PlanFit['windows'][number]['fit'] {
  const jobs = problem.jobs.map((one, at) =>
    at === job && one.pickup && one.delivery
      ? { ...one, pickup: { ...one.pickup, to: ANY_TIME }, delivery: { ...one.delivery, from, to } }
      : one,
  );
  const found = fitsOf({ ...problem, jobs }, job);
  if (found.length === 0) return 'full';
  const isEasy = found.some(({ route, extra }) => {
    const visit = route.visits.find((one) => one.job === job && one.stop === 'delivery');
    return extra <= LONG_MINUTES && visit !== undefined && visit.arrivesAt <= to - CLOSE_MINUTES;
  });
  return isEasy ? 'fits' : 'tight';
}
