/**
 * How good and how quick plans are: the 56 instances of Li and Lim beside the best known solutions, and made-up days of a
 * courier beside one job after the other. The instances are in `../shared/inputs/pdptw`, or where `--from` says.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brokenRules } from '../../server/src/delivery/plans/engine/check.ts';
import { insertInTurn, solve } from '../../server/src/delivery/plans/engine/engine.ts';
import { madeUpDay } from '../../server/src/delivery/plans/engine/made-up-day.ts';
import type { PlanAnswer, PlanProblem } from '../../server/src/delivery/plans/engine/problem.ts';

const INSTANCES = resolve(import.meta.dirname, '../../../shared/inputs/pdptw');

function readInstance(text: string): PlanProblem {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const [vehicles = 0, capacity = 0] = head;
  const stopOf = ([place = 0, , , , from = 0, to = 0, service = 0]: number[]) => ({ place, from, to, service });
  const minutes = rows.flatMap(([, x = 0, y = 0]) => rows.map(([, a = 0, b = 0]) => Math.hypot(x - a, y - b)));
  const jobs = rows
    .filter(([, , , demand = 0]) => demand > 0)
    .map((row) => ({
      pickup: stopOf(row),
      delivery: stopOf(rows[row[8] ?? 0] ?? []),
      ...{ parcels: row[3] ?? 0, kilos: 0, needs: [], driver: null },
    }));
  const { from, to } = stopOf(rows[0] ?? []);
  const driver = {
    start: 0,
    end: 0,
    from,
    to,
    breaks: [],
    parcelsMax: capacity,
    kilosMax: 0,
    skills: [],
    given: [],
    fixed: 0,
  };
  const drivers = Array.from({ length: vehicles }, () => driver);
  return { minutes, kilometres: minutes, places: rows.length, jobs, drivers, aim: 'drivers' };
}

function solveFor(problem: PlanProblem, seconds: number, seed: number) {
  const began = performance.now();
  const over = () => (performance.now() - began) / (seconds * 1000);
  const answer = solve(problem, { seed, goesOn: () => over() < 1, over });
  return { answer, ms: performance.now() - began };
}
const wayOf = ({ routes }: PlanAnswer) => routes.reduce((sum, { kilometres }) => sum + kilometres, 0);
const drivingOf = ({ routes }: PlanAnswer) => routes.reduce((sum, { drivingMinutes }) => sum + drivingMinutes, 0);
const percent = (one: number, other: number) => `${((one / other - 1) * 100).toFixed(2)} %`;
const print = (...cells: (string | number)[]) => process.stdout.write(`${cells.join('  ')}\n`);

export interface PlanBench {
  only: readonly string[];
  seconds: number;
  seeds: number;
  from: string | undefined;
}
/** Prints a line for each instance and each made-up day, then the sums. */
export function printPlans({ only, seconds, seeds, from = INSTANCES }: PlanBench): void {
  const known = join(from, 'best-known.tsv');
  if (existsSync(known)) printInstances(from, readFileSync(known, 'utf8'), { only, seconds, seeds });
  else print(`No instances in ${from}`);
  if (only.length === 0) printDays(seconds);
}

function printInstances(from: string, known: string, { only, seconds, seeds }: Omit<PlanBench, 'from'>): void {
  print('instance', 'routes', 'best known', 'distance', 'best known', 'gap', 'ms', 'rules broken');
  const gaps: number[] = [];
  let tried = 0;
  for (const line of known.trim().split('\n').slice(1)) {
    const [name = '', routes = '', distance = ''] = line.split('\t');
    if (only.length > 0 && !only.includes(name)) continue;
    const problem = readInstance(readFileSync(join(from, `${name}.txt`), 'utf8'));
    const runs = Array.from({ length: seeds }, (_, seed) => solveFor(problem, seconds, seed + 1)).toSorted(
      (one, other) => one.answer.routes.length - other.answer.routes.length || wayOf(one.answer) - wayOf(other.answer),
    );
    const { answer, ms } = runs[Math.floor(seeds / 2)] ?? solveFor(problem, seconds, 1);
    tried += 1;
    if (answer.routes.length === Number(routes)) gaps.push(wayOf(answer) / Number(distance) - 1);
    const faults = runs.reduce((sum, run) => sum + brokenRules(problem, run.answer).length, 0);
    print(
      ...[name, answer.routes.length, routes, wayOf(answer).toFixed(1), distance],
      ...[percent(wayOf(answer), Number(distance)), Math.round(ms), faults + answer.unplanned.length],
    );
  }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length);
  print(
    `best known number of routes in ${gaps.length} of ${tried}; over these ${(mean * 100).toFixed(2)} % longer on average, at worst ${(Math.max(0, ...gaps) * 100).toFixed(2)} %`,
  );
}

function printDays(seconds: number): void {
  print('a courier’s day', 'unplanned', 'minutes of driving', 'one after the other', 'rules broken');
  for (const [drivers, orders] of [
    [12, 150],
    [60, 1200],
  ] as const) {
    const problem = madeUpDay({ drivers, orders, seed: 1 });
    const { answer } = solveFor(problem, seconds, 1);
    const plain = insertInTurn(problem);
    print(
      `${drivers} drivers, ${orders} orders`,
      `${answer.unplanned.length} (${plain.unplanned.length})`,
      ...[Math.round(drivingOf(answer)), Math.round(drivingOf(plain)), brokenRules(problem, answer).length],
    );
  }
  print(`memory ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`);
}
