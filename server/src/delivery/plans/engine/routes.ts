import { WorkClock } from './clock.ts';
import type { PlanProblem, StopRef } from './problem.ts';

const SLACK = 1e-7;

/** A driver's stops, with what is computed once until they change. */
export interface Route {
  driver: number;
  /** Numbers of stops: two for each job, its pickup at 2 × job and its delivery behind that. */
  stops: number[];
  /** When each stop begins at the earliest, and at the latest. */
  begins: Float64Array;
  latest: Float64Array;
  /** Parcels and kilos on board behind each stop, and when the day begins. */
  parcels: Float64Array;
  kilos: Float64Array;
  startParcels: number;
  startKilos: number;
  travel: number;
  duration: number;
  late: number;
  lateStops: number;
  /** The cheapest places of jobs that were looked for before: most routes stay as they are for many steps. */
  places: Map<number, Insertion | undefined>;
}
/** Where a job goes into a route, and by how much that makes the way longer; -1 for a stop that it does not have. */
export interface Insertion {
  cost: number;
  pickupAt: number;
  deliveryAt: number;
}

/** The arithmetic of routes: what a problem says, in arrays. */
export class Ways {
  readonly problem: PlanProblem;
  readonly places: number;
  readonly minutes: Float64Array;
  readonly place: Int32Array;
  readonly service: Float64Array;
  /** What was promised. */
  readonly promised: Float64Array;
  /** Windows by driver, in working time; a promise that the given order misses is only held as far as it does. */
  readonly from: Float64Array[];
  readonly to: Float64Array[];
  /** When a stop begins at the latest by what was promised. */
  readonly due: Float64Array[];
  readonly clocks: WorkClock[];
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly parcelsMax: Float64Array;
  readonly kilosMax: Float64Array;
  readonly hasPickup: boolean[];
  readonly hasDelivery: boolean[];
  /** Drivers by job. */
  readonly mayDrive: boolean[][];
  /** Jobs that the given order has: they stay in the plan. */
  readonly isGiven: boolean[];
  /** Stops that keep their place at the beginning of their route. */
  readonly fixed: boolean[];
  readonly fixedOf: number[];

  constructor(problem: PlanProblem) {
    const { jobs, drivers } = problem;
    this.problem = problem;
    this.places = problem.places;
    this.minutes = problem.minutes instanceof Float64Array ? problem.minutes : Float64Array.from(problem.minutes);
    const stops = jobs.flatMap(({ pickup, delivery }) => [pickup, delivery]);
    this.place = Int32Array.from(stops, (stop) => stop?.place ?? 0);
    this.service = Float64Array.from(stops, (stop) => stop?.service ?? 0);
    this.promised = Float64Array.from(stops, (stop) => stop?.to ?? Number.POSITIVE_INFINITY);
    this.hasPickup = jobs.map(({ pickup }) => pickup !== null);
    this.hasDelivery = jobs.map(({ delivery }) => delivery !== null);
    this.clocks = drivers.map(({ breaks }) => new WorkClock(breaks));
    const begins = Float64Array.from(stops, (stop) => stop?.from ?? Number.NEGATIVE_INFINITY);
    this.from = this.clocks.map((clock) => begins.map((at) => clock.toWork(at)));
    this.due = this.clocks.map((clock) =>
      this.promised.map((at, stop) => clock.latestBegin(at, this.service[stop] ?? 0)),
    );
    this.to = this.due.map((times) => times.slice());
    this.start = Float64Array.from(drivers, ({ from }, driver) => this.clocks[driver]?.toWork(from) ?? from);
    this.end = Float64Array.from(drivers, ({ to }, driver) => this.clocks[driver]?.toWork(to) ?? to);
    this.parcelsMax = Float64Array.from(drivers, ({ parcelsMax }) => parcelsMax);
    this.kilosMax = Float64Array.from(drivers, ({ kilosMax }) => kilosMax);
    this.isGiven = jobs.map(() => false);
    this.fixed = stops.map(() => false);
    this.fixedOf = drivers.map(({ fixed }) => fixed);
    this.mayDrive = jobs.map(({ needs, driver }) =>
      drivers.map(({ skills }, at) => (driver ?? at) === at && needs.every((need) => skills.includes(need))),
    );
    this.#acceptGiven();
  }

