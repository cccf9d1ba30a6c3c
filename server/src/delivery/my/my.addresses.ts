import { stopContact } from '@quickfleet/shared/base/contact/stop-contact';
import type { MyAddresses, OfCustomer } from '@quickfleet/shared/delivery/my/my';
import { ADDRESSES_OFFERED, ADDRESSES_SAVED_MAX } from '@quickfleet/shared/limits';
import type { ChangeMine, SavedAddress, SaveMine } from '@quickfleet/shared/people/saved-addresses';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { ownAddress, whoInMy } from '../../people/account/own-address.ts';
import { changeAddress, removeAddress, saveAddress } from '../../people/customers/customers.addresses.ts';
import { savedOrder } from '../../people/customers/customers.queries.ts';
import { findOrCreateCustomer } from '../../people/customers/customers.service.ts';
import { findSeen, openerOf, requireBooks, requireSeen } from '../../people/customers/members.queries.ts';
import { readMe, scopeOf, theirs } from './my.queries.ts';

const USED_READ = 200;
const stopsOf = (alias: string, table: string, condition: string) =>
  (['pickup', 'delivery'] as const)
    .map(
      (
        use,
      ) => `(select '${use}' as use, ${alias}.${use}_address as address, ${alias}.${use}_contact as contact, ${alias}.created_at
       from ${table} ${alias} where ${condition} order by ${alias}.created_at desc, ${alias}.id desc limit ${USED_READ})`,
    )
    .join(' union all ');
const addressColumns = select({
  id: c.int('id').nullable(),
  label: c.text('label').nullable(),
  use: c.oneOf(['pickup', 'delivery'], 'use'),
  address: c.text('address'),
  contact: c.json(stopContact, 'contact').nullable(),
  lastUsedAt: c.time('at'),
});
/**
 * The saved addresses of the caller's address or customer, then where they sent from and to, each with who was there last;
 * most recent first.
 */
export async function findMyAddresses(ctx: AppContext, { customerId }: OfCustomer): Promise<MyAddresses> {
  const { email, customer } = await scopeOf(ctx, customerId);
  const conditionOf = (alias: string) => (customer ? `${alias}.customer_id = ?` : theirs(alias));
  const value = customer ? customer.id : email;
  const ofCustomer = customer ? '= ?' : `in (select k.id from customers k where ${openerOf('k')} = ?)`;
  const data = await readRows(
    ctx.em,
    addressColumns,
    `with used as (
       select distinct on (use, lower(address)) * from (${stopsOf('o', 'orders', conditionOf('o'))} union all ${stopsOf('q', 'quotes', conditionOf('q'))}) stops
       order by use, lower(address), created_at desc),
     saved as (
       select a.id, a.label, stop.use, a.address, a.contact, greatest(a.created_at, u.created_at) as at
       from (select * from customer_addresses where customer_id ${ofCustomer} order by ${savedOrder} limit ${ADDRESSES_SAVED_MAX}) a
       join (values ('pickup'), ('delivery')) stop (use) on a.use in (stop.use, 'both')
       left join used u on u.use = stop.use and lower(u.address) = lower(a.address)),
     others as (
       select u.* from used u
       where not exists (select 1 from saved s where s.use = u.use and lower(s.address) = lower(u.address))
       order by u.created_at desc, u.use, u.address limit ${ADDRESSES_OFFERED})
     select $columns from (
       select * from saved union all select null, null, use, address, contact, created_at from others) offered
     order by id is null, case when id is not null then lower(coalesce(label, address)) end, id,
       case when id is null then at end desc, use desc, address`,
    [value, value, value, value, value],
  );
  return { data };
}

/** The customer of the caller's own address; made with the first that is saved, as with a first request. */
async function ownCustomer(ctx: AppContext): Promise<number> {
  const email = await ownAddress(ctx);
  const { name } = await readMe(ctx);
  const { id } = await findOrCreateCustomer(ctx, { name: name ?? ctx.caller.user?.name ?? email, email });
  return id;
}

/**
 * Saves an address for a customer that the caller books for, or for their own; staff see the same.
 *
 * @throws 403 for who only sees the customer, 404, 409 ADDRESS_EXISTS, TOO_MANY_ADDRESSES
 */
export async function saveMine(ctx: AppContext, { customerId, ...given }: SaveMine): Promise<SavedAddress> {
  const id = customerId === undefined ? await ownCustomer(ctx) : (await requireSeen(ctx, customerId, 'books')).id;
  return saveAddress(ctx, { id, ...given }, await whoInMy(ctx));
}

const ofRow = select({ customerId: c.int('customer_id') });
/** The customer of a saved address, which the caller books for. Rejects with 404, and with 403 for who only sees it. */
async function ownerOf(ctx: AppContext, id: number): Promise<number> {
  await ownAddress(ctx);
  const row = await readRow(ctx.em, ofRow, 'select $columns from customer_addresses where id = ?', [id]);
  const seen = row && (await findSeen(ctx, row.customerId));
  // Another customer's address is as unknown as none.
  if (!seen) throw notFound('Address');
  requireBooks(seen.role);
  return seen.id;
}

/** Changes a saved address. Rejects like `ownerOf`, and with 409 ADDRESS_EXISTS. */
export const changeMine = async (ctx: AppContext, { id, ...changes }: ChangeMine): Promise<SavedAddress> =>
  changeAddress(ctx, { id: await ownerOf(ctx, id), addressId: id, ...changes }, await whoInMy(ctx));

/** Removes a saved address. Rejects like `ownerOf`. */
export const removeMine = async (ctx: AppContext, { id }: { id: number }): Promise<{ success: true }> =>
  removeAddress(ctx, { id: await ownerOf(ctx, id), addressId: id }, await whoInMy(ctx));
