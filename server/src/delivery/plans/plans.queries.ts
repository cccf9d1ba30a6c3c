import { MINUTE_MS } from '@quickfleet/shared/base/time/zoned-time';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { createPlan, type Plan as PlanView, planResult } from '@quickfleet/shared/delivery/planning/plans';
import { t } from '@quickfleet/shared/words/t';
import { z } from 'zod';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { type Issue, notFound } from '../../http/errors.ts';
import { type SeenVersions, storedStates } from './plan.entity.ts';

const seenSchema = z.object({
  days: z.record(z.string(), z.int()),
  orders: z.record(z.string(), z.int()),
});
const stored = select({
  id: c.int('p.id'),
  day: c.day('p.day'),
  state: c.oneOf(storedStates, 'p.state'),
  input: c.json(createPlan, 'p.input'),
  result: c.json(planResult.nullable(), 'p.result'),
  seen: c.json(seenSchema.nullable(), 'p.seen'),
  createdAt: c.date('p.created_at'),
});
/** A job that was queued begins within this, else it has failed. */
const BEGINS_WITHIN_MS = 2 * MINUTE_MS;

/** A plan as it is now; what it is about is compared with how it was. */
export async function readPlan(ctx: AppContext, id: number): Promise<PlanView> {
  const row = await readRow(ctx.em, stored, 'select $columns from plans p where p.id = ?', [id]);
  if (!row) throw notFound('Plan');
  const { day, input, result, seen, createdAt } = row;
  const passed = now(ctx).getTime() - createdAt.getTime();
  const isLost = row.state === 'planning' && passed > input.seconds * 1000 + BEGINS_WITHIN_MS;
  const isOutdated = row.state === 'ready' && seen !== null && (await findChanges(ctx, day, seen)).length > 0;
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

const orderVersion = select({
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  version: c.int('o.version'),
});
const dayVersion = select({ driverId: c.int('u.id'), version: c.int('coalesce(dd.version, 1)') });
const readOrders = ({ em }: AppContext, ids: readonly number[]) =>
  readRows(em, orderVersion, 'select $columns from orders o where o.id = any(?) order by o.id', [[...ids]]);
const readDays = ({ em }: AppContext, day: string, ids: readonly number[]) =>
  readRows(
    em,
    dayVersion,
    `select $columns from users u left join driver_days dd on dd.driver_id = u.id and dd.day = ?::date
      where u.id = any(?) and u.role = 'driver' and u.is_active order by u.id`,
    [day, [...ids]],
  );

/** The versions of some drivers' days and of some orders as they are now. */
export async function versionsOf(
  ctx: AppContext,
  day: string,
  driverIds: readonly number[],
  orderIds: readonly number[],
): Promise<SeenVersions> {
  const [days, orders] = [await readDays(ctx, day, driverIds), await readOrders(ctx, orderIds)];
  return {
    days: Object.fromEntries(days.map(({ driverId, version }) => [driverId, version])),
    orders: Object.fromEntries(orders.map(({ id, version }) => [id, version])),
  };
}

/** What has changed since these versions: orders by their number, and days of drivers. */
export async function findChanges(ctx: AppContext, day: string, seen: SeenVersions): Promise<Issue[]> {
  const orders = new Map((await readOrders(ctx, Object.keys(seen.orders).map(Number))).map((row) => [row.id, row]));
  const days = new Map(
    (await readDays(ctx, day, Object.keys(seen.days).map(Number))).map((row) => [row.driverId, row.version]),
  );
  const ofOrders = Object.entries(seen.orders).flatMap(([key, version]): Issue[] => {
    const id = Number(key);
    const present = orders.get(id);
    if (present?.version === version) return [];
    const message = present
      ? t('{number} has changed', { number: formatTracking(present.trackingNumber) })
      : t('An order was deleted');
    return [{ path: `orders.${id}`, message, orderId: id }];
  });
  const ofDays = Object.entries(seen.days).flatMap(([key, version]): Issue[] =>
    days.get(Number(key)) === version
      ? []
      : [{ path: `drivers.${key}`, message: t('The day of a driver has changed') }],
  );
  return [...ofOrders, ...ofDays];
}
