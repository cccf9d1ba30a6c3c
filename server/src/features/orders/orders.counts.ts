import type { AppContext } from '../../context.ts';
import { query } from '../../lib/query.ts';

interface Counts {
  total: number;
  created: number;
  assigned: number;
  pickedUp: number;
  inTransit: number;
  delivered: number;
  cancelled: number;
}

/** Counts per state out of any rows of a state and an amount. */
const countsOf = (rows: string) =>
  `select coalesce(sum(amount), 0)::int as total, coalesce(sum(amount) filter (where state = 'pending'), 0)::int as created,
     coalesce(sum(amount) filter (where state = 'assigned'), 0)::int as assigned, coalesce(sum(amount) filter (where state = 'picked_up'), 0)::int as "pickedUp",
     coalesce(sum(amount) filter (where state = 'in_transit'), 0)::int as "inTransit", coalesce(sum(amount) filter (where state = 'delivered'), 0)::int as delivered,
     coalesce(sum(amount) filter (where state = 'cancelled'), 0)::int as cancelled from ${rows}`;

/** Orders by state, from the kept figures; a signed-in driver counts their own, which are few. */
export async function countOrders({ em, grant, caller }: AppContext): Promise<Counts> {
  const isOwn = grant === 'own';
  const rows = isOwn
    ? '(select status as state, 1 as amount from orders where driver_id = ?) own'
    : `figures where topic = 'orders'`;
  const [counts] = await query<Counts>(em, countsOf(rows), isOwn ? [caller.user?.id ?? 0] : []);
  return counts ?? { total: 0, created: 0, assigned: 0, pickedUp: 0, inTransit: 0, delivered: 0, cancelled: 0 };
}
