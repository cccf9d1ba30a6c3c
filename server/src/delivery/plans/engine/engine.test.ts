import { describe, expect, it, test } from 'vitest';
import { brokenRules } from './check.ts';
import { WorkClock } from './clock.ts';
import { fitsOf, insertInTurn, present, solve } from './engine.ts';
import { madeUpDay } from './made-up-day.ts';
import { type PlanAnswer, type PlanProblem, planAims } from './problem.ts';

const steps = (count: number, seed = 1) => ({
  seed,
  goesOn: (made: number) => made < count,
  over: (made: number) => made / count,
});
const lateOf = ({ routes }: PlanAnswer) =>
  routes.flatMap(({ visits }) => visits).reduce((sum, { lateMinutes }) => sum + lateMinutes, 0);
const drivingOf = ({ routes }: PlanAnswer) => routes.reduce((sum, { drivingMinutes }) => sum + drivingMinutes, 0);
/** The same day with an answer as the order that is given. */
const given = (problem: PlanProblem, { routes }: PlanAnswer): PlanProblem => ({
  ...problem,
  drivers: problem.drivers.map((driver, at) => ({
    ...driver,
    given: routes.find((route) => route.driver === at)?.visits.map(({ job, stop }) => ({ job, stop })) ?? [],
  })),
});
/** Everybody's stops in the order of the list, whatever their windows say. */
const byHand = (problem: PlanProblem): PlanProblem => ({
  ...problem,
  drivers: problem.drivers.map((driver, at) => ({
    ...driver,
    given: problem.jobs.flatMap((_, job) =>
      job % problem.drivers.length === at
        ? [
            { job, stop: 'pickup' as const },
            { job, stop: 'delivery' as const },
          ]
        : [],
    ),
  })),
});

describe('I12 a plan keeps the rules', () => {
  const days = Array.from({ length: 30 }, (_, seed) => ({
    seed,
    problem: madeUpDay({
      drivers: 2 + (seed % 4),
      orders: 6 + seed,
      seed,
      aim: planAims[seed % 3] ?? 'time',
      breaks: seed % 2 === 0,
      needs: seed % 3 === 0,
      windows: (seed % 5) / 4,
    }),
  }));
  test.each(days)('I12 windows, loads, skills, breaks and working hours hold on day $seed', ({ problem }) => {
    const answer = solve(problem, steps(60));
    expect(brokenRules(problem, answer)).toEqual([]);
    const planned = answer.routes.flatMap(({ visits }) => visits.map(({ job }) => job));
    expect(new Set([...planned, ...answer.unplanned.map(({ job }) => job)]).size).toBe(problem.jobs.length);
  });

  test.each(days.slice(0, 12))('I13 it is never worse than the order that is given on day $seed', ({ problem }) => {
    const day = byHand({ ...problem, aim: 'time' });
    const [before, after] = [present(day), solve(day, steps(60))];
    expect(after.unplanned).toEqual([]);
    expect(lateOf(after)).toBeLessThanOrEqual(lateOf(before) + 1e-6);
    if (lateOf(after) > lateOf(before) - 1e-6)
      expect(drivingOf(after)).toBeLessThanOrEqual(drivingOf(before) * 1.1 + 1e-6);
    const again = given(day, after);
    expect(drivingOf(present(again))).toBeCloseTo(drivingOf(after), 6);
  });

  it('I12 who checks it finds a plan that breaks them', () => {
    const problem = madeUpDay({ drivers: 3, orders: 20, seed: 3 });
    const { routes, unplanned } = solve(problem, steps(20));
    const backwards = routes.map((route) => ({ ...route, visits: route.visits.toReversed() }));
    expect(brokenRules(problem, { routes: backwards, unplanned }).join()).toContain('is delivered before its pickup');
    expect(brokenRules(problem, { routes: routes.slice(1), unplanned }).join()).toContain('is lost');
    const weak = { ...problem, drivers: problem.drivers.map((driver) => ({ ...driver, parcelsMax: 1 })) };
    expect(brokenRules(weak, { routes, unplanned }).join()).toContain('too many parcels');
    const short = { ...problem, drivers: problem.drivers.map((driver) => ({ ...driver, to: driver.from + 30 })) };
    expect(brokenRules(short, { routes, unplanned }).join()).toContain('ends late');
  });

  it('I14 the same day with the same seed has the same answer, and more steps have no worse one', () => {
    const problem = madeUpDay({ drivers: 3, orders: 25, seed: 5 });
    expect(solve(problem, steps(80, 7))).toEqual(solve(problem, steps(80, 7)));
    const costs: number[] = [];
    solve(problem, { ...steps(200), better: (cost) => costs.push(cost) });
    expect(costs).toEqual(costs.toSorted((one, other) => other - one));
  });

  it('I15 it is shorter than the plain rule of one job after the other', () => {
    for (const seed of [1, 2, 3]) {
      const problem = madeUpDay({ drivers: 4, orders: 40, seed });
      const [plan, plain] = [solve(problem, steps(150)), insertInTurn(problem)];
      expect(brokenRules(problem, plain)).toEqual([]);
      expect(plan.unplanned.length).toBeLessThanOrEqual(plain.unplanned.length);
      if (plan.unplanned.length === plain.unplanned.length) expect(drivingOf(plan)).toBeLessThan(drivingOf(plain));
    }
  });
});

