import { z } from 'zod';
import { type Services, systemContext } from '../../http/context.ts';
import { isConnectionError, toDomainError } from '../../http/errors.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { planKind } from '../../process/heavy/kinds.ts';
import { every } from '../../process/outside/background.ts';
import { present } from './engine/engine.ts';
import type { PlanAnswer } from './engine/problem.ts';
import { Plan } from './plan.entity.ts';
import { readDayToPlan } from './plans.problem.ts';
import { resultOf } from './plans.result.ts';
import { askVroom } from './vroom/ask-vroom.ts';

export const PLAN_TASK = 'make_plan';
const payloadSchema = z.object({ id: z.int() });
const planning = heavy<typeof import('./make-plan.ts')>(planKind, new URL('./make-plan.ts', import.meta.url));

/** How often it is looked whether anybody still wants a plan. */
const LOOK_MS = 500;

/** The job of a plan: reads the day, has it planned in a process of its own, and stores what was found. */
export async function workPlan(services: Services, payload: unknown, signal?: AbortSignal): Promise<void> {
  const { id } = payloadSchema.parse(payload);
  const em = services.orm.em.fork();
  const plan = await em.findOne(Plan, { id, state: 'planning' });
  // It was stopped before it began.
  if (!plan) return;
  const stopped = new AbortController();
  const look = every(LOOK_MS, 'Looking whether a plan is still wanted', async () => {
    if ((await services.orm.em.fork().count(Plan, { id })) === 0) stopped.abort();
  });
  const ends = AbortSignal.any([stopped.signal, ...(signal ? [signal] : [])]);
  try {
    const toPlan = await readDayToPlan({ ...systemContext(services), em, grant: 'yes' }, plan.input);
    const { problem, seen, former } = toPlan;
    const order = { problem, seconds: plan.input.seconds, seed: id };
    const byVroom = services.config.VROOM_URL ? await tryVroom(services, id, { ...order, signal: ends }) : null;
    const answers = byVroom ?? (await planning.run('makePlan', order, { signal: ends }));
    await em.nativeUpdate(
      Plan,
      { id, state: 'planning' },
      { state: 'ready', result: resultOf(toPlan, answers, byVroom ? 'vroom' : 'own'), seen, former },
    );
  } catch (error) {
    if (stopped.signal.aborted) return;
    if (signal?.aborted || isConnectionError(error)) throw error;
    services.log.warn({ plan: id, reason: toDomainError(error).message }, 'a day could not be planned');
    await em.nativeUpdate(Plan, { id, state: 'planning' }, { state: 'failed' });
  } finally {
    clearInterval(look);
  }
}

/** What the company's VROOM plans; null where its answer is of no use, so that the day is planned all the same. */
async function tryVroom(
  services: Services,
  id: number,
  order: Parameters<typeof askVroom>[1],
): Promise<{ before: PlanAnswer; after: PlanAnswer } | null> {
  try {
    return { before: present(order.problem), after: await askVroom(services, order) };
  } catch (error) {
    if (order.signal.aborted) throw error;
    services.log.warn({ plan: id, reason: toDomainError(error).message }, 'VROOM has not planned this day');
    return null;
  }
}
