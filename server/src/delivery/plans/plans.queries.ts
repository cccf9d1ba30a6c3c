import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { createPlan, type Plan as PlanView, planResult } from '@quickfleet/shared/delivery/planning/plans';
import { z } from 'zod';
import { c, readRow, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { storedStates } from './plan.entity.ts';
import { appliedIn, findChanges, seenIn } from './plans.seen.ts';

const stored = select({
  id: c.int('p.id'),
  day: c.day('p.day'),
  state: c.oneOf(storedStates, 'p.state'),
  input: c.json(createPlan, 'p.input'),
  result: c.json(planResult.nullable(), 'p.result'),
  seen: c.json(z.unknown(), 'p.seen'),
  applied: c.json(z.unknown(), 'p.applied'),
  createdAt: c.date('p.created_at'),
});
/** A job that was queued begins within this, else it has failed. */
const BEGINS_WITHIN_MS = 2 * MINUTE_MS;

/** A plan as it is now; what it is about is compared with how it was. */
export async function readPlan(ctx: AppContext, id: number): Promise<PlanView> {
  const row = await readRow(ctx.em, stored, 'select $columns from plans p where p.id = ?', [id]);
  if (!row) throw notFound('Plan');
  const { day, input, result, createdAt } = row;
  const [seen, applied] = [seenIn(row.seen), appliedIn(row.applied)];
  const passed = now(ctx).getTime() - createdAt.getTime();
  const isLost = row.state === 'planning' && passed > input.seconds * 1000 + BEGINS_WITHIN_MS;
  const isOutdated =
    row.state === 'ready' && (!seen || (await findChanges(ctx, input, { seen, applied })).issues.length > 0);
  const progress = row.state === 'planning' ? Math.min(0.99, passed / (input.seconds * 1000)) : 1;
  return {
    id,
    day,
    state: isLost ? 'failed' : isOutdated ? 'outdated' : row.state,
    progress: Math.max(0, Math.round(progress * 100) / 100),
    ...(result?.travel && { travel: result.travel }),
    before: result?.before ?? null,
    after: result?.after ?? null,
    routes: result?.routes ?? [],
    unplanned: result?.unplanned ?? [],
    plannedBy: result ? (result.plannedBy ?? 'own') : null,
  };
}
