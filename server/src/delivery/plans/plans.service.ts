import { LockMode } from '@mikro-orm/postgresql';
import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import type { MoveStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import type { ApplyPlan, CreatePlan, PlanRoute, Plan as PlanView } from '@quickfleet/shared/delivery/planning/plans';
import { PLAN_UNDO_MINUTES } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { run } from '../../db/rows.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict, DomainError, invalid, notFound } from '../../http/errors.ts';
import { User } from '../../people/users/user.entity.ts';
import { Order } from '../orders/order.entity.ts';
import { moveStops } from '../planning/planning.moves.ts';
import { type FormerDay, Plan } from './plan.entity.ts';
import { readPlan } from './plans.queries.ts';
import { appliedIn, findChanges, findOverwritten, ordersIn, readDays, readOrders, seenIn } from './plans.seen.ts';
import { PLAN_TASK } from './plans.work.ts';

/** Has a plan of a day made; nothing of the day is changed. */
export async function createPlan(ctx: AppContext, input: CreatePlan): Promise<PlanView> {
  if (input.day < todayOf(ctx)) throw invalid('day', t('This day is over'));
  await requireKnown(ctx, input);
  const plan = ctx.em.create(Plan, { day: input.day, state: 'planning', input, createdAt: now(ctx) });
  await ctx.em.flush();
  await run(
    ctx.em,
    `select graphile_worker.add_job('${PLAN_TASK}', json_build_object('id', ?::int), max_attempts => 1)`,
    [plan.id],
  );
  return readPlan(ctx, plan.id);
}

/** Refuses orders and drivers that there are not, instead of planning without them. */
async function requireKnown(ctx: AppContext, { orderIds = [], driverIds = [] }: CreatePlan): Promise<void> {
  if ((await ctx.em.count(Order, { id: orderIds })) < new Set(orderIds).size)
    throw invalid('orderIds', t('Order not found'));
  if ((await ctx.em.count(User, { id: driverIds, role: 'driver' })) < new Set(driverIds).size)
    throw invalid('driverIds', t('Driver not found'));
}

const lockPlan = (ctx: AppContext, id: number): Promise<Plan> =>
  ctx.em.findOneOrFail(Plan, id, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => notFound('Plan') });

/**
 * Makes a plan the day of its drivers, of all or one after the other, each time in one transaction with the rules of
 * moving stops by hand.
 *
 * @throws 409 PLAN_NOT_READY, 409 PLAN_OUTDATED with what has changed
 */
export async function applyPlan(ctx: AppContext, { id, driverIds }: ApplyPlan): Promise<PlanView> {
  const plan = await lockPlan(ctx, id);
  const { result, former } = plan;
  const [seen, applied] = [seenIn(plan.seen), appliedIn(plan.applied)];
  const isLeft = ({ driverId }: PlanRoute) => !applied?.driverIds.includes(driverId);
  const routes = result?.routes.filter((route) => isLeft(route) && (driverIds?.includes(route.driverId) ?? true)) ?? [];
  if (plan.state !== 'ready' || !result || !seen || !former || (applied && routes.length === 0))
    throw conflict('PLAN_NOT_READY', t('This plan is not ready, or was applied already'));
  const { issues, versions } = await findChanges(ctx, plan.input, { seen, applied });
  if (issues.length > 0)
    throw conflict('PLAN_OUTDATED', t('Something has changed since this plan was made. Make a new one'), issues);
  const had = new Map(former.flatMap(({ driverId, stops }) => stops.map(({ orderId }) => [orderId, driverId])));
  const steps = drives(routes, former, had, versions);
  if (steps.length > 0) await outdatedIfRefused(() => moveStops(ctx, { day: plan.day, steps }));
  const taken = [...(applied?.driverIds ?? []), ...routes.map(({ driverId }) => driverId)];
  const made = result.routes.filter(({ driverId }) => taken.includes(driverId));
  if (made.length === result.routes.length) plan.state = 'applied';
  plan.appliedAt = now(ctx);
  plan.undo = undoOf(made, former, had);
  await ctx.em.flush();
  const moved = routes.flatMap(({ stops }) => stops.map(({ orderId }) => orderId));
  const orders = await readOrders(ctx, Object.keys(seen.orders).map(Number));
  const days = await readDays(ctx, plan.input, Object.keys(seen.days).map(Number));
  plan.applied = {
    driverIds: taken,
    orders: {
      ...applied?.orders,
      ...Object.fromEntries(moved.map((orderId) => [orderId, orders.get(orderId)?.progress ?? ''])),
    },
  };
  // What the plan itself has changed makes the rest of it no older.
  plan.seen = {
    orders: mapValues(seen.orders, (version, one) =>
      applied?.orders[one] === undefined ? (orders.get(one)?.version ?? version) : version,
    ),
    days: mapValues(seen.days, (day, one) => ({
      ...day,
      stops: applied?.driverIds.includes(one)
        ? day.stops.filter((stop) => !ordersIn([stop]).some((orderId) => moved.includes(orderId)))
        : (days.get(one)?.stops ?? day.stops),
    })),
  };
  await ctx.em.flush();
  return readPlan(ctx, id);
}
const mapValues = <T>(record: Readonly<Record<string, T>>, change: (value: T, id: number) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, Number(key))]));

/** Each driver's stops: what is done, then what was planned. */
function drives(
  routes: readonly PlanRoute[],
  former: readonly FormerDay[],
  had: ReadonlyMap<number, number>,
  versions: ReadonlyMap<number, number>,
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
      version: versions.get(driverId),
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
 * Takes back what of a plan was applied, as long as the days of its drivers are as it left them and nothing of it was
 * driven.
 *
 * @throws 409 PLAN_NOT_APPLIED, 409 PLAN_OUTDATED
 */
export async function undoPlan(ctx: AppContext, id: number): Promise<PlanView> {
  const plan = await lockPlan(ctx, id);
  const { undo, appliedAt } = plan;
  const [seen, applied] = [seenIn(plan.seen), appliedIn(plan.applied)];
  const isOver = !appliedAt || now(ctx).getTime() - appliedAt.getTime() > PLAN_UNDO_MINUTES * MINUTE_MS;
  if (!undo || !seen || !applied || isOver)
    throw conflict('PLAN_NOT_APPLIED', t('This plan was not applied, or it is too late to take it back'));
  const touched = undo.flatMap((step) => (step.kind === 'drive' ? [step.driverId] : []));
  const changes = await findOverwritten(ctx, plan.input, { seen, applied, touched });
  if (changes.length > 0)
    throw conflict('PLAN_OUTDATED', t('Something has changed since this plan was applied'), changes);
  const before = await readOrders(ctx, Object.keys(seen.orders).map(Number));
  if (undo.length > 0) await outdatedIfRefused(() => moveStops(ctx, { day: plan.day, steps: undo }));
  Object.assign(plan, { state: 'ready', undo: null, applied: null, appliedAt: null });
  await ctx.em.flush();
  const [orders, days] = [await readOrders(ctx, [...before.keys()]), await readDays(ctx, plan.input, touched)];
  // What somebody else has changed since it was made still makes it outdated.
  plan.seen = {
    orders: mapValues(seen.orders, (version, one) =>
      before.get(one)?.version === version ? (orders.get(one)?.version ?? version) : version,
    ),
    days: mapValues(seen.days, (day, one) => ({ ...day, stops: days.get(one)?.stops ?? day.stops })),
  };
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
