import type { Place } from '@quickfleet/shared/base/distance';
import { type StopKind, stopKinds } from '@quickfleet/shared/base/time/day-rules';
import { addDays, dayAt, MINUTE_MS, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { spansOf, workingDay } from '@quickfleet/shared/company/business-hours';
import type { FitOf, PlanFit } from '@quickfleet/shared/delivery/planning/plans';
import { settledPlace } from '../../company/places/places.queries.ts';
import { requireSkills } from '../../company/settings/skills.ts';
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
/** How far ahead a free window is looked for. */
const DAYS_AHEAD = 5;
/** Of a window that is longer only so many days are asked about. */
const DAYS_ASKED = 14;

type Window = PlanFit['windows'][number];

/** Who could take one more order, and when; for the person on the telephone. */
export async function findFit(ctx: AppContext, input: FitOf): Promise<PlanFit> {
  await requireSkills(ctx, 'needs', input.needs);
  const day = dayFor(ctx, input);
  const { toPlan, job } = await dayWith(ctx, input, day);
  if (job < 0) return { day, isPlaceKnown: false, drivers: [], windows: [] };
  return {
    day,
    isPlaceKnown: true,
    drivers: driversOf(toPlan, job),
    windows: windowsOf(ctx, toPlan, job),
  };
}

function dayFor(ctx: AppContext, { pickupWindow, deliveryWindow, deliveryDate }: FitOf): string {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const said = deliveryWindow?.from ?? pickupWindow?.from;
  if (said) return dayAt(new Date(said), zone);
  if (!deliveryDate) return todayOf(ctx);
  // A day as it was said; a moment is on its day where the company is.
  return deliveryDate.length > 10 ? dayAt(new Date(deliveryDate), zone) : deliveryDate;
}

/** A day with one more order among its jobs, or some of its stops; -1 where an address is not known. */
async function dayWith(
  ctx: AppContext,
  input: FitOf,
  day: string,
  stops: StopKind[] = [...stopKinds],
): Promise<{ toPlan: DayToPlan; job: number }> {
  const { pickupAddress, deliveryAddress, pickupWindow = null, deliveryWindow = null } = input;
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
    ...{ weightKg: input.weightKg ?? null, needs: input.needs ?? [], fixedStops: [] },
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
    { order, stops, places },
  );
  return { toPlan, job: toPlan.orderIds.indexOf(0) };
}

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
function windowsOf(ctx: AppContext, { day, problem, begins }: DayToPlan, job: number): Window[] {
  const { hours, BUSINESS_TIMEZONE: zone } = ctx.services.config;
  const spans = spansOf(day, hours).length > 0 ? spansOf(day, hours) : [workingDay(day, hours)];
  const windows = spans.flatMap(({ from, to }) =>
    Array.from(
      { length: Math.max(1, Math.floor((to - from) / WINDOW_MINUTES)) },
      (_, at, rows = (to - from) / WINDOW_MINUTES) => ({
        from: momentOf(day, from + at * WINDOW_MINUTES, zone),
        // What is left of the hours belongs to the last one.
        to: momentOf(day, at + 1 > rows - 1 ? to : from + (at + 1) * WINDOW_MINUTES, zone),
      }),
    ),
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
function fitIn(problem: PlanProblem, job: number, from: number, to: number): Window['fit'] {
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

/** The days that a window is on. */
function daysOf(ctx: AppContext, { from, to }: { from: string; to: string }): string[] {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  // One that ends at midnight is over with the day before.
  const [first, last] = [dayAt(new Date(from), zone), dayAt(new Date(Date.parse(to) - 1), zone)];
  const days = [first];
  for (let day = addDays(first, 1); day <= last && days.length < DAYS_ASKED; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Whether an order can be done on some day of its windows, its pickup on the same day or an earlier one. */
async function canBeDone(ctx: AppContext, input: FitOf, first: { day: string; isFree: boolean }): Promise<boolean> {
  const { pickupWindow } = input;
  const window = input.deliveryWindow ?? pickupWindow;
  if (!window) return first.isFree;
  const { hours } = ctx.services.config;
  const pickupDays = pickupWindow ? daysOf(ctx, pickupWindow) : null;
  const isFree = async (day: string, stops?: StopKind[]) => {
    if (!stops && day === first.day) return first.isFree;
    if (day !== first.day && spansOf(day, hours).length === 0) return false;
    const { toPlan, job } = await dayWith(ctx, input, day, stops);
    return fitsOf(toPlan.problem, job).length > 0;
  };
  for (const day of daysOf(ctx, window)) {
    if ((pickupDays?.includes(day) ?? true) && (await isFree(day))) return true;
    const earlier = pickupDays?.filter((one) => one < day) ?? [];
    if (earlier.length === 0 || !(await isFree(day, ['delivery']))) continue;
    for (const one of earlier) if (await isFree(one, ['pickup'])) return true;
  }
  return false;
}

/**
 * The next windows that are free for an order, where its own or its whole day is full; null where it can be done as it is
 * asked for, and where nobody knows its addresses.
 */
export async function findOtherWindows(ctx: AppContext, input: FitOf): Promise<Window[] | null> {
  const first = dayFor(ctx, input);
  const { toPlan, job } = await dayWith(ctx, input, first);
  if (job < 0) return null;
  const isFree = ({ fit }: Window) => fit !== 'full';
  const windows = windowsOf(ctx, toPlan, job);
  const hasWindow = Boolean(input.deliveryWindow ?? input.pickupWindow);
  const isFirstFree = hasWindow ? fitsOf(toPlan.problem, job).length > 0 : windows.some(isFree);
  if (await canBeDone(ctx, input, { day: first, isFree: isFirstFree })) return null;
  const found = windows.filter(isFree);
  const { hours } = ctx.services.config;
  const free = { ...input, pickupWindow: null, deliveryWindow: null };
  for (let ahead = 1; found.length < DRIVERS_SHOWN && ahead <= DAYS_AHEAD; ahead++) {
    const day = addDays(first, ahead);
    if (spansOf(day, hours).length === 0) continue;
    const other = await dayWith(ctx, free, day);
    found.push(...windowsOf(ctx, other.toPlan, other.job).filter(isFree));
  }
  return found.slice(0, DRIVERS_SHOWN);
}
