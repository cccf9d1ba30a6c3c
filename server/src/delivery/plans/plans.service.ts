import { LockMode } from '@mikro-orm/postgresql';
import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import type { ApplyPlan, CreatePlan, PlanRoute, Plan as PlanView } from '@quickfleet/shared/delivery/planning/plans';
import { PLAN_UNDO_MINUTES } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { run } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, DomainError, invalid, notFound } from '../../http/errors.ts';
import { moveStops } from '../planning/planning.moves.ts';
import { type FormerDay, Plan } from './plan.entity.ts';
import { findChanges, readPlan, versionsOf } from './plans.queries.ts';
import { PLAN_TASK } from './plans.work.ts';

/** Has a plan of a day made; nothing of the day is changed. */
export async function createPlan(ctx: AppContext, input: CreatePlan): Promise<PlanView> {
  if (input.day < todayOf(ctx)) throw invalid('day', t('This day is over'));
  const plan = ctx.em.create(Plan, { day: input.day, state: 'planning', input, createdAt: now(ctx) });
  await ctx.em.flush();
  await run(
    ctx.em,
    `select graphile_worker.add_job('${PLAN_TASK}', json_build_object('id', ?::int), max_attempts => 1)`,
    [plan.id],
  );
  return readPlan(ctx, plan.id);
}

const lockPlan = (ctx: AppContext, id: number): Promise<Plan> =>
  ctx.em.findOneOrFail(Plan, id, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => notFound('Plan') });

/**
 * Makes a plan the day of its drivers, in one transaction with the rules of moving stops by hand.
 *
 * @throws 409 PLAN_NOT_READY, 409 PLAN_OUTDATED with the orders that have changed
 */
export async function applyPlan(ctx: AppContext, { id, driverIds }: ApplyPlan): Promise<PlanView> {
  const plan = await lockPlan(ctx, id);
  const { result, seen, former } = plan;
  if (plan.state !== 'ready' || !result || !seen || !former)
    throw conflict('PLAN_NOT_READY', t('This plan is not ready, or was applied already'));
  await requireUnchanged(ctx, plan);
  const routes = result.routes.filter(({ driverId }) => driverIds?.includes(driverId) ?? true);
  const had = new Map(former.flatMap(({ driverId, stops }) => stops.map(({ orderId }) => [orderId, driverId])));
  const steps = drives(routes, former, had, seen.days);
  if (steps.length > 0) await outdatedIfRefused(() => moveStops(ctx, { day: plan.day, steps }));
  plan.state = 'applied';
  plan.appliedAt = now(ctx);
  plan.undo = undoOf(routes, former, had);
  await ctx.em.flush();
  plan.applied = await versionsOf(
    ctx,
    plan.day,
    Object.keys(seen.days).map(Number),
    Object.keys(seen.orders).map(Number),
  );
  await ctx.em.flush();
  return readPlan(ctx, id);
}

/** Each driver's stops: what is done, then what was planned. */
function drives(
  routes: readonly PlanRoute[],
  former: readonly FormerDay[],
  had: ReadonlyMap<number, number>,
  versions: Readonly<Record<number, number>>,
): MoveStep[] {
  return routes.map(({ driverId, stops }) => {
    const done = former.find((day) => day.driverId === driverId)?.stops.filter(({ isDone }) => isDone) ?? [];
    const taken = [...new Set(stops.map(({ orderId }) => orderId))].flatMap((orderId) => {
      const fromDriverId = had.get(orderId);
      return fromDriverId === undefined || fromDriverId === driverId ? [] : [{ orderId, fromDriverId }];
    });
    return {
      kind: 'drive',
      driverId,
      version: versions[driverId],
      stops: [...done, ...stops].map(({ orderId, stop }) => ({ orderId, stop })),
      reassign: taken,
    };
  });
}

/** The steps that give each driver back what they had, and nobody what nobody had. */
function undoOf(
  routes: readonly PlanRoute[],
  former: readonly FormerDay[],
  had: ReadonlyMap<number, number>,
): MoveStep[] {
  const has = new Map(
    routes.flatMap(({ driverId, stops }) => stops.map(({ orderId }) => [orderId, driverId] as const)),
  );
  const givers = new Set([...has.keys()].flatMap((orderId) => had.get(orderId) ?? []));
  const touched = new Set([...routes.map(({ driverId }) => driverId), ...givers]);
  const back = former
    .filter(({ driverId }) => touched.has(driverId))
    .map(({ driverId, stops }): MoveStep => {
      const orderIds = [...new Set(stops.map(({ orderId }) => orderId))];
      return {
        kind: 'drive',
        driverId,
        version: undefined,
        stops: stops.map(({ orderId, stop }) => ({ orderId, stop })),
        reassign: orderIds.flatMap((orderId) => {
          const present = has.get(orderId);
          return present === undefined || present === driverId ? [] : [{ orderId, fromDriverId: present }];
        }),
      };
    });
  const free = [...has.keys()].filter((orderId) => !had.has(orderId));
  return [...(free.length > 0 ? [{ kind: 'unassign' as const, ids: free }] : []), ...back];
}

async function requireUnchanged(ctx: AppContext, { day, seen }: Plan): Promise<void> {
  if (!seen) return;
  const changes = await findChanges(ctx, day, seen);
  if (changes.length === 0) return;
  throw conflict('PLAN_OUTDATED', t('Something has changed since this plan was made. Make a new one'), changes);
}
/** What a move refuses, because somebody was faster: the plan is outdated. */
async function outdatedIfRefused(move: () => Promise<unknown>): Promise<void> {
  try {
    await move();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error;
    throw conflict('PLAN_OUTDATED', error.message, error.issues);
  }
}

/**
 * Takes an applied plan back, as long as nothing of it has changed since.
 *
 * @throws 409 PLAN_NOT_APPLIED, 409 PLAN_OUTDATED
 */
export async function undoPlan(ctx: AppContext, id: number): Promise<PlanView> {
  const plan = await lockPlan(ctx, id);
  const { undo, appliedAt, applied } = plan;
  const isOver = !appliedAt || now(ctx).getTime() - appliedAt.getTime() > PLAN_UNDO_MINUTES * MINUTE_MS;
  if (plan.state !== 'applied' || !undo || !applied || isOver)
    throw conflict('PLAN_NOT_APPLIED', t('This plan was not applied, or it is too late to take it back'));
  const changes = await findChanges(ctx, plan.day, applied);
  if (changes.length > 0)
    throw conflict('PLAN_OUTDATED', t('Something has changed since this plan was applied'), changes);
  if (undo.length > 0) await outdatedIfRefused(() => moveStops(ctx, { day: plan.day, steps: undo }));
  Object.assign(plan, { state: 'ready', undo: null, applied: null, appliedAt: null });
  await ctx.em.flush();
  plan.seen = await versionsOf(
    ctx,
    plan.day,
    Object.keys(applied.days).map(Number),
    Object.keys(applied.orders).map(Number),
  );
  await ctx.em.flush();
  return readPlan(ctx, id);
}

/** Stops looking for a plan, or forgets one. */
export async function stopPlan(ctx: AppContext, id: number): Promise<{ success: true }> {
  const plan = await lockPlan(ctx, id);
  ctx.em.remove(plan);
  await ctx.em.flush();
  return { success: true };
}
