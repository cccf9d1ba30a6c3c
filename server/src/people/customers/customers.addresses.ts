import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/postgresql';
import { contactInWords, type StopContact } from '@quickfleet/shared/base/contact/stop-person';
import type { PlaceIn } from '@quickfleet/shared/base/place/places';
import type { HistoryAction } from '@quickfleet/shared/company/history/history-words';
import { ADDRESSES_SAVED_MAX } from '@quickfleet/shared/limits';
import type {
  AddressUse,
  ChangeAddress,
  RemoveAddress,
  SaveAddress,
  SavedAddress,
} from '@quickfleet/shared/people/saved-addresses';
import { t } from '@quickfleet/shared/words/t';
import { change, changed } from '../../company/history/change-words.ts';
import type { Said } from '../../company/history/detail-words.ts';
import { record } from '../../company/history/history.service.ts';
import { codeOf } from '../../company/history/values.ts';
import { findPlaces } from '../../company/places/places.queries.ts';
import { setPin } from '../../company/places/places.service.ts';
import { exists } from '../../db/rows.ts';
import { type AppContext, now } from '../../http/context.ts';
import { conflict, notFound } from '../../http/errors.ts';
import type { Customer } from './customer.entity.ts';
import { CustomerAddress } from './customer-address.entity.ts';
import { lockCustomer } from './customers.service.ts';

// One list for staff, the customer's own people and files that are imported.

interface NewAddress {
  use: AddressUse;
  address: string;
  label?: string | null | undefined;
  contact?: StopContact | null | undefined;
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

/** As staff read it, with where it is. */
async function placed(ctx: AppContext, row: CustomerAddress): Promise<SavedAddress> {
  return { ...viewOf(row), place: (await findPlaces(ctx, [row.address])).get(row.address) ?? null };
}

/** A line of the customer's history; `who` is a person of the customer, whom it does not know as staff. */
function note(
  ctx: AppContext,
  subjectId: number,
  action: HistoryAction,
  lines: readonly Said[],
  who: string | undefined,
): void {
  const says = who ? [...lines, { is: 'by' as const, who }] : lines;
  record(ctx, { subject: 'customer', subjectId, action, says });
}

/** The same address for the same stop, in any letter case. */
const isSaved = (ctx: AppContext, customerId: number, row: { id?: number; use: AddressUse; address: string }) =>
  exists(
    ctx.em,
    `select 1 from customer_addresses where customer_id = ? and lower(address) = lower(?) and id <> ?
       and (use = ? or use = 'both' or ? = 'both')`,
    [customerId, row.address, row.id ?? 0, row.use, row.use],
  );
/** Refuses what is offered already. */
async function requireNew(ctx: AppContext, customerId: number, row: { id?: number; use: AddressUse; address: string }) {
  if (!(await isSaved(ctx, customerId, row))) return;
  const message = t('This address is saved already. Change the one that is there');
  throw conflict('ADDRESS_EXISTS', message, [{ path: 'address', message }]);
}
/** Refuses one more than are offered; to be asked under the lock of the customer. */
async function requireRoom(ctx: AppContext, customerId: number): Promise<void> {
  if ((await ctx.em.count(CustomerAddress, { customer: customerId })) < ADDRESSES_SAVED_MAX) return;
  throw conflict(
    'TOO_MANY_ADDRESSES',
    t('At most {count} addresses are saved. Remove one first', { count: ADDRESSES_SAVED_MAX }),
  );
}

async function insertAddress(ctx: AppContext, customer: Customer, given: NewAddress, who?: string) {
  const { use, address, label = null, contact = null } = given;
  const row = ctx.em.create(CustomerAddress, { customer, use, address, label, contact, createdAt: now(ctx) });
  await ctx.em.flush();
  note(ctx, customer.id, 'customer.address_added', [address], who);
  return row;
}

/**
 * Offers an address of a file for a customer's next orders. The id of the new row; undefined when it was offered before.
 *
 * @throws 404, 409 TOO_MANY_ADDRESSES
 */
export async function addAddress(
  ctx: AppContext,
  { customerId, place, ...given }: NewAddress & { customerId: number; place?: PlaceIn | undefined },
): Promise<number | undefined> {
  const customer = await lockCustomer(ctx, customerId);
  if (await isSaved(ctx, customerId, given)) return undefined;
  await requireRoom(ctx, customerId);
  const { id, address } = await insertAddress(ctx, customer, given);
  await setPin(ctx, address, place, 'place');
  return id;
}

/**
 * Saves an address for a customer's next orders.
 *
 * @throws 404, 409 ADDRESS_EXISTS, TOO_MANY_ADDRESSES
 */
export async function saveAddress(
  ctx: AppContext,
  { id, place, ...given }: SaveAddress,
  who?: string,
): Promise<SavedAddress> {
  const customer = await lockCustomer(ctx, id);
  await requireRoom(ctx, id);
  await requireNew(ctx, id, given);
  const row = await insertAddress(ctx, customer, given, who);
  if (who !== undefined) return viewOf(row);
  await setPin(ctx, row.address, place, 'place');
  return placed(ctx, row);
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

const useWords = { pickup: 'pickup', delivery: 'delivery', both: 'pickup and delivery' } as const satisfies Record<
  AddressUse,
  string
>;
const wordsOf = ({ address, label, use, contact }: CustomerAddress) =>
  [
    ['Address', address],
    ['Name', label ?? null],
    ['Use', codeOf('addressUse', useWords[use])],
    ['Contact', contactInWords(contact)],
  ] as const;

/**
 * Changes a saved address; what is absent stays.
 *
 * @throws 404, 409 ADDRESS_EXISTS
 */
export async function changeAddress(
  ctx: AppContext,
  { id: customerId, addressId, place, ...changes }: ChangeAddress,
  who?: string,
): Promise<SavedAddress> {
  const row = await lockAddress(ctx, customerId, addressId);
  const before = wordsOf(row);
  const { address = row.address, use = row.use, label = row.label, contact = row.contact } = changes;
  await requireNew(ctx, customerId, { id: addressId, use, address });
  Object.assign(row, { address, use, label, contact });
  const lines: Said[] = wordsOf(row).flatMap(([name, after], at) => {
    const was = before[at]?.[1] ?? null;
    return isDeepStrictEqual(was, after) ? [] : [change(name, was, after)];
  });
  await ctx.em.flush();
  if (who === undefined && (await setPin(ctx, address, place, 'place'))) lines.push(changed('Place'));
  if (lines.length > 0) note(ctx, customerId, 'customer.address_changed', lines, who);
  return who === undefined ? placed(ctx, row) : viewOf(row);
}

/** Removes a saved address; orders that were made with it keep it. Rejects with 404. */
export async function removeAddress(
  ctx: AppContext,
  { id: customerId, addressId }: RemoveAddress,
  who?: string,
): Promise<{ success: true }> {
  const row = await lockAddress(ctx, customerId, addressId);
  ctx.em.remove(row);
  note(ctx, customerId, 'customer.address_removed', [row.address], who);
  return { success: true };
}