describe('C685 days of about the same length', () => {
  const minutesOf = ({ routes }: PlanAnswer) => routes.map(({ startsAt, endsAt }) => endsAt - startsAt);
  /** The longest day in proportion to the mean of all drivers: 1 where they are even. */
  const spreadOf = (answer: PlanAnswer, drivers: number) => {
    const minutes = minutesOf(answer);
    return Math.max(...minutes) / (minutes.reduce((sum, one) => sum + one, 0) / drivers);
  };
  /** A small town, the same hours and the same depot for everybody. */
  const townDay = (drivers: number, orders: number, seed: number, windows: number) => {
    const problem = madeUpDay({ drivers, orders, seed, windows });
    const even = { from: 480, to: 1080, start: 0, end: 0, parcelsMax: 100, kilosMax: 1000 };
    const minutes = Array.from(problem.minutes, (one) => one / 2.5);
    return { ...problem, minutes, drivers: problem.drivers.map((driver) => ({ ...driver, ...even })) };
  };
  const days = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({
    ...{ seed, drivers: 3 + (seed % 2), orders: 10 + 2 * (seed % 3), windows: seed % 4 === 0 ? 0.3 : 0 },
  }));
  test.each(days)('C685 on day $seed, and no rule is broken', ({ seed, drivers, orders, windows }) => {
    const problem = townDay(drivers, orders, seed, windows);
    const balanced = { ...problem, aim: 'balance' as const };
    const [time, few, more] = [solve(problem, steps(200)), solve(balanced, steps(60)), solve(balanced, steps(600))];
    expect(brokenRules(balanced, more)).toEqual([]);
    expect(more.unplanned).toEqual([]);
    expect(more.routes).toHaveLength(drivers);
    expect(spreadOf(more, drivers)).toBeLessThan(1.3);
    expect(spreadOf(more, drivers)).toBeLessThan(0.75 * spreadOf(time, drivers));
    expect(Math.max(...minutesOf(more))).toBeLessThan(1.05 * Math.max(...minutesOf(few)));
  });
});

