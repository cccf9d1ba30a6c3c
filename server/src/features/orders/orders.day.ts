import type { AppContext } from '../../context.ts';
import { publish } from '../../lib/events.ts';
import { query } from '../../lib/query.ts';

/**
 * Takes an order's stops out of its driver's days, in the transaction in which it stops being theirs. The day that it is
 * planned for counts as changed even where the stops had no place: who saw them there must look again.
 */
export async function leaveDays(ctx: AppContext, orderId: number, driverId: number): Promise<void> {
  await query(ctx.em, 'delete from driver_day_stops where order_id = ?', [orderId]);
  await query(
    ctx.em,
    `insert into driver_days (driver_id, day, version)
     select ?, (coalesce(delivery_from, delivery_date, pickup_from) at time zone ?)::date, 2 from orders
     where id = ? and coalesce(delivery_from, delivery_date, pickup_from) is not null
     on conflict (driver_id, day) do update set version = driver_days.version + 1`,
    [driverId, ctx.services.config.BUSINESS_TIMEZONE, orderId],
  );
  await publish(ctx.em, { topic: 'day', id: driverId });
}
