import { defineEntity, p } from '@mikro-orm/core';
import { type ChargeState, chargeStates } from '@quickfleet/shared/delivery/charges/charge-rates';
import { amount, key } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';

const ChargeSchema = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    label: p.text(),
    minutes: p.integer().nullable(),
    /** With its tax, in the currency of the order. */
    amount: amount.check('amount >= 0'),
    /** In the amount, by its saved line, else by the company's rate. */
    taxTotal: amount,
    state: p
      .text()
      .$type<ChargeState>()
      .check(`state in (${chargeStates.map((state) => `'${state}'`).join(', ')})`),
    /** What a driver proposed; the office's charges are not for drivers. */
    isFromDriver: p.boolean(),
    by: p.text(),
    takenAt: p.datetime(3),
    /** Since when it is approved or dropped: the statement of this month has it. */
    decidedAt: p.datetime(3).nullable(),
    /**
     * What a phone sent, hashed, or the rule that made it: the same again after its idempotency key is forgotten is no
     * second charge.
     */
    contentHash: p.text().nullable(),
  },
  indexes: [
    {
      name: 'charges_proposed',
      expression: `create index "charges_proposed" on "charges" ("order_id") where state = 'proposed'`,
    },
    {
      name: 'charges_approved',
      expression: `create index "charges_approved" on "charges" ("decided_at", "id") where state = 'approved'`,
    },
  ],
  uniques: [{ name: 'charges_once', properties: ['order', 'contentHash'] }],
});
/** What a stop cost in addition to the order's price. */
export class Charge extends ChargeSchema.class {}
ChargeSchema.setClass(Charge);
