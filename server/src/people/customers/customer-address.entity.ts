import { defineEntity, p } from '@mikro-orm/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import { type AddressUse, addressUses } from '@quickfleet/shared/people/saved-addresses';
import { key } from '../../db/base.ts';
import { Customer } from './customer.entity.ts';

const CustomerAddressSchema = defineEntity({
  name: 'CustomerAddress',
  tableName: 'customer_addresses',
  properties: {
    id: key,
    customer: () => p.manyToOne(Customer).deleteRule('cascade'),
    /** What the customer's people call it. */
    label: p.text().nullable(),
    use: p
      .text()
      .$type<AddressUse>()
      .check(`use in (${addressUses.map((word) => `'${word}'`).join(', ')})`),
    address: p.text(),
    /** Who is there, when that is not the customer. */
    contact: p.json<StopContact>().nullable(),
    createdAt: p.datetime(3),
    /** Counts changes: what was changed since its import is not taken back with it. */
    version: p.integer().version().default(1),
  },
  indexes: [
    {
      name: 'customer_addresses_once',
      expression:
        'create unique index "customer_addresses_once" on "customer_addresses" ("customer_id", "use", md5("address"))',
    },
    {
      name: 'customer_addresses_contacts',
      expression:
        'create index "customer_addresses_contacts" on "customer_addresses" (md5(lower("address"))) where contact is not null',
    },
  ],
});
/** An address that is offered for a customer's next order. */
export class CustomerAddress extends CustomerAddressSchema.class {}
CustomerAddressSchema.setClass(CustomerAddress);
