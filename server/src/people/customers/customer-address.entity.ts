import { defineEntity, p } from '@mikro-orm/core';
import { type AddressUse, addressUses } from '@quickfleet/shared/people/customers';
import { key } from '../../db/base.ts';
import { Customer } from './customer.entity.ts';

const CustomerAddressSchema = defineEntity({
  name: 'CustomerAddress',
  tableName: 'customer_addresses',
  properties: {
    id: key,
    customer: () => p.manyToOne(Customer).deleteRule('cascade'),
    use: p
      .text()
      .$type<AddressUse>()
      .check(`use in (${addressUses.map((word) => `'${word}'`).join(', ')})`),
    address: p.text(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'customer_addresses_once',
      expression:
        'create unique index "customer_addresses_once" on "customer_addresses" ("customer_id", "use", md5("address"))',
    },
  ],
});
/** An address that is offered for a customer's next order. */
export class CustomerAddress extends CustomerAddressSchema.class {}
CustomerAddressSchema.setClass(CustomerAddress);
