import type { AppContext } from '../../context.ts';
import type { User } from '../users/user.entity.ts';
import type { Order } from './order.entity.ts';
import { mailOrder } from './orders.mail.ts';

/** What a driver goes by. */
export type DrivenBy = 'pickupAddress' | 'deliveryAddress' | 'pickupWindow' | 'deliveryWindow' | 'deliveryDate';

export type DriverNews =
  | { kind: 'assigned'; driver: User }
  | { kind: 'changed'; driver: User; changed: readonly DrivenBy[] }
  | { kind: 'removed'; driver: User; because: 'reassigned' | 'unassigned' | 'deactivated' | 'cancelled' | 'deleted' };

/**
 * The one place that every change passes which concerns who carries an order, or what a driver goes by, in the
 * transaction that makes it: the customer is told of a driver.
 */
export async function tellOfDriver(ctx: AppContext, order: Order, news: DriverNews): Promise<void> {
  if (news.kind === 'assigned') await mailOrder(ctx, order, 'driver_assigned');
}
