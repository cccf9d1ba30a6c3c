import { LockMode } from '@mikro-orm/postgresql';
import type { Contact } from '@quickfleet/shared/base/contact/contact';
import type { CustomerBilling, CustomerBillingIn } from '@quickfleet/shared/people/customer-billing';
import type { CreateCustomer, Customer as CustomerView, UpdateCustomer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import type { Said } from '../../company/history/detail-words.ts';
import { record, recordEvent } from '../../company/history/history.service.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, exists, onlyId, readRow, readRows, select } from '../../db/rows.ts';
import { wordsOf } from '../../db/schema/search-index.ts';
import { jsonOf } from '../../db/side-effects.ts';
import { ReadAhead } from '../../db/transaction.ts';
import type { AppContext } from '../../http/context.ts';
import { conflict, invalid, notFound, requireNewEmail } from '../../http/errors.ts';
import { requireAmount } from '../../http/money.ts';
import { requireVersion } from '../../http/optimistic-lock.ts';
import { changeNumbers, findMade, newNumbers } from '../../http/own-numbers.ts';
import { revokeKeysOf } from '../api-keys/api-keys.service.ts';
import { forgetNotes } from '../office-notes/office-notes.service.ts';
import { Customer } from './customer.entity.ts';
import { changeEmail, requireWriteScope } from './customers.email.ts';
import { readCustomer } from './customers.queries.ts';

const found = select({ id: c.int('id'), isNew: c.bool('is_new') });
const foundMany = select({ key: c.text('key'), id: c.int('id'), isNew: c.bool('is_new') });
interface Ahead {
  id: number;
  isNew: boolean;
}
const customersAhead = new ReadAhead<Ahead>();
const keyOf = (email: string): string => email.trim().toLowerCase();

/**
 * The same as `findOrCreateCustomer` for many contacts by two statements; the calls that follow find them there. Answers
 * their ids.
 */
export async function findCustomersAhead(ctx: AppContext, contacts: readonly Contact[]): Promise<number[]> {
  const byKey = new Map(contacts.toReversed().map((contact) => [keyOf(contact.email), contact]));
  if (byKey.size === 0) return [];
  const given = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = given.map(([key, contact]) => ({
    key,
    name: contact.name,
    email: contact.email,
    phone: contact.phone ?? null,
    company: contact.company ?? null,
    words: wordsOf('customers', (column) => new Map(Object.entries(contact)).get(column)),
  }));
  // In one order, so that two imports that make the same customers wait for each other and never for both.
  const made = await readRows(
    ctx.em,
    foundMany,
    `with made as (
       insert into customers (name, email, phone, company, words, created_at, updated_at, version)
       select g.name, g.email, g.phone, g.company, g.words, now(), now(), 1
         from json_to_recordset(?::json) as g (key text, name text, email text, phone text, company text, words text)
        where not exists (select from customers c where lower(c.email) = lower(g.email)) order by g.key
       on conflict (lower(email)) do nothing returning id, email)
     select $columns from (select lower(email) as key, id, true as is_new from made) x`,
    [jsonOf(rows)],
  );
  const known = await readRows(
    ctx.em,
    foundMany,
    'select $columns from (select lower(email) as key, id, false as is_new from customers where lower(email) = any(?)) x',
    [[...byKey.keys()]],
  );
  for (const { key, id, isNew } of [...known, ...made]) customersAhead.give(ctx.em, key, { id, isNew });
  return [...known, ...made].map(({ id }) => id);
}
/** By e-mail address, whatever its letter case. An existing customer is never changed by this. */
export async function findOrCreateCustomer(ctx: AppContext, contact: Contact): Promise<Customer> {
  const ahead = customersAhead.find(ctx.em, keyOf(contact.email));
  if (ahead) {
    if (ahead.isNew) recordEvent(ctx, { subject: 'customer', subjectId: ahead.id, action: 'customer.created' });
    customersAhead.give(ctx.em, keyOf(contact.email), { ...ahead, isNew: false });
    return ctx.em.getReference(Customer, ahead.id);
  }
  const find = 'from customers where lower(email) = lower(?)';
  // The insert decides which of two concurrent requests with a new address comes first.
  const row = await readRow(
    ctx.em,
    found,
    `with known as (select id ${find}), made as (
       insert into customers (name, email, phone, company, words, created_at, updated_at, version)
       select ?, ?, ?, ?, ?, now(), now(), 1 where not exists (select from known)
       on conflict (lower(email)) do nothing returning id)
     select $columns from (select id, false as is_new from known union all select id, true from made) x`,
    [
      contact.email,
      contact.name,
      contact.email,
      contact.phone ?? null,
      contact.company ?? null,
      wordsOf('customers', (column) => new Map(Object.entries(contact)).get(column)),
    ],
  );
  if (row?.isNew) recordEvent(ctx, { subject: 'customer', subjectId: row.id, action: 'customer.created' });
  // The second request waited for the first to commit; only the next statement sees its row.
  const first = row ?? (await readRow(ctx.em, onlyId, `select $columns ${find}`, [contact.email]));
  return ctx.em.getReference(Customer, first?.id ?? 0);
}

/** The same where there may be no address, by which a customer is known: no customer then. */
export const findByContact = async (
  ctx: AppContext,
  { email, ...contact }: Omit<Contact, 'email'> & { email: string | null | undefined },
): Promise<Customer | null> => (email ? findOrCreateCustomer(ctx, { ...contact, email }) : null);

/** A customer, locked: of two changes to what belongs to it the second sees what the first did. Rejects with 404. */
export const lockCustomer = (ctx: AppContext, id: number): Promise<Customer> =>
  ctx.em.findOneOrFail(Customer, id, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    failHandler: () => notFound('Customer'),
  });

