import { openOrderStatuses } from '@quickfleet/shared/order-status';
import type { ListedUser, listUsers, User as UserView } from '@quickfleet/shared/users';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { now } from '../../context.ts';
import { dayIn } from '../../lib/clock.ts';
import { notFound } from '../../lib/errors.ts';
import { type Page, readPage } from '../../lib/paginate.ts';
import { query } from '../../lib/query.ts';
import { iso, likePattern, Where } from '../../lib/sql.ts';

const columns = `u.id, u.username, u.role, u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.is_active as "isActive", u.version,
  ${iso('u.created_at')} as "createdAt", ${iso('u.updated_at')} as "updatedAt"`;
/** When an order is to be done, as its lists have it (features/orders/orders.filters.ts). */
const planned = 'coalesce(o.delivery_from, o.delivery_date, o.pickup_from)';
/** What a driver has open, and how much of it is for a day: a pickup that is still to be made and a delivery. */
const workload = `left join lateral (
  select count(*)::int as "openOrders", (coalesce(sum(case when o.status in ('pending', 'assigned') then 2 else 1 end) filter (
      where ${planned} >= (?::date)::timestamp at time zone ? and ${planned} < (?::date + 1)::timestamp at time zone ?), 0))::int as "stopsToday"
  from orders o where o.driver_id = u.id and o.status in (${openOrderStatuses.map((status) => `'${status}'`).join(', ')})
) work on u.role = 'driver'`;
const orders = {
  newest: 'u.created_at desc, u.id desc',
  oldest: 'u.created_at, u.id',
  name: 'lower(coalesce(u.first_name, u.username)), u.id',
};

/** A dispatcher ('own') sees drivers only, and no e-mail address. */
export async function findUsers(ctx: AppContext, input: z.infer<typeof listUsers>): Promise<Page<ListedUser>> {
  const where = new Where();
  if (ctx.grant === 'own') where.and(`u.role = 'driver'`);
  if (input.role) where.and('u.role = ?', input.role);
  if (input.isActive !== undefined) where.and('u.is_active = ?', input.isActive);
  if (input.q) {
    const like = likePattern(input.q);
    where.andSelective(`u.username ilike ? or concat_ws(' ', u.first_name, u.last_name) ilike ?`, like, like);
  }
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const today = dayIn(zone, now(ctx));
  const page = await readPage<ListedUser>(
    ctx.em,
    {
      table: 'users',
      alias: 'u',
      joins: workload,
      columns: `${columns}, work."openOrders", work."stopsToday"`,
      columnParams: [today, zone, today, zone],
      where,
      order: orders[input.sort],
      isSearch: Boolean(input.q),
    },
    input,
  );
  return ctx.grant === 'own' ? { ...page, data: page.data.map((row) => ({ ...row, email: null })) } : page;
}

export async function readUser(ctx: AppContext, id: number): Promise<UserView> {
  const [row] = await query<UserView>(ctx.em, `select ${columns} from users u where u.id = ?`, [id]);
  if (!row) throw notFound('User');
  return row;
}
