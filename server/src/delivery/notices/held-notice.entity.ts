import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import { User } from '../../people/users/user.entity.ts';
import { Order } from '../orders/order.entity.ts';
import type { Told } from './told.ts';

const HeldNoticeSchema = defineEntity({
  name: 'HeldNotice',
  tableName: 'held_notices',
  properties: {
    id: key,
    kind: p.text().$type<'customer' | 'driver'>().check(`kind in ('customer', 'driver')`),
    /** All that one person will read in one mail: a driver, or the customer's mailbox by its hash. */
    heldFor: p.text(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    driver: () => p.manyToOne(User).nullable().deleteRule('cascade'),
    /** The last state that this person was sent; the state at the end is compared with it. */
    told: p.json<Told>(),
    /** When it leaves: later with every change, but never later than the cap. */
    dueAt: p.datetime(3),
    capAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'held_notices_by_reader',
      expression: `create index "held_notices_by_reader" on "held_notices" ("held_for")`,
    },
    {
      name: 'held_notices_of_driver',
      expression: `create unique index "held_notices_of_driver" on "held_notices" ("driver_id", "order_id") where kind = 'driver'`,
    },
    {
      name: 'held_notices_of_customer',
      expression: `create unique index "held_notices_of_customer" on "held_notices" ("order_id") where kind = 'customer'`,
    },
  ],
});
/** A notice about planning that waits for more changes. */
export class HeldNotice extends HeldNoticeSchema.class {}
HeldNoticeSchema.setClass(HeldNotice);
