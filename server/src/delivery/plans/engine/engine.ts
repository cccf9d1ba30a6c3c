// Adaptive large neighbourhood search for pickups and deliveries with windows (Ropke and Pisinger 2006): some jobs are taken
// out of the best routes and put back where they cost least, thousands of times.
import type { PlanAnswer, PlannedRoute, PlanProblem, UnplannedReason } from './problem.ts';
import { randomFrom } from './random.ts';
import { type Insertion, numberOf, type Route, refOf, Ways } from './routes.ts';

/** What a fault costs, in minutes of driving: first everything is planned, then on time, then short. */
const UNPLANNED = 1e7;
const UNPLANNED_WHILE_REDUCING = 400;
const LATE_STOP = 1e5;
const LATE_MINUTE = 1e3;
const DRIVER = 1e4;
/** Of an hour at work, so that of two plans with the same way the one with less waiting is better. */
const WAITING = 0.05;
/** Where days shall be even: what a day of usual length costs, in days; how much more a longer one; and up to how many. */
const BALANCE = 20;
const BALANCE_POWER = 6;
const BALANCE_BEND = 3;
/** At first a plan that is so much longer is taken every second time; with so many jobs or fewer, a quarter of it with many. */
const HEAT = 0.05;
const FEW_JOBS = 50;
/**
 * How much of the time one driver less is tried for, and while more than so many jobs are left over, how long without one
 * of them finding its place.
 */
const REDUCING = 0.35;
const STALLED = 0.08;
const NEARLY = 2;

export interface SolveOptions {
  seed: number;
  /** Whether it may go on looking; asked before each step with the number of steps made. */
  goesOn: (steps: number) => boolean;
  /** How much of the time is over, from 0 to 1: what is accepted gets stricter with it. */
  over?: (steps: number) => number;
  /** Hears of each better plan. */
  better?: (cost: number) => void;
}
interface Solution {
  routes: Route[];
  unplanned: number[];
  cost: number;
}

/** Looks for a good plan of a day. The given order is a plan that it starts from, so that the answer is never worse. */
export function solve(problem: PlanProblem, options: SolveOptions): PlanAnswer {
  const ways = new Ways(problem);
  const best = new Search(ways, options).run();
  return answerOf(ways, best.routes, best.unplanned);
}

/** The given order as it is, with what nobody has as unplanned. */
export function present(problem: PlanProblem): PlanAnswer {
  const ways = new Ways(problem);
  const routes = problem.drivers.map(({ given }, driver) => ways.route(driver, given.map(numberOf)));
  return answerOf(ways, routes, unplannedIn(problem, routes));
}

/** The plain rule that a dispatcher follows by hand: one job after the other, where it costs least. */
export function insertInTurn(problem: PlanProblem): PlanAnswer {
  const ways = new Ways(problem);
  const routes = problem.drivers.map(({ given }, driver) => ways.route(driver, given.map(numberOf)));
  const left: number[] = [];
  for (const job of unplannedIn(problem, routes)) {
    const place = cheapest(ways, routes, job);
    if (place) routes[place.driver] = ways.insert(routes[place.driver] ?? ways.route(place.driver, []), job, place);
    else left.push(job);
  }
  return answerOf(ways, routes, left);
}

export interface Fit extends Insertion {
  driver: number;
}
/** The best place of a job with each driver who can take it, without a change for others; the cheapest first. */
export function fitsOf(problem: PlanProblem, job: number): { driver: number; route: PlannedRoute; extra: number }[] {
  const ways = new Ways(problem);
  return problem.drivers
    .flatMap(({ given }, driver) => {
      const route = ways.route(driver, given.map(numberOf));
      const place = ways.insertion(route, job, Number.POSITIVE_INFINITY);
      if (!place) return [];
      const longer = ways.insert(route, job, place);
      return [{ driver, route: routeOf(ways, longer), extra: Math.max(0, longer.travel - route.travel) }];
    })
    .toSorted((one, other) => one.extra - other.extra || one.driver - other.driver);
}

