import type { AppContext } from '../../http/context.ts';
import type { Order } from '../orders/order.entity.ts';
import { mailOrder } from '../orders/orders.mail.ts';
import { leaveDays } from './orders.day.ts';
import { type DriverNews, mailDriver } from './orders.driver-mail.ts';
import { pushToDriver } from './orders.driver-push.ts';

/**
 * The one place for every change of an order's driver, or of what a driver relies on. In the same transaction the
 * customer is notified of the driver, and the driver of the job (E17).
 */
export async function notifyDriver(ctx: AppContext, order: Order, news: DriverNews): Promise<void> {
  if (news.kind === 'removed') await leaveDays(ctx, order.id, news.driver.id);
  if (news.kind === 'assigned') await mailOrder(ctx, order, 'driver_assigned');
  await mailDriver(ctx, order, news);
  await pushToDriver(ctx, order, news);
}
