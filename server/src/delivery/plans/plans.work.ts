import { z } from 'zod';
import { type Services, systemContext } from '../../http/context.ts';
import { isConnectionError, toDomainError } from '../../http/errors.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { planKind } from '../../process/heavy/kinds.ts';
import { every } from '../../process/outside/background.ts';
import { Plan } from './plan.entity.ts';
import { readDayToPlan, resultOf } from './plans.problem.ts';

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
    const answers = await planning.run(
      'makePlan',
      { problem, seconds: plan.input.seconds, seed: id },
      { signal: ends },
    );
    await em.nativeUpdate(
      Plan,
      { id, state: 'planning' },
      { state: 'ready', result: resultOf(toPlan, answers), seen, former },
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
