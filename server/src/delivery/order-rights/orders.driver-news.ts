import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { c, readRow, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { queuePush } from '../../messages/push/push.service.ts';
import { dayIn } from '../../process/clock.ts';
import type { Order } from '../orders/order.entity.ts';
import { planned } from '../orders/orders.filters.ts';
import { mailOrder } from '../orders/orders.mail.ts';
import { windowsOf } from '../orders/orders.plan.ts';
import { type DriverNews, mailDriver } from './orders.driver-mail.ts';

const titles: Readonly<Record<DriverNews['kind'], string>> = {
  assigned: 'New job',
  changed: 'Job changed',
  reopened: 'Job open again',
  removed: 'Job taken back',
};

/** When a driver has to be somewhere for it: at the pickup while that is ahead. */
function whenOf(ctx: AppContext, order: Order): string {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const { pickupWindow, deliveryWindow } = windowsOf(order);
  if (pickupWindow) return `, pickup ${windowInWords(pickupWindow, zone)}`;
  return deliveryWindow ? `, delivery ${windowInWords(deliveryWindow, zone)}` : '';
}

/**
 * Tells the driver's phones that asked for it, in the transaction of the change. The lock screen is anybody's to read:
 * number and time, no name, no address.
 */
const pushToDriver = (ctx: AppContext, order: Order, news: DriverNews): Promise<void> =>
  queuePush(ctx, news.driver.id, {
    title: titles[news.kind],
    body: `${formatTracking(order.trackingNumber)}${news.kind === 'removed' ? '' : whenOf(ctx, order)}`,
    tag: order.trackingNumber,
  });

const plan = select({ at: c.date(planned).nullable() });

/**
 * Takes an order's stops out of its driver's days, in the transaction in which it stops being theirs. The day that it is
 * planned for counts as changed even where the stops had no place: who saw them there must look again.
 */
async function leaveDays(ctx: AppContext, orderId: number, driverId: number): Promise<void> {
  await run(ctx.em, 'delete from driver_day_stops where order_id = ?', [orderId]);
  const order = await readRow(ctx.em, plan, 'select $columns from orders o where o.id = ?', [orderId]);
  if (order?.at)
    await run(
      ctx.em,
      `insert into driver_days (driver_id, day, version) values (?, ?::date, 2)
       on conflict (driver_id, day) do update set version = driver_days.version + 1`,
      [driverId, dayIn(ctx.services.config.BUSINESS_TIMEZONE, order.at)],
    );
  await publish(ctx.em, { topic: 'day', id: driverId });
}

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
