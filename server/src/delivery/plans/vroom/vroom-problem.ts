// A day as VROOM takes it (its documented JSON, docs/API.md of version 1), and back: only who makes which stops in which
// order is taken from its answer; the times are our own.
import { z } from 'zod';
import type { PlanDriver, PlannedVisit, PlanProblem, PlanStop, StopRef } from '../engine/problem.ts';

const AMOUNT_MAX = 1_000_000_000;
/** Later than this nothing is promised. */
const OPEN_MINUTES = 100_000;
const GRAMS = 1000;
const DRIVER_COST = 36_000;
/** Skills above this bind a job to a driver. */
const BOUND = 1_000_000;

type Window = [number, number];
interface Step {
  id: number;
  location_index: number;
  service: number;
  time_windows?: Window[];
}
type Job = Step & { pickup?: number[]; delivery?: number[]; skills: number[] };
interface Vehicle {
  id: number;
  start_index: number;
  end_index: number;
  capacity: number[];
  skills: number[];
  time_window: Window;
  breaks: { id: number; time_windows: Window[]; service: number }[];
  costs?: { fixed: number };
}
export interface VroomProblem {
  vehicles: Vehicle[];
  jobs: Job[];
  shipments: { amount: number[]; skills: number[]; pickup: Step; delivery: Step }[];
  matrices: { car: { durations: number[][]; distances: number[][] } };
}

const seconds = (minutes: number): number => Math.ceil(minutes * 60 - 1e-6);
const windowsOf = ({ from, to }: PlanStop): Window[] | undefined =>
  to > OPEN_MINUTES && from <= 0
    ? undefined
    : [[Math.max(0, seconds(from)), Math.floor(Math.min(to, OPEN_MINUTES) * 60)]];

/** Stops that a driver makes before anything that may move, and when and where they are free then. */
interface Begun {
  made: readonly StopRef[];
  place: number | null;
  free: number;
}
/** `visits`: the fixed stops of each driver with their times. */
function begunOf({ jobs }: PlanProblem, driver: PlanDriver, visits: readonly PlannedVisit[]): Begun {
  const made = driver.given.slice(0, driver.fixed);
  const last = visits[made.length - 1];
  const place = last ? (jobs[last.job]?.[last.stop]?.place ?? null) : driver.start;
  return { made, place, free: last ? last.leavesAt : driver.from };
}

/** The same problem in VROOM's words. `fixed`: the visits of each driver that keep their place, with their times. */
export function toVroom(problem: PlanProblem, fixed: readonly (readonly PlannedVisit[])[]): VroomProblem {
  const { places, drivers, jobs, aim } = problem;
  const begun = drivers.map((driver, at) => begunOf(problem, driver, fixed[at] ?? []));
  const isMade = (job: number, stop: StopRef['stop']) =>
    begun.some(({ made }) => made.some((one) => one.job === job && one.stop === stop));
  const holder = (job: number) => {
    const at = begun.findIndex(({ made }) => made.some((one) => one.job === job));
    return at < 0 ? (jobs[job]?.driver ?? null) : at;
  };
  const nowhere = places;
  const step = (id: number, stop: PlanStop): Step => {
    const windows = windowsOf(stop);
    return {
      id,
      location_index: stop.place,
      service: seconds(stop.service),
      ...(windows ? { time_windows: windows } : {}),
    };
  };
  const open = jobs.map(({ pickup, delivery }, job) => ({
    job,
    pickup: pickup && !isMade(job, 'pickup') ? pickup : null,
    delivery: delivery && !isMade(job, 'delivery') ? delivery : null,
  }));
  const skillsOf = (job: number) => {
    const at = holder(job);
    return at === null ? [...(jobs[job]?.needs ?? [])] : [BOUND + at];
  };
  const amountOf = (job: number) => [jobs[job]?.parcels ?? 0, Math.ceil((jobs[job]?.kilos ?? 0) * GRAMS)];
  const matrix = (of: ArrayLike<number>, scale: number) => {
    const rows = Array.from({ length: places }, (_, row) => [
      ...Array.from({ length: places }, (_place, column) => Math.ceil((of[row * places + column] ?? 0) * scale - 1e-6)),
      0,
    ]);
    return [...rows, Array.from({ length: places + 1 }, () => 0)];
  };
  return {
    vehicles: drivers.map((driver, at) => {
      const { place, free } = begun[at] ?? { place: driver.start, free: driver.from };
      const begins = Math.max(0, seconds(Math.max(driver.from, free)));
      return {
        id: at + 1,
        start_index: place ?? nowhere,
        end_index: driver.end ?? nowhere,
        capacity: [Math.min(AMOUNT_MAX, driver.parcelsMax), Math.floor(Math.min(AMOUNT_MAX, driver.kilosMax * GRAMS))],
        skills: [...driver.skills, BOUND + at],
        time_window: [begins, Math.max(begins, Math.floor(driver.to * 60))],
        breaks: driver.breaks
          .filter(({ from, to }) => to > from && from * 60 >= begins && to <= driver.to)
          .map(({ from, to }, number) => ({
            id: number + 1,
            time_windows: [[seconds(from), seconds(from)]],
            service: seconds(to - from),
          })),
        ...(aim === 'drivers' ? { costs: { fixed: DRIVER_COST } } : {}),
      };
    }),
    jobs: open.flatMap(({ job, pickup, delivery }): Job[] => {
      if (pickup && delivery) return [];
      if (pickup) return [{ ...step(2 * job + 1, pickup), pickup: amountOf(job), skills: skillsOf(job) }];
      return delivery ? [{ ...step(2 * job + 2, delivery), delivery: amountOf(job), skills: skillsOf(job) }] : [];
    }),
    shipments: open.flatMap(({ job, pickup, delivery }) =>
      pickup && delivery
        ? [
            {
              amount: amountOf(job),
              skills: skillsOf(job),
              pickup: step(2 * job + 1, pickup),
              delivery: step(2 * job + 2, delivery),
            },
          ]
        : [],
    ),
    matrices: { car: { durations: matrix(problem.minutes, 60), distances: matrix(problem.kilometres, 1000) } },
  };
}

const answer = z.object({
  code: z.literal(0),
  routes: z.array(
    z.object({
      vehicle: z.int(),
      steps: z.array(z.object({ type: z.string(), id: z.int().optional() })),
    }),
  ),
});
/**
 * Each driver's stops in VROOM's order, behind those that keep their place.
 *
 * @throws for what is no answer, and for a vehicle or stop that was not asked about
 */
export function fromVroom({ drivers, jobs }: PlanProblem, said: unknown): StopRef[][] {
  const { routes } = answer.parse(said);
  const orders = drivers.map(({ given, fixed }) => given.slice(0, fixed));
  for (const { vehicle, steps } of routes) {
    const order = orders[vehicle - 1];
    if (!order) throw new Error(`vehicle ${vehicle} was not asked about`);
    for (const { type, id } of steps) {
      if (id === undefined || type === 'start' || type === 'end' || type === 'break') continue;
      const job = (id - 1) >> 1;
      const stop = (id & 1) === 1 ? 'pickup' : 'delivery';
      if (!jobs[job]?.[stop]) throw new Error(`${type} ${id} was not asked about`);
      order.push({ job, stop });
    }
  }
  return orders;
}
