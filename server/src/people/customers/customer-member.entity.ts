import { defineEntity, p } from '@mikro-orm/core';
import { type MemberRole, memberRoles } from '@quickfleet/shared/people/members';
import { key } from '../../db/base.ts';
import { Customer } from './customer.entity.ts';

const CustomerMemberSchema = defineEntity({
  name: 'CustomerMember',
  tableName: 'customer_members',
  properties: {
    id: key,
    customer: () => p.manyToOne(Customer).deleteRule('cascade'),
    /** In lower case. */
    email: p.text().index(),
    role: p
      .text()
      .$type<MemberRole>()
      .check(`role in (${memberRoles.map((word) => `'${word}'`).join(', ')})`),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'customer_members_once', properties: ['customer', 'email'] }],
});
/** Somebody who sees a customer's deliveries, and may book for it, with their own e-mail address. */
export class CustomerMember extends CustomerMemberSchema.class {}
CustomerMemberSchema.setClass(CustomerMember);
