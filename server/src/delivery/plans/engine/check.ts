// What a plan must keep, written apart from the engine: it reads the answer alone and follows each driver through the day.
import type { PlanAnswer, PlannedRoute, PlanProblem } from './problem.ts';

const SLACK = 1e-4;

/** Every rule that an answer breaks, in words for tests and the bench; an empty list where all hold. */
export function brokenRules(problem: PlanProblem, answer: PlanAnswer): string[] {
  const faults: string[] = [];
  const made = new Map<string, number>();
  for (const route of answer.routes)
    for (const { job, stop } of route.visits) {
      const key = `${stop} of ${job}`;
      if (made.has(key)) faults.push(`${key} is made twice`);
      made.set(key, route.driver);
    }
  const left = new Set(answer.unplanned.map(({ job }) => job));
  for (const [at, job] of problem.jobs.entries()) {
    const drivers = (['pickup', 'delivery'] as const).flatMap((stop) => {
      if (!job[stop]) return [];
      const driver = made.get(`${stop} of ${at}`);
      if (driver === undefined && !left.has(at)) faults.push(`${stop} of ${at} is lost`);
      if (driver !== undefined && left.has(at)) faults.push(`${stop} of ${at} is planned and unplanned`);
      return driver === undefined ? [] : [driver];
    });
    if (new Set(drivers).size > 1) faults.push(`${at} changes its driver`);
    if (job.driver !== null && drivers.some((driver) => driver !== job.driver)) faults.push(`${at} has another driver`);
  }
  for (const route of answer.routes) faults.push(...faultsOfRoute(problem, route));
  for (const [at, { given, fixed }] of problem.drivers.entries()) {
    const made = answer.routes.find(({ driver }) => driver === at)?.visits ?? [];
    for (const [place, { job, stop }] of given.slice(0, fixed).entries())
      if (made[place]?.job !== job || made[place]?.stop !== stop) faults.push(`${stop} of ${job} has lost its place`);
  }
  return faults;
}

function faultsOfRoute({ jobs, drivers, minutes, places }: PlanProblem, route: PlannedRoute): string[] {
  const faults: string[] = [];
  const driver = drivers[route.driver];
  if (!driver) return [`there is no driver ${route.driver}`];
  // What stays with its driver may break what it broke before.
  const isBound = (job: number) => jobs[job]?.driver === route.driver;
  const fixed = new Set(driver.given.slice(0, driver.fixed).map(({ job }) => job));
  const isGiven = driver.given.some(({ job }) => isBound(job) || fixed.has(job));
  const isLateAnyway = driver.given.length > 0;
  const carried = new Set<number>();
  for (const { job } of route.visits) if (jobs[job] && !jobs[job].pickup) carried.add(job);
  const loadOf = (of: 'parcels' | 'kilos') => [...carried].reduce((sum, job) => sum + (jobs[job]?.[of] ?? 0), 0);
  const requireRoom = () => {
    if (isGiven) return;
    if (loadOf('parcels') > driver.parcelsMax) faults.push(`driver ${route.driver} carries too many parcels`);
    if (loadOf('kilos') > driver.kilosMax + SLACK) faults.push(`driver ${route.driver} carries too many kilos`);
  };
  requireRoom();
  let [at, place] = [route.startsAt, driver.start];
  if (at < driver.from - SLACK) faults.push(`driver ${route.driver} begins early`);
  const work = (from: number, to: number) =>
    to -
    from -
    driver.breaks.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0);
  for (const { job, stop, arrivesAt, leavesAt, lateMinutes } of route.visits) {
    const named = jobs[job]?.[stop];
    if (!named) {
      faults.push(`${job} has no ${stop}`);
      continue;
    }
    const leg = place === null ? 0 : (minutes[place * places + named.place] ?? 0);
    if (work(at, arrivesAt) < leg - SLACK) faults.push(`${stop} of ${job} is reached before it can be`);
    if (work(Math.max(arrivesAt, named.from), leavesAt) < named.service - SLACK)
      faults.push(`${stop} of ${job} is too short`);
    if (work(arrivesAt, leavesAt) < leavesAt - arrivesAt - SLACK) faults.push(`${stop} of ${job} is cut by a break`);
    if (Math.max(arrivesAt, named.from) > named.to + lateMinutes + SLACK) faults.push(`${stop} of ${job} is late`);
    if (lateMinutes > SLACK && !isLateAnyway) faults.push(`${stop} of ${job} misses its window`);
    if (!(jobs[job]?.needs ?? []).every((need) => driver.skills.includes(need)) && !isBound(job) && !fixed.has(job))
      faults.push(`${job} needs what driver ${route.driver} has not`);
    if (stop === 'pickup') carried.add(job);
    else if (!carried.delete(job)) faults.push(`${job} is delivered before its pickup`);
    requireRoom();
    [at, place] = [leavesAt, named.place];
  }
  const home = place === null || driver.end === null ? 0 : (minutes[place * places + driver.end] ?? 0);
  if (work(at, route.endsAt) < home - SLACK) faults.push(`driver ${route.driver} is home before they can be`);
  if (route.endsAt > driver.to + SLACK && !isGiven) faults.push(`driver ${route.driver} ends late`);
  return faults;
}
