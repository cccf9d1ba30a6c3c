import { endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import { driverWorkOut } from '@quickfleet/shared/company/days/driver-work';
import { openOrderStatuses, orderStatusesThat } from '@quickfleet/shared/delivery/orders/order-status';
import { driverPay, noPay } from '@quickfleet/shared/people/money/driver-pay';
import type { ListedUser, listUsers, User as UserView, WholeUser } from '@quickfleet/shared/people/users';
import { roles } from '@quickfleet/shared/roles';
import { languages } from '@quickfleet/shared/words/languages';
import type { z } from 'zod';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, readRow, select } from '../../db/rows.ts';
import { likePattern, quoted, Where } from '../../db/sql.ts';
import { needsFactor } from '../../http/caller/authorize.ts';
import { type AppContext, now } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { dayIn } from '../../process/clock.ts';

const columns = {
  id: c.int('u.id'),
  username: c.text('u.username'),
  role: c.oneOf(roles, 'u.role'),
  firstName: c.text('u.first_name').nullable(),
  lastName: c.text('u.last_name').nullable(),
  email: c.text('u.email').nullable(),
  phone: c.text('u.phone').nullable(),
  language: c.oneOf(languages, 'u.language').nullable(),
  isActive: c.bool('u.is_active'),
  hasSecondFactor: c.bool(
    'exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)',
  ),
  version: c.int('u.version'),
  createdAt: c.time('u.created_at'),
  updatedAt: c.time('u.updated_at'),
};
const one = select(columns);
/** What a plan knows of a driver. */
export const workColumns = {
  vehicle: c.json(driverWorkOut.vehicle, 'u.vehicle'),
  startsFrom: c.text('u.starts_from').nullable(),
  endsAt: c.text('u.ends_at').nullable(),
  skills: c.json(driverWorkOut.skills, 'u.skills'),
  workingHours: c.json(driverWorkOut.workingHours, 'u.working_hours'),
};
const payColumn = {
  pay: c.json(
    driverPay.nullable(),
    `case when u.role = 'driver' then '${JSON.stringify(noPay)}'::jsonb || coalesce(u.pay, '{}') end`,
  ),
};
const whole = select({ ...columns, ...workColumns, ...payColumn });
const listed = select({
  ...columns,
  ...workColumns,
  ...payColumn,
  openOrders: c.int('work."openOrders"').nullable(),
  stopsToday: c.int('work."stopsToday"').nullable(),
});
/** When an order is to be done, as its lists have it (delivery/orders/orders.filters.ts). */
const planned = 'coalesce(o.delivery_from, o.delivery_date, o.pickup_from)';
const plannedPickup = `coalesce(o.pickup_from, ${planned})`;
/** What a driver has open, and which of its stops are for a day: deliveries, and pickups that are still to be made. */
const workload = `left join lateral (
  select count(*)::int as "openOrders", (count(*) filter (where ${planned} >= ? and ${planned} < ?)
      + count(*) filter (where o.status in (${quoted(orderStatusesThat('isBeforePickup'))}) and ${plannedPickup} >= ? and ${plannedPickup} < ?))::int as "stopsToday"
  from orders o where o.driver_id = u.id and o.status in (${quoted(openOrderStatuses)})
) work on u.role = 'driver'`;
const orders = {
  newest: 'u.created_at desc, u.id desc',
  oldest: 'u.created_at, u.id',
  name: 'lower(coalesce(u.first_name, u.username)), u.id',
};

/** A dispatcher ('own') sees drivers only, and neither e-mail address nor pay. */
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
  const bounds = [startOfDay(today, zone), endOfDay(today, zone)];
  const page = await readPage(
    ctx.em,
    {
      table: 'users',
      alias: 'u',
      joins: workload,
      columns: listed,
      columnParams: [...bounds, ...bounds],
      where,
      order: orders[input.sort],
      isSearch: Boolean(input.q),
    },
    input,
  );
  return ctx.grant === 'own' ? { ...page, data: page.data.map((row) => ({ ...row, email: null, pay: null })) } : page;
}

/** `self`: who reads it, as far as it is the user. */
export async function readUser(ctx: AppContext, id: number, self?: number): Promise<UserView> {
  const row = await readRow(ctx.em, one, 'select $columns from users u where u.id = ?', [id]);
  if (!row) throw notFound('User');
  const isWaiting = id === self && needsFactor(ctx.services, row.role, row.hasSecondFactor);
  return isWaiting ? { ...row, mustSetUpFactor: true } : row;
}

/** The same with what a plan knows of a driver. */
export async function readWholeUser(ctx: AppContext, id: number): Promise<WholeUser> {
  const row = await readRow(ctx.em, whole, 'select $columns from users u where u.id = ?', [id]);
  if (!row) throw notFound('User');
  return row;
}
