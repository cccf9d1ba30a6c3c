import { present, solve } from './engine/engine.ts';
import type { PlanAnswer, PlanProblem } from './engine/problem.ts';

interface PlanOrder {
  problem: PlanProblem;
  seconds: number;
  seed: number;
}
/** The day as it is, and the best plan that is found in so many seconds; heavy work. */
export async function makePlan({
  problem,
  seconds,
  seed,
}: PlanOrder): Promise<{ before: PlanAnswer; after: PlanAnswer }> {
  const began = performance.now();
  const over = () => (performance.now() - began) / (seconds * 1000);
  // A small day is looked through long before the time is over.
  const stepsMax = Math.max(500, problem.jobs.length * 400);
  return {
    before: present(problem),
    after: solve(problem, {
      seed,
      goesOn: (steps) => problem.jobs.length > 0 && steps < stepsMax && over() < 1,
      over: (steps) => Math.max(over(), steps / stepsMax),
    }),
  };
}
