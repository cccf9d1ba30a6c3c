import { displayName } from '@quickfleet/shared/base/contact/display-name';
import type { Driver, ListDrivers } from '@quickfleet/shared/delivery/drivers/drivers';
import { type Page, readPage } from '../../db/paginate.ts';
import { c, select } from '../../db/rows.ts';
import { likePattern, Where } from '../../db/sql.ts';
import type { AppContext } from '../../http/context.ts';
import { workColumns } from '../../people/users/users.queries.ts';

const columns = select({
  id: c.int('u.id'),
  username: c.text('u.username'),
  firstName: c.text('u.first_name').nullable(),
  lastName: c.text('u.last_name').nullable(),
  phone: c.text('u.phone').nullable(),
  isActive: c.bool('u.is_active'),
  ...workColumns,
});

/** Who may be assigned an order, by name. */
export async function findDrivers(ctx: AppContext, input: ListDrivers): Promise<Page<Driver>> {
  const where = new Where();
  where.and(`u.role = 'driver'`);
  if (input.isActive !== undefined) where.and('u.is_active = ?', input.isActive);
  if (input.q) where.andSelective(`concat_ws(' ', u.first_name, u.last_name) ilike ?`, likePattern(input.q));
  const order = 'lower(coalesce(u.first_name, u.username)), u.id';
  const page = await readPage(
    ctx.em,
    { table: 'users', alias: 'u', columns, where, order, isSearch: Boolean(input.q) },
    input,
  );
  return {
    ...page,
    data: page.data.map(({ username, ...row }) => ({ ...row, name: displayName({ ...row, username }) })),
  };
}
