import { totalsOfStops } from '@quickfleet/shared/day-rules';
import { isOpenOrder } from '@quickfleet/shared/order-status';
import type { DayBoard, DayOrder, DriverDay, PlannedStop } from '@quickfleet/shared/planning';
import type { AppContext } from '../../context.ts';
import { todayOf } from '../../context.ts';
import { forbidden, notFound } from '../../lib/errors.ts';
import { query } from '../../lib/query.ts';
import { iso } from '../../lib/sql.ts';
import { planned, windowColumns } from '../orders/orders.filters.ts';
import { parcels } from '../orders/orders.queries.ts';

type Scope = 'one driver' | 'the board';
const orderColumns = `o.id, o.tracking_number as "trackingNumber", o.status, o.driver_id as "driverId", o.customer_name as "customerName",
  o.customer_company as "customerCompany", o.customer_phone as "customerPhone", o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress",
  o.notes, o.driver_notes as "driverNotes", ${parcels} as parcels, o.version, ${windowColumns},
  (select coalesce(json_agg(json_build_object('name', i.name, 'quantity', i.quantity) order by i.position, i.id), '[]') from order_items i where i.order_id = o.id) as items`;

/**
 * A day in one statement: its orders by window, and of each driver the stops in their order. First what is picked up and
 * was never placed, then what has a place, then the rest by window; a delivery never stands before its pickup.
 */
const daysSql = (scope: Scope) => `with planned as materialized (
    select o.id, o.status, o.driver_id, greatest(o.pickup_from, ${planned}) as due, coalesce(o.pickup_from, ${planned}) as ready, ${planned} as planned
    from orders o where ${scope === 'one driver' ? 'o.driver_id = ? and' : ''} o.status <> 'cancelled'
      and ${planned} >= (?::date)::timestamp at time zone ? and ${planned} < (?::date + 1)::timestamp at time zone ?
  ), stop as (
    select p.id, p.driver_id, k.stop, k.rank, s.position, case k.rank when 0 then p.ready else p.due end as at,
      p.status = 'delivered' or (k.rank = 0 and p.status in ('picked_up', 'in_transit')) as done
    from planned p cross join (values ('pickup', 0), ('delivery', 1)) as k(stop, rank)
    left join driver_days dd on dd.driver_id = p.driver_id and dd.day = ?::date
    left join driver_day_stops s on s.driver_day_id = dd.id and s.order_id = p.id and s.stop = k.stop
    where p.driver_id is not null
  ), stops_of as (
    select driver_id, json_agg(json_build_object('orderId', id, 'stop', stop, 'isDone', done, 'isPlaced', position is not null)
      order by case when position is not null then 1 when done then 0 else 2 end, position, at, id, rank) as stops
    from stop group by driver_id
  )
  select
    (select coalesce(json_agg(row_to_json(d) order by p.planned, p.id), '[]') from planned p cross join lateral (select ${orderColumns} from orders o where o.id = p.id) d) as orders,
    (select coalesce(json_agg(json_build_object(
        'driver', json_build_object('id', u.id, 'firstName', coalesce(u.first_name, u.username), 'lastName', u.last_name, 'phone', u.phone),
        'version', coalesce(dd.version, 1), 'startedAt', ${iso('dd.started_at')}, 'endedAt', ${iso('dd.ended_at')}, 'stops', coalesce(s.stops, '[]')) order by lower(coalesce(u.first_name, u.username)), u.id), '[]')
      from users u left join driver_days dd on dd.driver_id = u.id and dd.day = ?::date left join stops_of s on s.driver_id = u.id
      where u.role = 'driver' and ${scope === 'one driver' ? 'u.id = ?' : 'u.is_active'}) as drivers`;
const statements = { 'one driver': daysSql('one driver'), 'the board': daysSql('the board') } as const;

interface Column {
  driver: DriverDay['driver'];
  version: number;
  startedAt: string | null;
  endedAt: string | null;
  stops: PlannedStop[];
}
interface Days {
  orders: DayOrder[];
  drivers: Column[];
}
async function readDays(ctx: AppContext, day: string, driverId?: number): Promise<Days> {
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const bounds = [day, zone, day, zone, day, day];
  const [row] =
    driverId === undefined
      ? await query<Days>(ctx.em, statements['the board'], bounds)
      : await query<Days>(ctx.em, statements['one driver'], [driverId, ...bounds, driverId]);
  return row ?? { orders: [], drivers: [] };
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
