import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import { Customer } from '../../people/customers/customer.entity.ts';
import { User } from '../../people/users/user.entity.ts';

const CalendarSchema = defineEntity({
  name: 'Calendar',
  tableName: 'calendars',
  properties: {
    id: key,
    driver: () => p.manyToOne(User).nullable().deleteRule('cascade').index(),
    customer: () => p.manyToOne(Customer).nullable().deleteRule('cascade').index(),
    tokenHash: p.text().unique().hidden(),
    tokenSealed: p.text().hidden(),
    /** The key that made it: it ends with the key. */
    keyId: p.integer().nullable(),
    createdAt: p.datetime(3),
  },
  checks: [{ name: 'calendars_of_one_check', expression: '(driver_id is null) <> (customer_id is null)' }],
});
/** A feed that calendars subscribe to, until it is deleted. */
export class Calendar extends CalendarSchema.class {}
CalendarSchema.setClass(Calendar);
