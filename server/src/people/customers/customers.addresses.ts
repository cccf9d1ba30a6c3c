import { LockMode } from '@mikro-orm/postgresql';
import { contactInWords, type StopContact } from '@quickfleet/shared/base/stop-person';
import { ADDRESSES_SAVED_MAX } from '@quickfleet/shared/limits';
import type {
  AddressUse,
  ChangeAddress,
  RemoveAddress,
  SaveAddress,
  SavedAddress,
} from '@quickfleet/shared/people/saved-addresses';
import { changeInWords } from '../../company/history/change-words.ts';
import { record } from '../../company/history/history.service.ts';
import { exists, onlyId, readRow } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { CustomerAddress } from './customer-address.entity.ts';
import { lockCustomer } from './customers.service.ts';

// One list for staff, the customer's own people and files that are imported.

interface NewAddress {
  customerId: number;
  use: AddressUse;
  address: string;
  label?: string | null | undefined;
  contact?: StopContact | null | undefined;
}

/** Offers an address of a file for a customer's next orders. The id of the new row; undefined when it was offered before. */
export async function addAddress(
  ctx: AppContext,
  { customerId, use, address, label = null, contact = null }: NewAddress,
): Promise<number | undefined> {
  const made = await readRow(
    ctx.em,
    onlyId,
    `insert into customer_addresses (customer_id, use, address, label, contact, created_at) values (?, ?, ?, ?, ?::jsonb, ?)
     on conflict do nothing returning $columns`,
    [customerId, use, address, label, contact && JSON.stringify(contact), now(ctx)],
  );
  if (made)
    record(ctx, { subject: 'customer', subjectId: customerId, action: 'customer.address_added', detail: address });
  return made?.id;
}

/** Takes such an address back, unless somebody has changed it: false then. */
export async function takeAddressBack(ctx: AppContext, id: number, version: number | null): Promise<boolean> {
  const row = await ctx.em.findOne(CustomerAddress, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (row && row.version !== version) return false;
  if (row) ctx.em.remove(row);
  return true;
}

const viewOf = ({ id, label = null, use, address, contact = null, createdAt }: CustomerAddress): SavedAddress => ({
  id,
  label,
  use,
  address,
  contact,
  createdAt: createdAt.toISOString(),
});

/** A line of the customer's history; `who` is a person of the customer, whom it does not know as staff. */
function note(ctx: AppContext, subjectId: number, action: string, detail: string, who: string | undefined): void {
  const whole = who ? `${detail}\nBy ${who}` : detail;
  record(ctx, { subject: 'customer', subjectId, action, detail: whole });
}

/** Refuses what is offered already: the same address for the same stop, in any letter case. */
async function requireNew(ctx: AppContext, customerId: number, row: { id?: number; use: AddressUse; address: string }) {
  const isKnown = await exists(
    ctx.em,
    `select 1 from customer_addresses where customer_id = ? and lower(address) = lower(?) and id <> ?
       and (use = ? or use = 'both' or ? = 'both')`,
    [customerId, row.address, row.id ?? 0, row.use, row.use],
  );
  if (!isKnown) return;
  const message = 'This address is saved already. Change the one that is there';
  throw conflict('ADDRESS_EXISTS', message, [{ path: 'address', message }]);
}

/**
 * Saves an address for a customer's next orders.
 *
 * @throws 404, 409 ADDRESS_EXISTS, TOO_MANY_ADDRESSES
 */
export async function saveAddress(ctx: AppContext, { id, ...given }: SaveAddress, who?: string): Promise<SavedAddress> {
  const customer = await lockCustomer(ctx, id);
  if ((await ctx.em.count(CustomerAddress, { customer: id })) >= ADDRESSES_SAVED_MAX)
    throw conflict('TOO_MANY_ADDRESSES', `At most ${ADDRESSES_SAVED_MAX} addresses are saved. Remove one first`);
  await requireNew(ctx, id, given);
  const { use, address, label = null, contact = null } = given;
  const row = ctx.em.create(CustomerAddress, { customer, use, address, label, contact, createdAt: now(ctx) });
  await ctx.em.flush();
  note(ctx, id, 'customer.address_added', address, who);
  return viewOf(row);
}

/** One address of a customer, under the lock of the customer. Rejects with 404. */
async function lockAddress(ctx: AppContext, customerId: number, id: number): Promise<CustomerAddress> {
  await lockCustomer(ctx, customerId);
  return ctx.em.findOneOrFail(
    CustomerAddress,
    { id, customer: customerId },
    { failHandler: () => notFound('Address') },
  );
}

const useWords: Record<AddressUse, string> = { pickup: 'pickup', delivery: 'delivery', both: 'pickup and delivery' };
const wordsOf = ({ address, label, use, contact }: CustomerAddress) =>
  [
    ['Address', address],
    ['Name', label ?? null],
    ['Use', useWords[use]],
    ['Contact', contactInWords(contact)],
  ] as const;

/**
 * Changes a saved address; what is absent stays.
 *
 * @throws 404, 409 ADDRESS_EXISTS
 */
export async function changeAddress(
  ctx: AppContext,
  { id: customerId, addressId, ...changes }: ChangeAddress,
  who?: string,
): Promise<SavedAddress> {
  const row = await lockAddress(ctx, customerId, addressId);
  const before = wordsOf(row);
  const { address = row.address, use = row.use, label = row.label, contact = row.contact } = changes;
  await requireNew(ctx, customerId, { id: addressId, use, address });
  Object.assign(row, { address, use, label, contact });
  const lines = wordsOf(row).flatMap(([name, after], at) => {
    const was = before[at]?.[1] ?? null;
    return was === after ? [] : [changeInWords(name, was, after)];
  });
  await ctx.em.flush();
  if (lines.length > 0) note(ctx, customerId, 'customer.address_changed', lines.join('\n'), who);
  return viewOf(row);
}

/** Removes a saved address; orders that were made with it keep it. Rejects with 404. */
export async function removeAddress(
  ctx: AppContext,
  { id: customerId, addressId }: RemoveAddress,
  who?: string,
): Promise<{ success: true }> {
  const row = await lockAddress(ctx, customerId, addressId);
  ctx.em.remove(row);
  note(ctx, customerId, 'customer.address_removed', row.address, who);
  return { success: true };
}
