import { LockMode } from '@mikro-orm/postgresql';
import { isOpenOrder, openOrderStatuses } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order as OrderView } from '@quickfleet/shared/delivery/orders/orders';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { Order } from '../orders/order.entity.ts';
import { requireDriver, sealAccessCode } from '../orders/orders.create.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { finishChange, lockOrder, moveOrder, touchOrder } from '../orders/orders.service.ts';
import { notifyDriver } from './orders.driver-news.ts';
import { endCode, endDriver } from './orders.rights.ts';

/**
 * Gives an order to a driver. One that has a driver is given to another only with `reassign`; the same driver again
 * changes nothing. A reassigned order gets a new access code, so that the old driver's stops working.
 */
export async function assignDriver(
  ctx: AppContext,
  input: { id: number; driverId: number; reassign?: boolean | undefined },
): Promise<OrderView> {
  const order = await lockOrder(ctx, input.id);
  requireVersion(ctx, 'order', order);
  if (!isOpenOrder(order.status))
    throw conflict(
      'ORDER_CLOSED',
      t('This order is {status} and takes no driver any more', { status: order.statusWords() }),
    );
  const present = order.driver;
  if (present?.id === input.driverId) return readOrder(ctx, order.id);
  if (present && !input.reassign)
    throw conflict('ORDER_ALREADY_ASSIGNED', t('{name} already has this order', { name: displayName(present) }));
  const driver = await requireDriver(ctx, input.driverId);
  order.driver = driver;
  if (order.status === 'pending') {
    await moveOrder(ctx, order, 'assigned', 'assign', { detail: displayName(driver) });
  } else {
    if (present) {
      endRights(ctx, order, present.id, 'reassigned');
      await notifyDriver(ctx, order, { kind: 'removed', driver: present, because: 'reassigned' });
    }
    record(ctx, {
      subject: 'order',
      subjectId: order.id,
      action: 'order.reassigned',
      says: [
        { is: 'moved', from: present ? displayName(present) : codeOf('plain', 'nobody'), to: displayName(driver) },
      ],
    });
    await notifyDriver(ctx, order, { kind: 'assigned', driver });
  }
  return finishChange(ctx, order);
}

/** The driver and all users of the code lose access immediately; they may still upload evidence. */
function endRights(ctx: AppContext, order: Order, driverId: number, after: 'reassigned' | 'unassigned'): void {
  endDriver(ctx, order, driverId, after);
  endCode(ctx, order, after);
  Object.assign(order, sealAccessCode(ctx));
}

/**
 * Takes an order from its driver: an assigned one is pending again, with a new access code.
 *
 * @throws 409 ORDER_NOT_ASSIGNED, 409 ORDER_UNDER_WAY once it is picked up, 409 ORDER_CLOSED
 */
export async function unassignDriver(ctx: AppContext, id: number): Promise<OrderView> {
  const order = await lockOrder(ctx, id);
  requireVersion(ctx, 'order', order);
  if (!isOpenOrder(order.status))
    throw conflict('ORDER_CLOSED', t('This order is {status} and keeps its driver', { status: order.statusWords() }));
  if (!order.driver) throw conflict('ORDER_NOT_ASSIGNED', t('No driver has this order'));
  if (order.status !== 'assigned')
    throw conflict(
      'ORDER_UNDER_WAY',
      t('{name} has picked this order up; give it to another driver instead', { name: displayName(order.driver) }),
    );
  await takeFromDriver(ctx, order, 'unassigned');
  return finishChange(ctx, order);
}

async function takeFromDriver(ctx: AppContext, order: Order, because: 'unassigned' | 'deactivated'): Promise<void> {
  const { driver, status: from } = order;
  if (!driver) return;
  endRights(ctx, order, driver.id, 'unassigned');
  order.driver = null;
  if (from === 'assigned') order.moveTo('pending', 'unassign', 'staff', now(ctx));
  const isMoved = order.status !== from;
  record(ctx, {
    subject: 'order',
    subjectId: order.id,
    action: 'order.unassigned',
    ...(isMoved ? { from, to: order.status } : {}),
    says: [because === 'deactivated' ? { is: 'driver_gone', driver: displayName(driver) } : displayName(driver)],
  });
  await notifyDriver(ctx, order, { kind: 'removed', driver, because });
}

/**
 * Unassigns every open order of a user who is no longer an active driver, in the same transaction. Orders that are
 * picked up or in transit keep their status without a driver: the office reassigns them. Returns the number of orders.
 */
export async function releaseOrdersOf(ctx: AppContext, driverId: number): Promise<number> {
  const orders = await ctx.em.find(
    Order,
    { driver: driverId, status: { $in: [...openOrderStatuses] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, populate: ['driver'] },
  );
  for (const order of orders) {
    await takeFromDriver(ctx, order, 'deactivated');
    await touchOrder(ctx, order);
  }
  await ctx.em.flush();
  return orders.length;
}