  /**
   * A promise that the given order misses is held as far as it does, so that it is itself a plan that may be kept. What is
   * bound to a driver may overload them, and make them work longer, as far as it does; what is free may not.
   */
  #acceptGiven(): void {
    for (const [driver, { given, fixed }] of this.problem.drivers.entries()) {
      if (given.length === 0) continue;
      const stops = given.map(numberOf);
      for (const [at, stop] of stops.entries()) {
        this.isGiven[stop >> 1] = true;
        if (at < fixed) this.fixed[stop] = true;
      }
      const bound = stops.filter((stop) => this.#isBound(stop, driver));
      for (const stop of bound) {
        const allowed = this.mayDrive[stop >> 1];
        if (allowed) allowed[driver] = true;
      }
      const route = this.route(driver, stops);
      for (const [at, stop] of stops.entries()) {
        const begin = route.begins[at] ?? 0;
        const clock = this.clocks[driver];
        const late = clock ? clock.toClock(begin) : begin;
        for (const [other, to] of this.to.entries())
          to[stop] = Math.max(to[stop] ?? 0, other === driver ? begin : (this.clocks[other]?.toWork(late) ?? late));
      }
      const own = this.route(driver, bound);
      this.end[driver] = Math.max(this.end[driver] ?? 0, this.#endOf(own));
      this.parcelsMax[driver] = Math.max(this.parcelsMax[driver] ?? 0, own.startParcels, ...own.parcels);
      this.kilosMax[driver] = Math.max(this.kilosMax[driver] ?? 0, own.startKilos, ...own.kilos);
    }
  }
  /** Whether a given stop stays with its driver: its job is theirs, or has a stop that keeps its place. */
  #isBound(stop: number, driver: number): boolean {
    const job = stop >> 1;
    return this.problem.jobs[job]?.driver === driver || Boolean(this.fixed[2 * job] || this.fixed[2 * job + 1]);
  }
  /** A driver's stops as they are given; without those that are free where they would break a rule. */
  givenRoute(driver: number): Route {
    const stops = (this.problem.drivers[driver]?.given ?? []).map(numberOf);
    const allowed = this.route(
      driver,
      stops.filter((stop) => this.mayDrive[stop >> 1]?.[driver]),
    );
    if (this.isPossible(allowed)) return allowed;
    return this.route(
      driver,
      stops.filter((stop) => this.#isBound(stop, driver)),
    );
  }

  /** Minutes at the doors of a job. */
  serviceOf(job: number): number {
    return (this.service[2 * job] ?? 0) + (this.service[2 * job + 1] ?? 0);
  }
  /** When a stop begins whose driver is there at a moment: in its window, and not so that a break cuts it. */
  begin(driver: number, stop: number, arrives: number): number {
    const begin = Math.max(this.from[driver]?.[stop] ?? 0, arrives);
    const clock = this.clocks[driver];
    return !clock || clock.isPlain ? begin : clock.begin(begin, this.service[stop] ?? 0);
  }
  #beginBefore(driver: number, stop: number, latest: number): number {
    const clock = this.clocks[driver];
    return !clock || clock.isPlain ? latest : clock.beginBefore(latest, this.service[stop] ?? 0);
  }
  leg(one: number, other: number): number {
    return this.minutes[(this.place[one] ?? 0) * this.places + (this.place[other] ?? 0)] ?? 0;
  }
  #legFromStart(driver: number, stop: number): number {
    const start = this.problem.drivers[driver]?.start ?? null;
    return start === null ? 0 : (this.minutes[start * this.places + (this.place[stop] ?? 0)] ?? 0);
  }
  #legToEnd(driver: number, stop: number): number {
    const end = this.problem.drivers[driver]?.end ?? null;
    return end === null ? 0 : (this.minutes[(this.place[stop] ?? 0) * this.places + end] ?? 0);
  }
  #endOf({ driver, stops, begins }: Route): number {
    const last = stops.length - 1;
    const stop = stops[last];
    if (stop === undefined) return this.start[driver] ?? 0;
    return (begins[last] ?? 0) + (this.service[stop] ?? 0) + this.#legToEnd(driver, stop);
  }

  /** A route with everything that is computed from its stops. */
  route(driver: number, stops: number[]): Route {
    const count = stops.length;
    const route: Route = {
      driver,
      stops,
      begins: new Float64Array(count),
      latest: new Float64Array(count),
      parcels: new Float64Array(count),
      kilos: new Float64Array(count),
      startParcels: 0,
      startKilos: 0,
      travel: 0,
      duration: 0,
      late: 0,
      lateStops: 0,
      places: new Map(),
    };
    if (count === 0) return route;
    const { jobs } = this.problem;
    for (const stop of stops)
      if ((stop & 1) === 1 && !this.hasPickup[stop >> 1]) {
        route.startParcels += jobs[stop >> 1]?.parcels ?? 0;
        route.startKilos += jobs[stop >> 1]?.kilos ?? 0;
      }
    let [free, before, parcels, kilos] = [this.start[driver] ?? 0, -1, route.startParcels, route.startKilos];
    for (let at = 0; at < count; at++) {
      const stop = stops[at] ?? 0;
      const leg = before < 0 ? this.#legFromStart(driver, stop) : this.leg(before, stop);
      const begin = this.begin(driver, stop, free + leg);
      route.travel += leg;
      route.begins[at] = begin;
      const sign = (stop & 1) === 0 ? 1 : -1;
      parcels += sign * (jobs[stop >> 1]?.parcels ?? 0);
      kilos += sign * (jobs[stop >> 1]?.kilos ?? 0);
      route.parcels[at] = parcels;
      route.kilos[at] = kilos;
      const due = this.due[driver]?.[stop] ?? 0;
      if (begin > due + SLACK) {
        route.late += begin - due;
        route.lateStops += 1;
      }
      free = begin + (this.service[stop] ?? 0);
      before = stop;
    }
    const home = this.#legToEnd(driver, before);
    route.travel += home;
    const end = free + home;
    let limit = (this.end[driver] ?? 0) - home;
    let leaves = end - home;
    for (let at = count - 1; at >= 0; at--) {
      const stop = stops[at] ?? 0;
      const service = this.service[stop] ?? 0;
      const to = this.to[driver]?.[stop] ?? 0;
      limit = this.#beginBefore(driver, stop, Math.min(to, limit - service));
      leaves = this.#beginBefore(driver, stop, Math.min(Math.max(to, route.begins[at] ?? 0), leaves - service));
      route.latest[at] = limit;
      const previous = stops[at - 1];
      const leg = previous === undefined ? this.#legFromStart(driver, stop) : this.leg(previous, stop);
      limit -= leg;
      leaves -= leg;
    }
    route.duration = end - leaves;
    return route;
  }

  /** Whether every rule holds. */
  isPossible(route: Route): boolean {
    const { driver, stops, begins, parcels, kilos } = route;
    const [parcelsMax = 0, kilosMax = 0] = [this.parcelsMax[driver], this.kilosMax[driver]];
    if (route.startParcels > parcelsMax || route.startKilos > kilosMax + SLACK) return false;
    for (let at = 0; at < stops.length; at++) {
      if ((begins[at] ?? 0) > (this.to[driver]?.[stops[at] ?? 0] ?? 0) + SLACK) return false;
      if ((parcels[at] ?? 0) > parcelsMax || (kilos[at] ?? 0) > kilosMax + SLACK) return false;
    }
    return stops.length === 0 || this.#endOf(route) <= (this.end[driver] ?? 0) + SLACK;
  }

  /** The cheapest place of a job in a route where every rule holds; undefined where there is none below `limit`. */
  insertion(route: Route, job: number, limit: number): Insertion | undefined {
    const { driver, stops, parcels, kilos } = route;
    if (!this.mayDrive[job]?.[driver]) return undefined;
    const [quantity, weight] = [this.problem.jobs[job]?.parcels ?? 0, this.problem.jobs[job]?.kilos ?? 0];
    const room = (this.parcelsMax[driver] ?? 0) - quantity;
    const roomKilos = (this.kilosMax[driver] ?? 0) - weight + SLACK;
    const [pickup, delivery] = [2 * job, 2 * job + 1];
    if (!this.hasPickup[job]) return this.#single(route, delivery, { room, roomKilos, isLoaded: 'before' }, limit);
    if (!this.hasDelivery[job]) return this.#single(route, pickup, { room, roomKilos, isLoaded: 'behind' }, limit);
    const to = this.to[driver];
    if (!to) return undefined;
    const [count, begin, end] = [stops.length, this.fixedOf[driver] ?? 0, this.end[driver] ?? 0];
    const [servicePickup, serviceDelivery] = [this.service[pickup] ?? 0, this.service[delivery] ?? 0];
    let best: Insertion | undefined;
    let bound = limit;
    for (let at = begin; at <= count; at++) {
      const before = stops[at - 1] ?? -1;
      const free = before < 0 ? (this.start[driver] ?? 0) : (route.begins[at - 1] ?? 0) + (this.service[before] ?? 0);
      if (free > (to[pickup] ?? 0) + SLACK) break;
      const loaded = before < 0 ? route.startParcels : (parcels[at - 1] ?? 0);
      const loadedKilos = before < 0 ? route.startKilos : (kilos[at - 1] ?? 0);
      if (loaded > room || loadedKilos > roomKilos) continue;
      const legPickup = before < 0 ? this.#legFromStart(driver, pickup) : this.leg(before, pickup);
      const atPickup = this.begin(driver, pickup, free + legPickup);
      if (atPickup > (to[pickup] ?? 0) + SLACK) continue;
      const leavesPickup = atPickup + servicePickup;
      const next = stops[at] ?? -1;
      // The delivery right behind it.
      const atDelivery = this.begin(driver, delivery, leavesPickup + this.leg(pickup, delivery));
      if (atDelivery <= (to[delivery] ?? 0) + SLACK) {
        const onward = next < 0 ? this.#legToEnd(driver, delivery) : this.leg(delivery, next);
        const reached = atDelivery + serviceDelivery + onward;
        if (reached <= (next < 0 ? end : (route.latest[at] ?? 0)) + SLACK) {
          const cost = legPickup + this.leg(pickup, delivery) + onward - this.#legBetween(driver, before, next);
          if (cost < bound) {
            bound = cost;
            best = { cost, pickupAt: at, deliveryAt: at + 1 };
          }
        }
      }
      if (next < 0) break;
      // The delivery further on.
      const costPickup = legPickup + this.leg(pickup, next) - this.#legBetween(driver, before, next);
      if (costPickup >= bound + this.#shorter) continue;
      let arrives = leavesPickup + this.leg(pickup, next);
      for (let behind = at; behind < count; behind++) {
        const stop = stops[behind] ?? 0;
        const begins = this.begin(driver, stop, arrives);
        if (begins > (route.latest[behind] ?? 0) + SLACK) break;
        if ((parcels[behind] ?? 0) > room || (kilos[behind] ?? 0) > roomKilos) break;
        const leaves = begins + (this.service[stop] ?? 0);
        const legDelivery = this.leg(stop, delivery);
        const delivers = this.begin(driver, delivery, leaves + legDelivery);
        const following = stops[behind + 1] ?? -1;
        if (delivers <= (to[delivery] ?? 0) + SLACK) {
          const onward = following < 0 ? this.#legToEnd(driver, delivery) : this.leg(delivery, following);
          const between = following < 0 ? this.#legToEnd(driver, stop) : this.leg(stop, following);
          const cost = costPickup + legDelivery + onward - between;
          const reached = delivers + serviceDelivery + onward;
          if (cost < bound && reached <= (following < 0 ? end : (route.latest[behind + 1] ?? 0)) + SLACK) {
            bound = cost;
            best = { cost, pickupAt: at, deliveryAt: behind + 2 };
          }
        }
        if (following < 0) break;
        if (leaves > (to[delivery] ?? 0) + SLACK) break;
        arrives = leaves + this.leg(stop, following);
      }
    }
    return best;
  }
  /** The same without a limit, looked for once as long as the route stays as it is. */
  placeIn(route: Route, job: number): Insertion | undefined {
    const known = route.places.get(job);
    if (known || route.places.has(job)) return known;
    const found = this.insertion(route, job, Number.POSITIVE_INFINITY);
    route.places.set(job, found);
    return found;
  }
  /** Real ways may be longer than a detour: a second stop then makes a route shorter again, by less than this. */
  readonly #shorter = 5;

  #legBetween(driver: number, before: number, next: number): number {
    if (before < 0) return next < 0 ? 0 : this.#legFromStart(driver, next);
    return next < 0 ? this.#legToEnd(driver, before) : this.leg(before, next);
  }

  #single(
    route: Route,
    stop: number,
    { room, roomKilos, isLoaded }: { room: number; roomKilos: number; isLoaded: 'before' | 'behind' },
    limit: number,
  ): Insertion | undefined {
    const { driver, stops, parcels, kilos } = route;
    const to = this.to[driver];
    if (!to) return undefined;
    const count = stops.length;
    const loadAt = (at: number) => (at < 0 ? route.startParcels : (parcels[at] ?? 0));
    const kilosAt = (at: number) => (at < 0 ? route.startKilos : (kilos[at] ?? 0));
    /** The places where all that is on board with it finds room. */
    let [first, last] = [this.fixedOf[driver] ?? 0, count];
    if (isLoaded === 'before') {
      for (let at = -1; at < count; at++)
        if (loadAt(at) > room || kilosAt(at) > roomKilos) {
          last = at;
          break;
        }
    } else
      for (let at = count - 1; at >= -1; at--)
        if (loadAt(at) > room || kilosAt(at) > roomKilos) {
          first = Math.max(first, at + 2);
          break;
        }
    let best: Insertion | undefined;
    let bound = limit;
    for (let at = first; at <= last; at++) {
      const before = stops[at - 1] ?? -1;
      const next = stops[at] ?? -1;
      const free = before < 0 ? (this.start[driver] ?? 0) : (route.begins[at - 1] ?? 0) + (this.service[before] ?? 0);
      const leg = before < 0 ? this.#legFromStart(driver, stop) : this.leg(before, stop);
      const begins = this.begin(driver, stop, free + leg);
      if (begins > (to[stop] ?? 0) + SLACK) continue;
      const onward = next < 0 ? this.#legToEnd(driver, stop) : this.leg(stop, next);
      const reached = begins + (this.service[stop] ?? 0) + onward;
      if (reached > (next < 0 ? (this.end[driver] ?? 0) : (route.latest[at] ?? 0)) + SLACK) continue;
      const cost = leg + onward - this.#legBetween(driver, before, next);
      if (cost >= bound) continue;
      bound = cost;
      best = isLoaded === 'before' ? { cost, pickupAt: -1, deliveryAt: at } : { cost, pickupAt: at, deliveryAt: -1 };
    }
    return best;
  }

  /** The route with a job at these places. */
  insert({ driver, stops }: Route, job: number, { pickupAt, deliveryAt }: Insertion): Route {
    const longer = stops.slice();
    if (pickupAt >= 0) longer.splice(pickupAt, 0, 2 * job);
    if (deliveryAt >= 0) longer.splice(deliveryAt, 0, 2 * job + 1);
    return this.route(driver, longer);
  }
  without({ driver, stops }: Route, jobs: ReadonlySet<number>): Route {
    return this.route(
      driver,
      stops.filter((stop) => !jobs.has(stop >> 1)),
    );
  }
}

export const numberOf = ({ job, stop }: StopRef): number => 2 * job + (stop === 'pickup' ? 0 : 1);
export const refOf = (stop: number): StopRef => ({ job: stop >> 1, stop: (stop & 1) === 0 ? 'pickup' : 'delivery' });
