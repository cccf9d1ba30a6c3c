import { c, readRow, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { publish } from '../../http/streams/events.ts';
import { dayIn } from '../../process/clock.ts';
import { planned } from '../orders/orders.filters.ts';

const plan = select({ at: c.date(planned).nullable() });

/**
 * Takes an order's stops out of its driver's days, in the transaction in which it stops being theirs. The day that it is
 * planned for counts as changed even where the stops had no place: who saw them there must look again.
 */
export async function leaveDays(ctx: AppContext, orderId: number, driverId: number): Promise<void> {
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
