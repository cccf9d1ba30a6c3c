import { type MemberRole, type Members, memberRoles } from '@quickfleet/shared/people/members';
import { t } from '@quickfleet/shared/words/t';
import { c, exists, type Row, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { findAddress, ownAddress } from '../account/own-address.ts';

const memberColumns = select({
  email: c.text('m.email'),
  role: c.oneOf(memberRoles, 'm.role'),
  createdAt: c.time('m.created_at'),
});
/** Who was joined to a customer, by address. Rejects with 404. */
export async function findMembers(ctx: AppContext, id: number): Promise<Members> {
  if (!(await exists(ctx.em, 'select 1 from customers where id = ?', [id]))) throw notFound('Customer');
  const sql = 'select $columns from customer_members m where m.customer_id = ? order by m.email';
  return { data: await readRows(ctx.em, memberColumns, sql, [id]) };
}

/** SQL: the address, in lower case, that opens a customer's deliveries. One that a key has set waits to be confirmed. */
export const openerOf = (alias: string): string => `lower(coalesce(${alias}.email_before, ${alias}.email))`;

// Who sees a customer is asked with every call, so that leaving ends it in open sessions too.
const SEEN = `from customers k left join customer_members m on m.customer_id = k.id and m.email = ?`;
const IS_SEEN = `(m.id is not null or ${openerOf('k')} = ?)`;
const seenColumns = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  email: c.text('k.email'),
  phone: c.text('k.phone').nullable(),
  company: c.text('k.company').nullable(),
  isOwn: c.bool(`${openerOf('k')} = ?`),
  role: c.oneOf(memberRoles, `case when ${openerOf('k')} = ? then 'books' else m.role end`),
  onAccount: c.bool('k.on_account'),
  hasStatements: c.bool('k.on_account or exists (select 1 from orders o where o.customer_id = k.id and o.on_account)'),
});
export type SeenCustomer = Row<typeof seenColumns>;

/** The customers that an address may see: those it was joined to, and the one that it is the address of. */
export const findSeenCustomers = (ctx: AppContext, email: string): Promise<SeenCustomer[]> =>
  readRows(
    ctx.em,
    seenColumns,
    `select $columns ${SEEN} where k.id in (
       select customer_id from customer_members where email = ? union select k.id from customers k where ${openerOf('k')} = ?)
     order by lower(coalesce(k.company, k.name)), k.id`,
    [email, email, email, email, email],
  );

/** A customer that the caller may see; undefined for any other. */
export async function findSeen(ctx: AppContext, id: number): Promise<SeenCustomer | undefined> {
  const email = await ownAddress(ctx);
  return readRow(ctx.em, seenColumns, `select $columns ${SEEN} where k.id = ? and ${IS_SEEN}`, [
    ...[email, email, email],
    ...[id, email],
  ]);
}

/** Refuses with 403 who only sees. */
export function requireBooks(role: MemberRole): void {
  if (role !== 'books')
    throw forbidden(t('You can see this customer’s deliveries, but not book or decide for it. Ask us to change that'));
}

/**
 * A customer that the caller may see, and with `books` also book for.
 *
 * @throws 404 for any other, 403 for who only sees it
 */
export async function requireSeen(ctx: AppContext, id: number, role: MemberRole = 'sees'): Promise<SeenCustomer> {
  const found = await findSeen(ctx, id);
  if (!found) throw notFound('Customer');
  if (role === 'books') requireBooks(found.role);
  return found;
}

/** Whether a quote or order, by a condition about it, is one of a customer that the caller may see. */
export async function seesRow(
  ctx: AppContext,
  table: 'orders' | 'quotes',
  condition: string,
  value: string | number,
): Promise<boolean> {
  const email = await findAddress(ctx);
  if (email === undefined) return false;
  return exists(
    ctx.em,
    `select 1 from ${table} x join customers k on k.id = x.customer_id
     left join customer_members m on m.customer_id = k.id and m.email = ? where x.${condition} = ? and ${IS_SEEN}`,
    [email, value, email],
  );
}
