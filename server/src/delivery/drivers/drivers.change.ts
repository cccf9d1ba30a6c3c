import type { LateAnswer } from '@quickfleet/shared/base/late-evidence';
import type { Action } from '@quickfleet/shared/permissions';
import { runInTransaction } from '../../db/transaction.ts';
import { authorize } from '../../http/caller/authorize.ts';
import type { AppContext, RequestContext } from '../../http/context.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { lateReplay, orderIdOf } from './drivers.late.ts';

/** Every change answers with the order, or names it. */
export type Changed = { id: number } | { order: { id: number } } | LateAnswer;
/** Of a call about several orders: what became of each. */
interface ChangedOrders {
  data: Changed[];
}
type Work<T> = (inner: AppContext) => Promise<T>;

async function runForPhone<T extends Changed | ChangedOrders, R>(
  ctx: RequestContext,
  action: Action,
  input: unknown,
  work: Work<T>,
  answerRepeat: (inner: AppContext, kept: T) => Promise<R>,
): Promise<T | R> {
  const grant = authorize(ctx, action);
  const { caller } = ctx;
  // A phone keeps its keys while its session changes (a code again after 12 hours, a sign-in), so they are not counted
  // per user here, and a right that has ended since still shows whose they are.
  const grants = [...caller.grants, ...(caller.endedGrants ?? [])];
  const anyone = { ...ctx, caller: { ...caller, user: undefined, grants } };
  const answer = await runInTransaction(anyone, action, input, (em) => work({ ...ctx, em, grant }));
  if (!ctx.request.notes?.isReplay) return answer;
  const em = ctx.services.orm.em.fork();
  return em.transactional((inner) => answerRepeat({ ...ctx, em: inner, grant }, answer));
}

/** A key alone gives no access: a caller who gets a stored answer in full must have the order now. */
async function requireOrder<T extends Changed>(ctx: AppContext, kept: T): Promise<T> {
  await readOrder(ctx, orderIdOf(kept));
  return kept;
}

/**
 * A driver's change in one transaction; `input` decides whether a repeat with the same Idempotency-Key is the same
 * call. The answer is repeated to callers who have the order now.
 */
export const change = <T extends Changed>(ctx: RequestContext, action: Action, input: unknown, work: Work<T>) =>
  runForPhone(ctx, action, input, work, requireOrder);

/** The same for photos and signatures: a repeat from a phone without a current right gets a LateAnswer. */
export const storeEvidence = <T extends Changed>(ctx: RequestContext, action: Action, input: unknown, work: Work<T>) =>
  runForPhone(
    ctx,
    action,
    input,
    work,
    async (inner, kept) => (await lateReplay(inner, kept)) ?? requireOrder(inner, kept),
  );

/** The same for several orders of a stop: all of them are changed, or none. */
export const changeOrders = <T extends ChangedOrders>(
  ctx: RequestContext,
  action: Action,
  input: unknown,
  work: Work<T>,
) =>
  runForPhone(ctx, action, input, work, async (inner, kept) => {
    const data: Changed[] = [];
    for (const one of kept.data) data.push((await lateReplay(inner, one)) ?? (await requireOrder(inner, one)));
    return { ...kept, data };
  });
