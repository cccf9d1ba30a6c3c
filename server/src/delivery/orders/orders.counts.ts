import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { OrderCounts } from '@quickfleet/shared/delivery/orders/orders';
import { COUNTED_MAX } from '../../db/page-statement.ts';
import { query } from '../../db/query.ts';
import type { Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { dayIn } from '../../process/clock.ts';
import { filterOrders } from './orders.filters.ts';

/** Counts per state out of any rows of a state and an amount. */
const byState = (rows: string) =>
  `select coalesce(sum(amount), 0)::int as total, coalesce(sum(amount) filter (where state = 'pending'), 0)::int as created,
     coalesce(sum(amount) filter (where state = 'assigned'), 0)::int as assigned, coalesce(sum(amount) filter (where state = 'picked_up'), 0)::int as "pickedUp",
     coalesce(sum(amount) filter (where state = 'in_transit'), 0)::int as "inTransit", coalesce(sum(amount) filter (where state = 'delivered'), 0)::int as delivered,
     coalesce(sum(amount) filter (where state = 'cancelled'), 0)::int as cancelled from ${rows}`;

/** What stands behind a view of the day: a few rows of an index. */
const counted = (name: string, where: Where) =>
  `(select count(*)::int from (select 1 from orders o ${where.sql} limit ${COUNTED_MAX + 1}) c) as "${name}"`;

/** How many open orders are late, for the dashboard: as the list finds them. */
export async function countOverdue(ctx: AppContext): Promise<number> {
  const where = filterOrders(ctx.services.config.BUSINESS_TIMEZONE, now(ctx), { overdue: true });
  const [row] = await query<{ overdue: number }>(ctx.em, `select ${counted('overdue', where)}`, where.params);
  return row?.overdue ?? 0;
}

/**
 * Orders by state, from the kept counters, and by the views of the day, in one statement; a signed-in driver counts their
 * own, which are few.
 */
export async function countOrders(ctx: AppContext): Promise<OrderCounts> {
  const isOwn = ctx.grant === 'own';
  const driverId = ctx.caller.user?.id ?? 0;
  const [zone, present] = [ctx.services.config.BUSINESS_TIMEZONE, now(ctx)];
  const today = dayIn(zone, present);
  const views = {
    today: { plannedOn: today },
    tomorrow: { plannedOn: addDays(today, 1) },
    overdue: { overdue: true },
    unassigned: { unassigned: true },
    failed: { failed: true },
    unplanned: { unplanned: true },
    carriedOver: { carriedOver: true },
    chargesProposed: { chargesProposed: true },
    paymentsOpen: { payment: 'open' as const },
  };
  const filters = Object.entries(views).map(([name, view]) => {
    const where = filterOrders(zone, present, { ...view, ...(isOwn ? { driverId, isOwn } : {}) });
    return { sql: counted(name, where), where };
  });
  const rows = isOwn
    ? '(select status as state, 1 as amount from orders where driver_id = ?) own'
    : `figures where topic = 'orders'`;
  const [counts] = await query<OrderCounts>(
    ctx.em,
    `select states.*, ${filters.map(({ sql }) => sql).join(', ')} from (${byState(rows)}) states`,
    [...filters.flatMap(({ where }) => where.params), ...(isOwn ? [driverId] : [])],
  );
  if (!counts) throw new Error('A count gave no row');
  return counts;
}
