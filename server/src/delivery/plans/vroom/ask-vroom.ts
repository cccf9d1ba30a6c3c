import type { Services } from '../../../http/context.ts';
import { ask } from '../../../process/outside/connections.ts';
import { brokenRules } from '../engine/check.ts';
import { present } from '../engine/engine.ts';
import type { PlanAnswer, PlanProblem } from '../engine/problem.ts';
import { fromVroom, toVroom } from './vroom-problem.ts';

/** On top of the time that a plan may take: sending and reading it. */
const SENDING_MS = 5000;

/** The problem with other stops given. */
const withOrders = (problem: PlanProblem, orders: readonly PlanProblem['drivers'][number]['given'][]): PlanProblem => ({
  ...problem,
  drivers: problem.drivers.map((driver, at) => ({ ...driver, given: orders[at] ?? [] })),
});

/**
 * Has the company's VROOM plan a day. Its answer is gone through by the same rules as ours.
 *
 * @throws why there is none that can be used: it is down or slow, or what it answers breaks a rule
 */
export async function askVroom(
  { config }: Pick<Services, 'config'>,
  { problem, seconds, signal }: { problem: PlanProblem; seconds: number; signal: AbortSignal },
): Promise<PlanAnswer> {
  if (!config.VROOM_URL) throw new Error('VROOM_URL is not set');
  if (problem.aim === 'balance') throw new Error('it has no days of equal length');
  const before = present(problem);
  const fixed = problem.drivers.map(
    ({ fixed: count }, at) => before.routes.find(({ driver }) => driver === at)?.visits.slice(0, count) ?? [],
  );
  const response = await ask(config.VROOM_URL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(toVroom(problem, fixed)),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000 + SENDING_MS)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answers ${response.status}`);
  }
  const orders = fromVroom(problem, await response.json());
  const planned = withOrders(problem, orders);
  const found = present(planned);
  // By the rules of the day as it was: what VROOM has moved is bound to nobody.
  const isFree = problem.drivers.every(({ given }) => given.length === 0);
  const [broken] = brokenRules(isFree ? problem : { ...problem, drivers: withFixed(problem) }, found);
  if (broken !== undefined) throw new Error(`its plan breaks a rule: ${broken}`);
  const lost = found.unplanned.find(({ job }) => before.unplanned.every((one) => one.job !== job));
  if (lost) throw new Error('it leaves out an order that a driver has');
  return found;
}
/** Of the given stops only those that keep their place: the others are VROOM's. */
const withFixed = ({ drivers }: PlanProblem): PlanProblem['drivers'] =>
  drivers.map((driver) => ({ ...driver, given: driver.given.slice(0, driver.fixed) }));
