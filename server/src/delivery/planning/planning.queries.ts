import { stopKinds, totalsOfStops } from '@quickfleet/shared/base/day-rules';
import { endOfDay, startOfDay } from '@quickfleet/shared/base/zoned-time';
import { isOpenOrder, orderStatuses, orderStatusesThat } from '@quickfleet/shared/delivery/order-status';
import type { DayBoard, DayOrder, DriverDay } from '@quickfleet/shared/delivery/planning';
import { z } from 'zod';
import { c, type Row, readOne, select } from '../../db/rows.ts';
import { quoted } from '../../db/sql.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { contactColumns } from '../../people/customers/stop-contacts.ts';
import { planned, windowColumns } from '../orders/orders.filters.ts';
import { parcels } from '../orders/orders.queries.ts';

type Scope = 'one driver' | 'the board';
const dayOrder = {
  id: c.int('o.id'),
  trackingNumber: c.text('o.tracking_number'),
  status: c.oneOf(orderStatuses, 'o.status'),
  driverId: c.int('o.driver_id').nullable(),
  customerName: c.text('o.customer_name'),
  customerCompany: c.text('o.customer_company').nullable(),
  customerPhone: c.text('o.customer_phone').nullable(),
  pickupAddress: c.text('o.pickup_address'),
  deliveryAddress: c.text('o.delivery_address'),
  ...contactColumns('o'),
  notes: c.text('o.notes').nullable(),
  driverNotes: c.text('o.driver_notes').nullable(),
  parcels: c.int(parcels),
  version: c.int('o.version'),
  ...windowColumns,
  items: c.list(
    { name: c.text('i.name'), quantity: c.int('i.quantity') },
    'from order_items i where i.order_id = o.id',
    'i.position, i.id',
  ),
};
const dayStop = c.object({
  orderId: c.int('id'),
  stop: c.oneOf(stopKinds, 'stop'),
  isDone: c.bool('done'),
  isPlaced: c.bool('position is not null'),
});
const ofDriver = {
  driver: c.object({
    id: c.int('u.id'),
    firstName: c.text('coalesce(u.first_name, u.username)'),
    lastName: c.text('u.last_name').nullable(),
    phone: c.text('u.phone').nullable(),
  }),
  version: c.int('coalesce(dd.version, 1)'),
  startedAt: c.time('dd.started_at').nullable(),
  endedAt: c.time('dd.ended_at').nullable(),
  stops: c.json(z.array(dayStop.schema), `coalesce(s.stops, '[]')`),
};
const days = (scope: Scope) =>
  select({
    orders: c.list(dayOrder, 'from planned p join orders o on o.id = p.id', 'p.planned, p.id'),
    drivers: c.list(
      ofDriver,
      `from users u left join driver_days dd on dd.driver_id = u.id and dd.day = ?::date left join stops_of s on s.driver_id = u.id
      where u.role = 'driver' and ${scope === 'one driver' ? 'u.id = ?' : 'u.is_active'}`,
      'lower(coalesce(u.first_name, u.username)), u.id',
    ),
  });

/**
 * A day in one statement: its orders by window, and each driver's stops in order. First stops that are picked up and
 * were never placed, then placed ones, then the rest by window; a delivery never comes before its pickup.
 */
const daysSql = (scope: Scope) => `with planned as materialized (
    select o.id, o.status, o.driver_id, greatest(o.pickup_from, ${planned}) as due, coalesce(o.pickup_from, ${planned}) as ready, ${planned} as planned
    from orders o where ${scope === 'one driver' ? 'o.driver_id = ? and' : ''} o.status in (${quoted(orderStatusesThat('counts'))})
      and ${planned} >= ? and ${planned} < ?
  ), stop as (
    select p.id, p.driver_id, k.stop, k.rank, s.position, case k.rank when 0 then p.ready else p.due end as at,
      p.status in (${quoted(orderStatusesThat('isDelivered'))}) or (k.rank = 0 and p.status in (${quoted(orderStatusesThat('isPickedUp'))})) as done
    from planned p cross join (values ('pickup', 0), ('delivery', 1)) as k(stop, rank)
    left join driver_days dd on dd.driver_id = p.driver_id and dd.day = ?::date
    left join driver_day_stops s on s.driver_day_id = dd.id and s.order_id = p.id and s.stop = k.stop
    where p.driver_id is not null
  ), stops_of as (
    select driver_id, json_agg(${dayStop.sql}
      order by case when position is not null then 1 when done then 0 else 2 end, position, at, id, rank) as stops
    from stop group by driver_id
  )
  select $columns`;
const statements = {
  'one driver': { sql: daysSql('one driver'), columns: days('one driver') },
  'the board': { sql: daysSql('the board'), columns: days('the board') },
} as const;
type Days = Row<ReturnType<typeof days>>;
async function readDays(ctx: AppContext, day: string, driverId?: number): Promise<Days> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const bounds = [startOfDay(day, zone), endOfDay(day, zone), day, day];
  const { sql, columns } = statements[driverId === undefined ? 'the board' : 'one driver'];
  return readOne(ctx.em, columns, sql, driverId === undefined ? bounds : [driverId, ...bounds, driverId]);
}

const byId = (orders: readonly DayOrder[]) => new Map(orders.map((order) => [order.id, order]));

/** A driver's stops of a day in their order; a signed-in driver reads their own. */
export async function readDriverDay(
  ctx: AppContext,
  input: { id: number; day?: string | undefined },
): Promise<DriverDay> {
  if (ctx.grant === 'own' && ctx.caller.user?.id !== input.id) throw forbidden('You can only see your own day');
  const day = input.day ?? todayOf(ctx);
  const { orders, drivers } = await readDays(ctx, day, input.id);
  const [column] = drivers;
  if (!column) throw notFound('Driver');
  return { day, ...column, totals: totalsOfStops(column.stops, byId(orders)), orders };
}

/** Every active driver's day, and the day's open orders that nobody has. */
export async function readBoard(ctx: AppContext, input: { day?: string | undefined }): Promise<DayBoard> {
  const day = input.day ?? todayOf(ctx);
  const { orders, drivers } = await readDays(ctx, day);
  const all = byId(orders);
  const left = orders.filter(({ driverId, status }) => driverId === null && isOpenOrder(status));
  const shown = new Set([
    ...left.map(({ id }) => id),
    ...drivers.flatMap(({ stops }) => stops.map((stop) => stop.orderId)),
  ]);
  const stopsDone = left.filter(({ status }) => status !== 'pending').length;
  return {
    day,
    drivers: drivers.map((column) => ({ ...column, totals: totalsOfStops(column.stops, all) })),
    unassigned: {
      totals: {
        stops: left.length * 2,
        stopsDone,
        orders: left.length,
        parcels: left.reduce((sum, order) => sum + order.parcels, 0),
      },
      orderIds: left.map(({ id }) => id),
    },
    orders: orders.filter(({ id }) => shown.has(id)),
  };
}