describe('I16 what cannot be planned says why', () => {
  const stop = (place: number, from = 0, to = 600) => ({ place, from, to, service: 5 });
  const driver = {
    start: 0,
    end: 0,
    from: 0,
    to: 600,
    breaks: [],
    parcelsMax: 10,
    kilosMax: 100,
    skills: [],
    given: [],
    fixed: 0,
  };
  const job = { pickup: stop(0), delivery: stop(1), parcels: 1, kilos: 1, needs: [], driver: null };
  const day = (one: object, more: object = {}): PlanProblem => ({
    minutes: [0, 30, 30, 0],
    kilometres: [0, 20, 20, 0],
    places: 2,
    aim: 'time',
    jobs: [{ ...job, ...one }],
    drivers: [{ ...driver, ...more }],
  });
  test.each([
    ['needs', day({ needs: [0] })],
    ['load', day({ parcels: 11 })],
    ['load', day({ kilos: 101 })],
    ['window', day({ delivery: stop(1, 0, 20) })],
    ['shift', day({}, { to: 60 })],
  ] as const)('I16 %s', (reason, problem) => {
    expect(solve(problem, steps(5)).unplanned).toEqual([{ job: 0, reason }]);
  });

  it('I16 a driver begins as late as keeps the windows, and waits for none that can be avoided', () => {
    const { routes } = solve(day({ pickup: stop(0, 300, 400) }), steps(5));
    expect(routes[0]).toMatchObject({ startsAt: 300, endsAt: 370, drivingMinutes: 60, waitingMinutes: 0 });
  });

  it('I17 what has begun keeps its place, and what has another driver stays with them', () => {
    const order = [
      { job: 1, stop: 'pickup' as const },
      { job: 1, stop: 'delivery' as const },
    ];
    const base = day({});
    const problem: PlanProblem = {
      ...base,
      jobs: [job, { ...job, driver: 1 }],
      drivers: [driver, { ...driver, given: order, fixed: 1 }],
    };
    const { routes, unplanned } = solve(problem, steps(20));
    expect(unplanned).toEqual([]);
    const visits = routes.find((route) => route.driver === 1)?.visits ?? [];
    expect(visits[0]).toMatchObject({ job: 1, stop: 'pickup' });
  });

  it('I18 of one more order it says who can take it, where, and how much longer that is', () => {
    const problem: PlanProblem = { ...day({}), drivers: [driver, { ...driver, parcelsMax: 0 }] };
    expect(fitsOf(problem, 0)).toMatchObject([
      { driver: 0, extra: 60, route: { visits: [{ stop: 'pickup' }, { arrivesAt: 35 }] } },
    ]);
  });
});

describe('I19 a break', () => {
  const clock = new WorkClock([{ from: 720, to: 750 }]);
  test.each([
    [700, 700],
    [720, 720],
    [735, 720],
    [750, 720],
    [760, 730],
  ])('I19 at %i it is %i minutes of work', (at, work) => {
    expect(clock.toWork(at)).toBe(work);
  });
  it('C686 cuts no stop in two: what is not over by then begins after it', () => {
    expect([clock.begin(714, 5), clock.begin(715, 5), clock.begin(716, 5), clock.begin(720, 5)]).toEqual([
      714, 715, 720, 720,
    ]);
    expect([clock.beginBefore(719, 5), clock.beginBefore(720, 5), clock.beginBefore(712, 5)]).toEqual([715, 720, 712]);
    // A window that ends within the break is over with what can be done before it.
    expect([735, 720, 750, 718].map((at) => clock.latestBegin(at, 5))).toEqual([715, 715, 720, 715]);
  });
  it('C686 a day with two shifts, and one with a short break, have every stop before or after it', () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      for (const [from, to] of [
        [600, 780],
        [510, 570],
        [700, 707],
      ] as const) {
        const made = madeUpDay({ drivers: 2, orders: 16, seed, windows: (seed % 3) / 3 });
        const breaks = [{ from, to }, ...(seed % 2 === 0 ? [{ from: 900, to: 930 }] : [])];
        const problem = { ...made, drivers: made.drivers.map((driver) => ({ ...driver, breaks })) };
        const answer = solve(problem, steps(30));
        expect(brokenRules(problem, answer)).toEqual([]);
        expect(answer.routes.length).toBeGreaterThan(0);
        // By hand too, whatever it misses.
        const cut = brokenRules(problem, present(byHand(problem))).filter((fault) => fault.includes('cut by a break'));
        expect(cut).toEqual([]);
        for (const { visits } of answer.routes)
          for (const { arrivesAt, leavesAt } of visits)
            for (const one of breaks) expect(leavesAt <= one.from + 1e-6 || arrivesAt >= one.to - 1e-6).toBe(true);
      }
  });
  it('I19 is over before work goes on, unless that were too late', () => {
    expect([clock.toClock(719), clock.toClock(720), clock.toClock(720, 730), clock.toClock(730)]).toEqual([
      719, 750, 720, 760,
    ]);
  });
});