async function requireFreeEmail(ctx: AppContext, email: string, exceptId: number): Promise<void> {
  const taken = await exists(ctx.em, 'select 1 from customers where lower(email) = lower(?) and id <> ?', [
    email,
    exceptId,
  ]);
  if (taken) throw conflict('CUSTOMER_EXISTS', t('A customer with this e-mail address already exists'));
}

export async function createCustomer(ctx: AppContext, contact: CreateCustomer): Promise<CustomerView> {
  const made = await findMade(ctx, 'customer', contact);
  if (made !== undefined) return readCustomer(ctx, made);
  await requireFreeEmail(ctx, contact.email, 0);
  const customer = ctx.em.create(Customer, {
    name: contact.name,
    email: contact.email,
    phone: contact.phone ?? null,
    company: contact.company ?? null,
    ...newNumbers(ctx, contact),
  });
  await ctx.em.flush();
  record(ctx, { subject: 'customer', subjectId: customer.id, action: 'customer.created' });
  return readCustomer(ctx, customer.id);
}

/** What was given; absent values stay as they are. */
const definedOf = (given: NonNullable<CustomerBillingIn>): Partial<CustomerBilling> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** It stays while the transaction runs. Rejects with 400 for a list that does not exist. */
async function requirePriceList(ctx: AppContext, id: number): Promise<void> {
  const isThere = await exists(ctx.em, 'select 1 from price_lists where id = ? for key share', [id]);
  if (!isThere) throw invalid('billing.priceListId', t('There is no such price list'));
}

export async function updateCustomer(
  ctx: AppContext,
  { id, version, ...changes }: UpdateCustomer,
): Promise<CustomerView> {
  const customer = await lockCustomer(ctx, id);
  requireVersion(ctx, 'customer', customer, version);
  const { email, ...others } = changes;
  if (Object.values(others).some((value) => value !== undefined)) requireWriteScope(ctx);
  requireNewEmail('email', email, customer.email);
  if (email) await requireFreeEmail(ctx, email, id);
  if (changes.name !== undefined) customer.name = changes.name;
  if (email !== undefined) await changeEmail(ctx, customer, email);
  if (changes.phone !== undefined) customer.phone = changes.phone;
  if (changes.company !== undefined) customer.company = changes.company;
  if (changes.proofRules !== undefined) customer.proofRules = changes.proofRules;
  if (changes.billing?.priceListId) await requirePriceList(ctx, changes.billing.priceListId);
  if (changes.billing?.creditLimit)
    requireAmount(changes.billing.creditLimit, (await readCompany(ctx.em)).quoting.currency, 'billing.creditLimit');
  if (changes.billing !== undefined)
    customer.billing = changes.billing && { ...customer.billing, ...definedOf(changes.billing) };
  const trusts = changes.onAccount !== undefined && changes.onAccount !== customer.onAccount;
  if (changes.onAccount !== undefined) customer.onAccount = changes.onAccount;
  const tells = changes.recipientMails !== undefined && changes.recipientMails !== customer.recipientMails;
  if (changes.recipientMails !== undefined) customer.recipientMails = changes.recipientMails;
  const numbers = await changeNumbers(ctx, 'customer', customer, changes);
  const says: Said[] = [
    ...(trusts ? [{ is: 'on_account' as const, isOn: customer.onAccount }] : []),
    ...(tells ? [{ is: 'recipient_mails' as const, isOn: customer.recipientMails }] : []),
    ...numbers,
  ];
  record(ctx, {
    subject: 'customer',
    subjectId: id,
    action: 'customer.updated',
    says,
  });
  await ctx.em.flush();
  return readCustomer(ctx, id);
}

/** Only a customer whom nothing refers to can go. */
export async function deleteCustomer(ctx: AppContext, id: number): Promise<{ success: true }> {
  const customer = await lockCustomer(ctx, id);
  requireVersion(ctx, 'customer', customer);
  const used = await exists(
    ctx.em,
    'select 1 from quotes where customer_id = ? union all select 1 from orders where customer_id = ? limit 1',
    [id, id],
  );
  if (used) throw conflict('CUSTOMER_IN_USE', t('This customer has quotes or orders and cannot be deleted'));
  const invoiced = await exists(ctx.em, 'select 1 from invoices where customer_id = ? limit 1', [id]);
  if (invoiced) throw conflict('CUSTOMER_IN_USE', t('This customer has invoices and cannot be deleted'));
  const recurring = await exists(ctx.em, 'select 1 from recurring_orders where customer_id = ? limit 1', [id]);
  if (recurring)
    throw conflict('CUSTOMER_IN_USE', t('This customer has a recurring job and cannot be deleted before it'));
  await ctx.services.eventLog.keep(ctx, 'customer', id);
  record(ctx, { subject: 'customer', subjectId: id, action: 'customer.deleted', detail: customer.name });
  await forgetNotes(ctx, 'customer', id);
  await revokeKeysOf(ctx, id);
  ctx.em.remove(customer);
  return { success: true };
}
