import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DriverDay } from '@quickfleet/shared/delivery/planning/planning';
import { type MoveStep, type MoveStops, ordersOfStep } from '@quickfleet/shared/delivery/planning/planning-moves';
import { c, readRows, select } from '../../db/rows.ts';
import { type AppContext, withoutIfMatch } from '../../http/context.ts';
import { DomainError } from '../../http/errors.ts';
import { unassignDriver } from '../order-rights/orders.driver.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { updateOrder } from '../orders/orders.service.ts';
import { readDriverDay } from './planning.queries.ts';
import { rescheduleOrders } from './planning.reschedule.ts';
import { lockDays, requireSeen, setDriverDay } from './planning.service.ts';

const number = select({ id: c.int('o.id'), trackingNumber: c.text('o.tracking_number') });

/**
 * Several changes of a day's plan in one transaction, step by step, each with the rules of the single call. All are made,
 * or none is. The versions are those that the caller saw before the first step.
 *
 * @throws what the single calls throw; `issues` begin with the place of the step
 */
export async function moveStops(ctx: AppContext, { day, steps }: MoveStops): Promise<{ data: DriverDay[] }> {
  const inner = withoutIfMatch(ctx);
  const ids = [...new Set(steps.flatMap(ordersOfStep))];
  // First the orders and then the days, as every call of planning: two of them never wait in a circle.
  const rows = await readRows(
    ctx.em,
    number,
    'select $columns from orders o where o.id = any(?) order by o.id for update of o',
    [ids],
  );
  const numbers = new Map(rows.map(({ id, trackingNumber }) => [id, formatTracking(trackingNumber)]));
  await requireVersions(ctx, day, steps);
  for (const [at, step] of steps.entries()) await make(inner, day, step, `steps.${at}`, numbers);
  const drivers = new Set(steps.flatMap((step) => (step.kind === 'drive' ? [step.driverId] : [])));
  const data: DriverDay[] = [];
  for (const id of drivers) data.push(await readDriverDay(ctx, { id, day }));
  return { data };
}

async function requireVersions(ctx: AppContext, day: string, steps: readonly MoveStep[]): Promise<void> {
  const drives = steps.flatMap((step, at) => (step.kind === 'drive' ? [{ ...step, path: `steps.${at}` }] : []));
  const taken = drives.flatMap(({ reassign }) => reassign?.map(({ fromDriverId }) => fromDriverId) ?? []);
  const days = await lockDays(ctx, day, [...drives.map(({ driverId }) => driverId), ...taken]);
  for (const { driverId, version, path } of drives)
    await within(path, undefined, async () => {
      const driver = await requireDriver(ctx, driverId);
      const present = days.get(driverId);
      if (present) requireSeen(driver, present, version);
    });
}

async function make(
  ctx: AppContext,
  day: string,
  step: MoveStep,
  path: string,
  numbers: ReadonlyMap<number, string>,
): Promise<void> {
  switch (step.kind) {
    case 'drive': {
      const { driverId: id, stops, reassign } = step;
      await within(path, undefined, () => setDriverDay(ctx, { id, day, stops, reassign }));
      return;
    }
    case 'reschedule':
      await within(path, undefined, () => rescheduleOrders(ctx, step));
      return;
    case 'unassign':
      for (const [at, id] of step.ids.entries())
        await within(`${path}.ids.${at}`, numbers.get(id), () => unassignDriver(ctx, id));
      return;
    case 'plan': {
      const { kind: _, isUndo, ...plan } = step;
      await within(path, numbers.get(step.id), () => updateOrder(ctx, plan, { mayBeOver: isUndo }));
    }
  }
}

/** Makes a step, and says of a refusal which step and which order it is about. */
async function within(path: string, name: string | undefined, make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = name ? `${name}: ${error.message}` : error.message;
    const issues = error.issues?.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })) ?? [{ path, message }];
    throw new DomainError(error.code, error.reason, message, { issues, headers: error.headers, cause: error });
  }
}
