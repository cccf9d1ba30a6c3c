import type { PlanAim, PlanDriver, PlanJob, PlanProblem } from './problem.ts';
import { randomFrom } from './random.ts';

interface Size {
  drivers: number;
  orders: number;
  seed: number;
  aim?: PlanAim;
  /** The share of orders that promise a window. */
  windows?: number;
  breaks?: boolean;
  needs?: boolean;
}
const [MORNING, EVENING] = [8 * 60, 18 * 60];

/** A courier's day that nobody had, for tests and the bench: a town of some 20 kilometres, windows of two hours, loads. */
export function madeUpDay({ drivers, orders, seed, aim = 'time', windows = 0.6, breaks, needs }: Size): PlanProblem {
  const random = randomFrom(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const centres = Array.from({ length: 5 }, () => [between(3, 17), between(3, 17)] as const);
  const somewhere = (): readonly [number, number] => {
    const centre = centres[Math.floor(random() * centres.length)] ?? [10, 10];
    return random() < 0.7 ? [centre[0] + between(-2, 2), centre[1] + between(-2, 2)] : [between(0, 20), between(0, 20)];
  };
  const at: (readonly [number, number])[] = [[10, 10]];
  const stop = (from: number, to: number) => {
    at.push(somewhere());
    return { place: at.length - 1, from, to, service: Math.round(between(3, 6)) };
  };
  const window = (earliest: number) => {
    if (random() > windows) return [MORNING, EVENING] as const;
    const from = Math.floor(between(earliest, EVENING - 120) / 30) * 30;
    return [from, from + 120] as const;
  };
  const jobs = Array.from({ length: orders }, (): PlanJob => {
    const [from, to] = window(MORNING);
    const isFromDepot = random() < 0.4;
    const [deliveryFrom, deliveryTo] = window(from + 30);
    const pickup = isFromDepot
      ? { place: 0, from: MORNING, to: EVENING, service: 1 }
      : stop(from, Math.min(to, deliveryTo));
    return {
      pickup,
      delivery: stop(deliveryFrom, deliveryTo),
      parcels: 1 + Math.floor(random() ** 2 * 6),
      kilos: Math.round(between(1, 30)),
      needs: needs && random() < 0.15 ? [0] : [],
      driver: null,
    };
  });
  const people = Array.from({ length: drivers }, (_, one): PlanDriver => {
    const from = MORNING + Math.floor(random() * 3) * 30;
    return {
      start: 0,
      end: random() < 0.8 ? 0 : null,
      from,
      to: Math.min(EVENING, from + 9 * 60),
      breaks: breaks ? [{ from: 12 * 60, to: 12 * 60 + 30 }] : [],
      parcelsMax: 30 + Math.floor(random() * 30),
      kilosMax: 300 + Math.floor(random() * 500),
      skills: one % 2 === 0 ? [0] : [],
      given: [],
      fixed: 0,
    };
  });
  const kilometres = new Float64Array(at.length ** 2);
  for (const [row, one] of at.entries())
    for (const [column, other] of at.entries())
      kilometres[row * at.length + column] = 1.3 * Math.hypot(one[0] - other[0], one[1] - other[1]);
  return {
    minutes: kilometres.map((length) => length * 2.2),
    kilometres,
    places: at.length,
    jobs,
    drivers: people,
    aim,
  };
}
