import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { PlanResult, PlanTotals } from '@quickfleet/shared/delivery/planning/plans';
import type { PlanAnswer } from './engine/problem.ts';
import type { DayToPlan } from './plans.problem.ts';

const round = (value: number) => Math.round(value);
const oneDecimal = (length: number) => Math.round(length * 10) / 10;
const LATE = 0.5;

function totalsOf({ routes, unplanned }: PlanAnswer, { withoutPlace }: DayToPlan): PlanTotals {
  const sum = (of: (route: PlanAnswer['routes'][number]) => number) =>
    routes.reduce((all, route) => all + of(route), 0);
  return {
    minutes: round(sum(({ startsAt, endsAt }) => endsAt - startsAt)),
    kilometres: oneDecimal(sum(({ kilometres }) => kilometres)),
    lateStops: sum(({ visits }) => visits.filter(({ lateMinutes }) => lateMinutes > LATE).length),
    drivers: routes.length,
    unplanned: unplanned.length + withoutPlace.length,
  };
}

/** What was found, as it is shown. */
export function resultOf(
  toPlan: DayToPlan,
  { before, after }: { before: PlanAnswer; after: PlanAnswer },
  plannedBy: PlanResult['plannedBy'],
): PlanResult {
  return {
    plannedBy,
    travel: toPlan.travel,
    before: totalsOf(before, toPlan),
    after: totalsOf(after, toPlan),
    routes: routesOf(toPlan, after.routes),
    unplanned: [
      ...after.unplanned.map(({ job, reason }) => ({ orderId: toPlan.orderIds[job] ?? 0, reason })),
      ...toPlan.withoutPlace.map((orderId) => ({ orderId, reason: 'place' as const })),
    ],
  };
}
export const routesOf = (
  { begins, orderIds, driverIds }: DayToPlan,
  routes: PlanAnswer['routes'],
): PlanResult['routes'] => {
  const moment = (minute: number) => new Date(Math.round(begins + minute * MINUTE_MS)).toISOString();
  return routes.map((route) => ({
    driverId: driverIds[route.driver] ?? 0,
    startsAt: moment(route.startsAt),
    endsAt: moment(route.endsAt),
    minutes: round(route.endsAt - route.startsAt),
    drivingMinutes: round(route.drivingMinutes),
    waitingMinutes: round(route.waitingMinutes),
    kilometres: oneDecimal(route.kilometres),
    parcelsPeak: route.parcelsPeak,
    stops: route.visits.map((visit) => ({
      orderId: orderIds[visit.job] ?? 0,
      stop: visit.stop,
      arrivesAt: moment(visit.arrivesAt),
      leavesAt: moment(visit.leavesAt),
      waitsMinutes: round(visit.waitsMinutes),
      lateMinutes: round(visit.lateMinutes),
    })),
  }));
};