function unplannedIn({ jobs }: PlanProblem, routes: readonly Route[]): number[] {
  const planned = new Set(routes.flatMap(({ stops }) => stops.map((stop) => stop >> 1)));
  return [...jobs.keys()].filter((job) => !planned.has(job));
}

function cheapest(ways: Ways, routes: readonly Route[], job: number): Fit | undefined {
  let best: Fit | undefined;
  for (const route of routes) {
    const found = ways.insertion(route, job, best?.cost ?? Number.POSITIVE_INFINITY);
    if (found) best = { ...found, driver: route.driver };
  }
  return best;
}

type Remove = (from: Solution, count: number) => number[];

class Search {
  readonly #ways: Ways;
  readonly #problem: PlanProblem;
  readonly #options: SolveOptions;
  readonly #random: () => number;
  /** Drivers who are alike: of their empty routes one is enough to look at. */
  readonly #kinds: string[];
  readonly #weights: Float64Array;
  readonly #repairs: Float64Array;
  readonly #removals: readonly Remove[];
  readonly #near: Float64Array;
  /** Minutes that put the way of a job into proportion. */
  readonly #scale: number;
  /** The minutes of a day if all of them were even, as far as it is known. */
  #usual = 60;
  #steps = 0;
  #isReducing = false;
  readonly #closed = new Set<number>();

