import { defineEntity, p } from '@mikro-orm/core';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import type { CustomerBilling } from '@quickfleet/shared/people/customer-billing';
import { formerSearch, key, ownNumbers, ownNumbersIndexes, stamps } from '../../db/base.ts';
import { searchedBy, searchIndex, wordlessIndex, words } from '../../db/schema/search-index.ts';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  hooks: searchedBy('customers'),
  properties: {
    id: key,
    name: p.text(),
    email: p.text(),
    /** The address before, which alone opens /my until the office or it confirms the one that a key has set. */
    emailBefore: p.text().nullable(),
    /** Hash of the token that was mailed to the address before. */
    emailTokenHash: p.text().nullable(),
    phone: p.text().nullable(),
    company: p.text().nullable(),
    /** Trusted to pay later: their quotes need no payment before they are orders. */
    onAccount: p.boolean().default(false),
    /** The people at the deliveries of their orders are mailed too. */
    recipientMails: p.boolean().default(true),
    /** What this customer's stops must prove; null where nothing was said. */
    proofRules: p.json<ProofRulesIn>().nullable(),
    /** What invoices say of them; absent values are the company's own. */
    billing: p.json<Partial<CustomerBilling>>().nullable(),
    words,
    search: formerSearch('name', 'email', `COALESCE(phone, ''::text)`, `COALESCE(company, ''::text)`),
    ...ownNumbers,
    ...stamps,
  },
  indexes: [
    {
      name: 'customers_newest',
      expression: 'create index "customers_newest" on "customers" ("created_at" desc, "id" desc)',
    },
    {
      name: 'customers_changed',
      expression: 'create index "customers_changed" on "customers" ("updated_at" desc, "id" desc)',
    },
    { name: 'customers_by_name', expression: 'create index "customers_by_name" on "customers" (lower("name"), "id")' },
    {
      name: 'customers_by_opener',
      expression: 'create index "customers_by_opener" on "customers" (lower(coalesce("email_before", "email")))',
    },
    searchIndex('customers'),
    wordlessIndex('customers'),
    ...ownNumbersIndexes('customers'),
  ],
  uniques: [
    {
      name: 'customers_email_lower',
      expression: 'create unique index "customers_email_lower" on "customers" (lower("email"))',
    },
  ],
});
/** Who orders deliveries; found by e-mail address, whatever its letter case. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
