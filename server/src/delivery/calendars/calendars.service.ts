import type { Calendar as CalendarView, CreateCalendar } from '@quickfleet/shared/delivery/calendars';
import { CALENDARS_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, exists, type Row, readRow, readRows, select } from '../../db/rows.ts';
import { Where } from '../../db/sql.ts';
import { isForeign, merchantOf, onlyOwn } from '../../http/caller/merchant.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { publicUrl } from '../../messages/templates/mail-values.ts';
import { keyWorks } from '../../people/api-keys/api-keys.queries.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { randomKey } from '../../security/secrets.ts';
import { requireDriver } from '../orders/orders.create.ts';
import { Calendar } from './calendar.entity.ts';

const columns = select({
  id: c.int('f.id'),
  driverId: c.int('f.driver_id').nullable(),
  customerId: c.int('f.customer_id').nullable(),
  sealed: c.text('f.token_sealed'),
  createdAt: c.time('f.created_at'),
});
const amount = select({ count: c.int('count(*)::int') });
const viewOf = (
  { services: { config, secrets } }: AppContext,
  { sealed, ...row }: Row<typeof columns>,
): CalendarView => ({
  ...row,
  url: `${publicUrl(config)}${paths.calendar(secrets.open(sealed) ?? '')}`,
});

/** Feeds, the newest first; a merchant's key sees its own. */
export async function findCalendars(ctx: AppContext, id?: number): Promise<CalendarView[]> {
  const where = new Where().and(keyWorks('f'));
  onlyOwn(where, 'f', merchantOf(ctx));
  if (id !== undefined) where.and('f.id = ?', id);
  const rows = await readRows(
    ctx.em,
    columns,
    `select $columns from calendars f ${where.sql} order by f.id desc`,
    where.params,
  );
  return rows.map((row) => viewOf(ctx, row));
}

/**
 * Makes a feed of a driver's stops or a customer's deliveries. Whoever has its address reads it, until it is deleted
 * or the key that made it is revoked.
 *
 * @throws 404, also for another customer than that of a merchant's key, 409 TOO_MANY_CALENDARS
 */
export async function createCalendar(ctx: AppContext, input: CreateCalendar): Promise<CalendarView> {
  const { driverId, customerId } = input;
  if (driverId !== undefined && merchantOf(ctx) !== undefined) throw notFound('Driver');
  if (customerId !== undefined && isForeign(ctx, customerId)) throw notFound('Customer');
  const driver = driverId === undefined ? null : await requireDriver(ctx, driverId);
  const isKnown =
    customerId === undefined || (await exists(ctx.em, 'select 1 from customers where id = ? for update', [customerId]));
  if (!isKnown) throw notFound('Customer');
  const known = await readRow(
    ctx.em,
    amount,
    `select $columns from calendars f where f.driver_id is not distinct from ? and f.customer_id is not distinct from ? and ${keyWorks('f')}`,
    [driver?.id ?? null, customerId ?? null],
  );
  if ((known?.count ?? 0) >= CALENDARS_MAX)
    throw conflict(
      'TOO_MANY_CALENDARS',
      t('There are {count} calendars already. Delete one first', { count: CALENDARS_MAX }),
    );
  const { secrets } = ctx.services;
  const token = randomKey(32);
  const [tokenHash = ''] = secrets.lookupHashes(token);
  const made = ctx.em.create(Calendar, {
    driver,
    customer: customerId === undefined ? null : ctx.em.getReference(Customer, customerId),
    tokenHash,
    tokenSealed: secrets.seal(token),
    keyId: ctx.caller.key?.id ?? null,
    createdAt: now(ctx),
  });
  await ctx.em.flush();
  note(ctx, made, 'calendar_made');
  const [view] = await findCalendars(ctx, made.id);
  if (!view) throw notFound('Calendar');
  return view;
}

function note(ctx: AppContext, { id, driver, customer }: Calendar, action: 'calendar_made' | 'calendar_revoked'): void {
  const detail = `#${id}`;
  if (driver) record(ctx, { subject: 'user', subjectId: driver.id, action: `user.${action}`, detail });
  else if (customer) record(ctx, { subject: 'customer', subjectId: customer.id, action: `customer.${action}`, detail });
}

/** Its address stops working. Rejects with 404, also for another customer's. */
export async function deleteCalendar(ctx: AppContext, id: number): Promise<{ success: true }> {
  const known = await ctx.em.findOne(Calendar, id);
  if (!known || isForeign(ctx, known.customer?.id)) throw notFound('Calendar');
  note(ctx, known, 'calendar_revoked');
  ctx.em.remove(known);
  return { success: true };
}
