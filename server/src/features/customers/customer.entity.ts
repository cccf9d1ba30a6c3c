import { defineEntity, p } from '@mikro-orm/core';
import { key, stamps } from '../../db/base.ts';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: { id: key, name: p.text(), email: p.text(), phone: p.text().nullable(), company: p.text().nullable(), ...stamps },
  uniques: [{ name: 'customers_email_lower', expression: 'create unique index "customers_email_lower" on "customers" (lower("email"))' }],
});
/** Who orders deliveries; found by e-mail address, whatever its letter case. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
