import { c, readRow, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { queuePush } from '../../messages/push/push.service.ts';
import { dayIn } from '../../process/clock.ts';
import { holdNotices } from '../notices/notices.service.ts';
import type { Order } from '../orders/order.entity.ts';
import { planned, plannedPickup } from '../orders/orders.filters.ts';
import { mailOrder } from '../orders/orders.mail.ts';
import { type DriverNews, mailDriver, pushWords } from './orders.driver-mail.ts';

const plan = select({ pickupAt: c.date(plannedPickup).nullable(), deliveryAt: c.date(planned).nullable() });

/**
 * Takes an order's stops out of its driver's days, in the transaction in which it stops being theirs. The days that they
 * are planned for count as changed even where the stops had no place: who saw them there must look again.
 */
async function leaveDays(ctx: AppContext, orderId: number, driverId: number): Promise<void> {
  await run(ctx.em, 'delete from driver_day_stops where order_id = ?', [orderId]);
  const order = await readRow(ctx.em, plan, 'select $columns from orders o where o.id = ?', [orderId]);
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const days = [order?.pickupAt, order?.deliveryAt].flatMap((at) => (at ? dayIn(zone, at) : []));
  if (days.length > 0)
    await run(
      ctx.em,
      `insert into driver_days (driver_id, day, version) select distinct ?::int, day, 2 from unnest(?::date[]) as day order by day
       on conflict (driver_id, day) do update set version = driver_days.version + 1`,
      [driverId, days],
    );
  await publish(ctx.em, { topic: 'day', id: driverId });
}

/**
 * The one place for every change of an order's driver, or of what a driver relies on. In the same transaction the
 * customer is notified of the driver, and the driver of the job (E17); what is about planning waits until the plan has
 * settled.
 */
export async function notifyDriver(ctx: AppContext, order: Order, news: DriverNews): Promise<void> {
  if (news.kind === 'removed') await leaveDays(ctx, order.id, news.driver.id);
  if (await holdNotices(ctx, order, news)) return;
  if (news.kind === 'assigned' && !news.isConfirmed) await mailOrder(ctx, order, 'driver_assigned');
  await mailDriver(ctx, order, news);
  await queuePush(ctx, news.driver.id, pushWords(ctx, order, news));
}