  constructor(ways: Ways, options: SolveOptions) {
    this.#ways = ways;
    this.#problem = ways.problem;
    this.#options = options;
    this.#random = randomFrom(options.seed);
    this.#kinds = this.#problem.drivers.map(({ given, ...driver }, at) =>
      this.#problem.jobs.some((job) => job.driver === at) ? `${at}` : JSON.stringify(driver),
    );
    this.#removals = [this.#anyJobs, this.#nearJobs, this.#dearJobs, this.#wholeRoutes, this.#sameTime];
    this.#weights = new Float64Array(this.#removals.length).fill(1);
    this.#repairs = new Float64Array(4).fill(1);
    const { minutes } = ways;
    this.#scale = Math.max(1, minutes.reduce((sum, one) => sum + one, 0) / Math.max(1, minutes.length));
    this.#near = this.#nearness();
  }

  run(): Solution {
    let best = this.#begin();
    if (this.#problem.aim === 'drivers') best = this.#reduce(best);
    best = this.#improve(best, () => this.#goesOn());
    return best;
  }

  #goesOn(): boolean {
    return this.#options.goesOn(this.#steps);
  }
  #over(): number {
    return this.#options.over?.(this.#steps) ?? 0.5;
  }

  #begin(): Solution {
    const routes = this.#problem.drivers.map((_, driver) => this.#ways.givenRoute(driver));
    const unplanned = unplannedIn(this.#problem, routes);
    const start: Solution = { routes, unplanned, cost: 0 };
    this.#repair(start, 2, 0);
    const minutes = routes.reduce((sum, { duration }) => sum + duration, 0);
    this.#usual = Math.max(1, minutes / Math.max(1, routes.length));
    start.cost = this.#costOf(start);
    return start;
  }

  #costOf({ routes, unplanned }: Solution): number {
    let cost = 0;
    for (const job of unplanned)
      cost += this.#ways.isGiven[job] ? UNPLANNED * 10 : this.#isReducing ? UNPLANNED_WHILE_REDUCING : UNPLANNED;
    for (const route of routes) cost += this.#costOfRoute(route);
    return cost;
  }
  #costOfRoute({ stops, travel, duration, late, lateStops }: Route): number {
    if (stops.length === 0) return 0;
    const { aim } = this.#problem;
    const extra = aim === 'balance' ? this.#costOfDay(duration) : aim === 'time' ? WAITING * duration : DRIVER;
    return travel + extra + late * LATE_MINUTE + lateStops * LATE_STOP;
  }

  /**
   * What a day of so many minutes costs where days shall be even: the longest one counts most, and all far more than
   * driving. Beyond some days' work it grows evenly, so that it is never dearer than leaving an order out.
   */
  #costOfDay(minutes: number): number {
    const days = Math.max(0, minutes) / this.#usual;
    const bent = Math.min(days, BALANCE_BEND);
    const straight = (days - bent) * BALANCE_POWER * BALANCE_BEND ** (BALANCE_POWER - 1);
    return BALANCE * this.#usual * (bent ** BALANCE_POWER + straight);
  }
  /** What the days of a solution cost by its aim; the heat of the search is in proportion to it. */
  #sizeOf({ routes }: Solution): number {
    const isBalanced = this.#problem.aim === 'balance';
    return routes.reduce((sum, { travel, duration }) => sum + (isBalanced ? this.#costOfDay(duration) : travel), 0);
  }

  /** Takes one driver after the other out, as long as the others can do it all. */
  #reduce(from: Solution): Solution {
    let best = from;
    while (this.#goesOn() && this.#over() < 0.7) {
      const used = best.routes.filter(({ stops }) => stops.length > 0);
      const free = used.filter(
        ({ stops, driver }) =>
          !this.#closed.has(driver) &&
          stops.every((stop) => this.#problem.jobs[stop >> 1]?.driver === null && !this.#ways.fixed[stop]),
      );
      const [least] = free.toSorted((one, other) => one.stops.length - other.stops.length);
      if (!least || used.length < 2) break;
      const closed = best.routes.filter(({ stops }) => stops.length === 0).map(({ driver }) => driver);
      for (const driver of closed) this.#closed.add(driver);
      this.#closed.add(least.driver);
      const jobs = new Set(least.stops.map((stop) => stop >> 1));
      const next: Solution = {
        routes: best.routes.map((route) => (route === least ? this.#ways.route(route.driver, []) : route)),
        unplanned: [...best.unplanned, ...jobs],
        cost: 0,
      };
      this.#isReducing = true;
      next.cost = this.#costOf(next);
      const wanted = best.unplanned.length;
      const over = Math.min(0.7, this.#over() + REDUCING);
      let [fewest, since] = [Number.POSITIVE_INFINITY, this.#over()];
      const found = this.#improve(next, ({ unplanned }) => {
        if (unplanned.length < fewest) [fewest, since] = [unplanned.length, this.#over()];
        const until = fewest > wanted + NEARLY ? Math.min(over, since + STALLED) : over;
        return unplanned.length > wanted && this.#goesOn() && this.#over() < until;
      });
      this.#isReducing = false;
      this.#closed.clear();
      if (found.unplanned.length > wanted) break;
      best = { ...found, cost: this.#costOf(found) };
    }
    return best;
  }

  #improve(from: Solution, goesOn: (best: Solution) => boolean): Solution {
    let [best, current] = [from, from];
    const size = this.#problem.jobs.length;
    const begin = this.#over();
    const coolness = this.#isReducing ? 4 : Math.max(1, Math.min(4, size / FEW_JOBS));
    const heat = Math.max(1, HEAT * this.#sizeOf(from)) / Math.log(2) / coolness;
    const scores = new Float64Array(this.#weights.length);
    const uses = new Float64Array(this.#weights.length);
    const repairScores = new Float64Array(this.#repairs.length);
    const repairUses = new Float64Array(this.#repairs.length);
    for (let step = 1; goesOn(best); step++) {
      this.#steps += 1;
      const removal = this.#choose(this.#weights);
      const repair = this.#choose(this.#repairs);
      const most = Math.max(2, Math.min(40, Math.round(size * 0.3)));
      const count = Math.min(size, 2 + Math.floor(this.#random() ** 1.5 * most));
      const taken = (this.#removals[removal] ?? this.#anyJobs)(current, count);
      const next = this.#takeOut(current, taken);
      this.#repair(next, repair + 1, this.#random() < 0.5 ? 0.1 : 0);
      next.cost = this.#costOf(next);
      uses[removal] = (uses[removal] ?? 0) + 1;
      repairUses[repair] = (repairUses[repair] ?? 0) + 1;
      const share = begin >= 1 ? 1 : Math.min(1, (this.#over() - begin) / (1 - begin));
      const temperature = heat * 0.002 ** share;
      let score = 0;
      if (next.cost < best.cost - 1e-6) {
        best = next;
        current = next;
        score = 30;
        if (!this.#isReducing) this.#options.better?.(best.cost);
      } else if (next.cost < current.cost - 1e-6) {
        current = next;
        score = 10;
      } else if (this.#random() < Math.exp((current.cost - next.cost) / temperature)) {
        score = next.cost > current.cost + 1e-6 ? 5 : 0;
        current = next;
      }
      scores[removal] = (scores[removal] ?? 0) + score;
      repairScores[repair] = (repairScores[repair] ?? 0) + score;
      if (step % 100 === 0) {
        learn(this.#weights, scores, uses);
        learn(this.#repairs, repairScores, repairUses);
      }
      // What went astray comes back to the best.
      if (step % 2000 === 0) current = best;
    }
    return best;
  }

  #choose(weights: Float64Array): number {
    let left = this.#random() * weights.reduce((sum, one) => sum + one, 0);
    for (const [at, weight] of weights.entries()) {
      left -= weight;
      if (left <= 0) return at;
    }
    return weights.length - 1;
  }

  #takeOut(from: Solution, jobs: readonly number[]): Solution {
    const taken = new Set(jobs);
    return {
      routes: from.routes.map((route) =>
        route.stops.some((stop) => taken.has(stop >> 1)) ? this.#ways.without(route, taken) : route,
      ),
      unplanned: [...from.unplanned, ...taken],
      cost: 0,
    };
  }

  /** Puts back what is out, each time the job that would lose most by waiting (`regret` 1: the cheapest). */
  #repair(into: Solution, regret: number, noise: number): void {
    const { routes } = into;
    const ways = this.#ways;
    let open = into.unplanned.slice();
    const count = routes.length;
    const costs = new Map<number, { found: (Insertion | undefined)[]; shaken: Float64Array }>();
    const isFirstOfKind = () => {
      const seen = new Set<string>();
      return routes.map(({ stops, driver }) => {
        if (this.#closed.has(driver)) return false;
        const kind = this.#kinds[driver] ?? '';
        if (stops.length > 0) return true;
        if (seen.has(kind)) return false;
        seen.add(kind);
        return true;
      });
    };
    let isOpen = isFirstOfKind();
    const look = (job: number, at: number) => {
      const route = routes[at];
      const known = costs.get(job);
      if (!route || !known) return;
      const found = isOpen[at] ? ways.placeIn(route, job) : undefined;
      known.found[at] = found;
      if (!found) {
        known.shaken[at] = Number.POSITIVE_INFINITY;
        return;
      }
      const opens = route.stops.length === 0 && this.#problem.aim === 'drivers' ? DRIVER : 0;
      const shake = noise > 0 ? (this.#random() - 0.5) * 2 * noise * this.#scale : 0;
      known.shaken[at] =
        this.#problem.aim === 'balance'
          ? this.#costOfDay(route.duration + found.cost + shake + ways.serviceOf(job)) - this.#costOfDay(route.duration)
          : found.cost + opens + shake;
    };
    for (const job of open) {
      costs.set(job, { found: [], shaken: new Float64Array(count).fill(Number.POSITIVE_INFINITY) });
      for (let at = 0; at < count; at++) look(job, at);
    }
    const left: number[] = [];
    while (open.length > 0) {
      let [bestJob, bestAt, bestScore] = [-1, -1, Number.NEGATIVE_INFINITY];
      const hopeless: number[] = [];
      for (const job of open) {
        const shaken = costs.get(job)?.shaken ?? new Float64Array(0);
        const least = leastOf(shaken, Math.max(2, regret));
        if (least.at < 0) {
          hopeless.push(job);
          continue;
        }
        const score = regret === 1 ? -least.cost : least.regret - least.cost * 1e-3;
        if (score > bestScore) [bestJob, bestAt, bestScore] = [job, least.at, score];
      }
      // Places only get fewer while jobs come in.
      if (hopeless.length > 0) {
        left.push(...hopeless);
        const gone = new Set(hopeless);
        open = open.filter((job) => !gone.has(job));
      }
      const route = routes[bestAt];
      const place = costs.get(bestJob)?.found[bestAt];
      if (!route || !place) break;
      const wasEmpty = route.stops.length === 0;
      routes[bestAt] = ways.insert(route, bestJob, place);
      open = open.filter((job) => job !== bestJob);
      if (wasEmpty) {
        const before = isOpen;
        isOpen = isFirstOfKind();
        for (const [at, is] of isOpen.entries())
          if (at !== bestAt && is !== before[at]) for (const job of open) look(job, at);
      }
      for (const job of open) look(job, bestAt);
    }
    into.unplanned = [...left, ...open];
  }

  /** Jobs of which every stop may move. */
  #movable(from: Solution): number[] {
    const found = new Set<number>();
    for (const { stops } of from.routes) for (const stop of stops) found.add(stop >> 1);
    for (const { stops } of from.routes) for (const stop of stops) if (this.#ways.fixed[stop]) found.delete(stop >> 1);
    return [...found];
  }
  readonly #anyJobs: Remove = (from, count) => {
    const jobs = this.#movable(from);
    for (let at = 0; at < Math.min(count, jobs.length); at++) {
      const other = at + Math.floor(this.#random() * (jobs.length - at));
      [jobs[at], jobs[other]] = [jobs[other] ?? 0, jobs[at] ?? 0];
    }
    return jobs.slice(0, count);
  };
  /** A job and those that are near it. */
  readonly #nearJobs: Remove = (from, count) =>
    this.#related(from, count, (one, other) => this.#nearnessOf(one, other));
  /** A job and those at about the same time. */
  readonly #sameTime: Remove = (from, count) => {
    const begins = new Map<number, number>();
    for (const { stops, begins: times } of from.routes)
      for (const [at, stop] of stops.entries()) if (!begins.has(stop >> 1)) begins.set(stop >> 1, times[at] ?? 0);
    return this.#related(
      from,
      count,
      (one, other) => Math.abs((begins.get(one) ?? 0) - (begins.get(other) ?? 0)) + 0.3 * this.#nearnessOf(one, other),
    );
  };
  #related(from: Solution, count: number, far: (one: number, other: number) => number): number[] {
    const jobs = this.#movable(from);
    const first = jobs[Math.floor(this.#random() * jobs.length)];
    if (first === undefined) return [];
    const taken = [first];
    let rest = jobs.filter((job) => job !== first);
    while (taken.length < count && rest.length > 0) {
      const of = taken[Math.floor(this.#random() * taken.length)] ?? first;
      const sorted = rest
        .map((job) => ({ job, far: far(of, job) }))
        .toSorted((one, other) => one.far - other.far || one.job - other.job);
      const next = sorted[Math.floor(this.#random() ** 6 * sorted.length)]?.job ?? 0;
      taken.push(next);
      rest = rest.filter((job) => job !== next);
    }
    return taken;
  }
  /** The jobs without which their routes are shortest. */
  readonly #dearJobs: Remove = (from, count) => {
    const saved: { job: number; saves: number }[] = [];
    const movable = new Set(this.#movable(from));
    for (const route of from.routes)
      for (const job of new Set(route.stops.map((stop) => stop >> 1)))
        if (movable.has(job)) {
          const shorter = this.#ways.without(route, new Set([job]));
          saved.push({ job, saves: this.#costOfRoute(route) - this.#costOfRoute(shorter) });
        }
    saved.sort((one, other) => other.saves - one.saves || one.job - other.job);
    const taken: number[] = [];
    while (taken.length < count && saved.length > 0) {
      const [next] = saved.splice(Math.floor(this.#random() ** 3 * saved.length), 1);
      if (next) taken.push(next.job);
    }
    return taken;
  };
  readonly #wholeRoutes: Remove = (from, count) => {
    const movable = new Set(this.#movable(from));
    const used = from.routes.filter(({ stops }) => stops.some((stop) => movable.has(stop >> 1)));
    const taken: number[] = [];
    while (taken.length < count && used.length > 0) {
      const [route] = used.splice(Math.floor(this.#random() * used.length), 1);
      for (const job of new Set(route?.stops.map((stop) => stop >> 1))) if (movable.has(job)) taken.push(job);
    }
    return taken;
  };

  #nearness(): Float64Array {
    const count = this.#problem.jobs.length;
    const near = new Float64Array(count * count);
    const stopsOf = (job: number) =>
      [2 * job, 2 * job + 1].filter((stop) =>
        (stop & 1) === 0 ? this.#ways.hasPickup[job] : this.#ways.hasDelivery[job],
      );
    for (let one = 0; one < count; one++)
      for (let other = 0; other < count; other++) {
        let [sum, pairs] = [0, 0];
        for (const a of stopsOf(one))
          for (const b of stopsOf(other)) {
            if ((a & 1) !== (b & 1)) continue;
            sum += this.#ways.leg(a, b);
            pairs += 1;
          }
        near[one * count + other] = pairs > 0 ? sum / pairs : this.#scale;
      }
    return near;
  }
  #nearnessOf(one: number, other: number): number {
    return this.#near[one * this.#problem.jobs.length + other] ?? 0;
  }
}

function learn(weights: Float64Array, scores: Float64Array, uses: Float64Array): void {
  for (const [at, weight] of weights.entries()) {
    const used = uses[at] ?? 0;
    if (used > 0) weights[at] = Math.max(0.1, weight * 0.8 + (0.2 * (scores[at] ?? 0)) / used);
    scores[at] = 0;
    uses[at] = 0;
  }
}

/** The cheapest place, and by how much the next ones are dearer. */
function leastOf(costs: Float64Array, regret: number): { at: number; cost: number; regret: number } {
  const least = new Float64Array(regret).fill(Number.POSITIVE_INFINITY);
  let at = -1;
  for (const [index, cost] of costs.entries()) {
    if (cost >= (least[regret - 1] ?? 0)) continue;
    let place = regret - 1;
    while (place > 0 && cost < (least[place - 1] ?? 0)) {
      least[place] = least[place - 1] ?? 0;
      place -= 1;
    }
    least[place] = cost;
    if (place === 0) at = index;
  }
  const first = least[0] ?? 0;
  let sum = 0;
  for (let place = 1; place < regret; place++) sum += Math.min(1e6, (least[place] ?? 0) - first);
  return { at, cost: first, regret: at < 0 ? 0 : sum };
}

function routeOf(ways: Ways, route: Route): PlannedRoute {
  const { driver, stops, travel } = route;
  const { drivers, kilometres, places } = ways.problem;
  const clock = ways.clocks[driver];
  const end = drivers[driver]?.end ?? null;
  const start = drivers[driver]?.start ?? null;
  const first = stops[0];
  if (first === undefined || !clock) {
    const at = drivers[driver]?.from ?? 0;
    return {
      driver,
      startsAt: at,
      endsAt: at,
      drivingMinutes: 0,
      waitingMinutes: 0,
      kilometres: 0,
      parcelsPeak: 0,
      visits: [],
    };
  }
  const placeOf = (stop: number) => ways.place[stop] ?? 0;
  const service = stops.reduce((sum, stop) => sum + (ways.service[stop] ?? 0), 0);
  // They leave as late as keeps every stop where it is.
  const last = stops.at(-1) ?? first;
  const home = end === null ? 0 : (ways.minutes[placeOf(last) * places + end] ?? 0);
  const endsAt = (route.begins.at(-1) ?? 0) + (ways.service[last] ?? 0) + home;
  const leaves = endsAt - Math.max(route.duration, travel + service);
  let [free, before, kms, waiting] = [leaves, start, 0, 0];
  const visits = stops.map((stop, at) => {
    const place = placeOf(stop);
    const leg = before === null ? 0 : (ways.minutes[before * places + place] ?? 0);
    kms += before === null ? 0 : (kilometres[before * places + place] ?? 0);
    const begins = ways.begin(driver, stop, free + leg);
    waiting += Math.max(0, begins - free - leg);
    // A break is taken on the way, not at the door.
    const arrives = clock.breakBetween(free + leg, begins) ?? free + leg;
    const service = ways.service[stop] ?? 0;
    free = begins + service;
    before = place;
    const promised = ways.promised[stop] ?? Number.POSITIVE_INFINITY;
    const shown = clock.toClock(begins);
    return {
      ...refOf(stop),
      arrivesAt: clock.toClock(arrives),
      leavesAt: shown + service,
      waitsMinutes: Math.max(0, begins - arrives),
      lateMinutes: at < 0 ? 0 : Math.max(0, shown - promised),
    };
  });
  kms += end === null || before === null ? 0 : (kilometres[before * places + end] ?? 0);
  return {
    driver,
    startsAt: clock.toClock(leaves),
    endsAt: clock.toClock(free + home, Number.NEGATIVE_INFINITY),
    drivingMinutes: travel,
    waitingMinutes: waiting,
    kilometres: kms,
    parcelsPeak: Math.max(route.startParcels, ...route.parcels),
    visits,
  };
}

function answerOf(ways: Ways, routes: readonly Route[], unplanned: readonly number[]): PlanAnswer {
  return {
    routes: routes.filter(({ stops }) => stops.length > 0).map((route) => routeOf(ways, route)),
    unplanned: unplanned
      .toSorted((one, other) => one - other)
      .map((job) => ({ job, reason: reasonOf(ways, routes, job) })),
  };
}

/**
 * What would have to be otherwise: who may carry it, what they can load, when it is promised, or how long they work. First
 * what keeps it from every driver even with nothing else to do, then what the others' stops leave no room for.
 */
function reasonOf(ways: Ways, routes: readonly Route[], job: number): UnplannedReason {
  if (!ways.mayDrive[job]?.some(Boolean)) return 'needs';
  const { problem } = ways;
  const fits = (change: Partial<PlanProblem>, isAlone: boolean): boolean => {
    const other = new Ways({ ...problem, ...change });
    return routes.some(({ driver, stops }) =>
      other.insertion(other.route(driver, isAlone ? [] : stops), job, Number.POSITIVE_INFINITY),
    );
  };
  const open = (stop: PlanProblem['jobs'][number]['pickup']) =>
    stop && { ...stop, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const withoutWindow = problem.jobs.map((one, at) =>
    at === job ? { ...one, pickup: open(one.pickup), delivery: open(one.delivery) } : one,
  );
  const withoutLoad = problem.jobs.map((one, at) => (at === job ? { ...one, parcels: 0, kilos: 0 } : one));
  for (const isAlone of [true, false]) {
    if (fits({}, isAlone)) continue;
    if (fits({ jobs: withoutLoad }, isAlone)) return 'load';
    if (fits({ jobs: withoutWindow }, isAlone)) return 'window';
    if (isAlone) return 'shift';
  }
  const withoutNeeds = problem.jobs.map((one, at) => (at === job ? { ...one, needs: [] } : one));
  return fits({ jobs: withoutNeeds }, false) ? 'needs' : 'shift';
}
