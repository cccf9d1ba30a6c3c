import { defineEntity, p } from '@mikro-orm/core';
import type { Said } from '../../company/history/detail-words.ts';
import { amount, key } from '../../db/base.ts';
import { User } from '../../people/users/user.entity.ts';

/**
 * `matched` counts for its quote; `unmatched` waits for staff; `set_aside` and `undone` count for nothing: the one by
 * staff's decision about an event, the other because a mark by hand was taken back or replaced by the event itself;
 * `refunded` is money that went back, which changes nothing of what was paid.
 */
export const storedPaymentStates = ['matched', 'unmatched', 'set_aside', 'undone', 'refunded'] as const;
type StoredPaymentState = (typeof storedPaymentStates)[number];
const words = (all: readonly string[]) => all.map((one) => `'${one}'`).join(', ');

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  properties: {
    id: key,
    source: p.text().$type<'event' | 'hand'>().check(`source in ('event', 'hand')`),
    /** Of a payment event: it comes any number of times and counts once. */
    eventId: p.text().nullable().unique(),
    type: p.text().nullable(),
    state: p
      .text()
      .$type<StoredPaymentState>()
      .check(`state in (${words(storedPaymentStates)})`),
    code: p.text().nullable(),
    problem: p.text().nullable(),
    /** The same with its values, for each reader's own words. */
    problemSaid: p.json<Said>().nullable(),
    /** Without a reference: money outlives a quote that is deleted. */
    quoteId: p.integer().nullable(),
    reference: p.text().nullable(),
    amount,
    currency: p.text(),
    paidAt: p.datetime(3),
    receivedAt: p.datetime(3),
    providerReference: p.text().nullable(),
    decidedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    decidedByName: p.text().nullable(),
    decidedAt: p.datetime(3).nullable(),
    reason: p.text().nullable(),
  },
  indexes: [
    {
      name: 'payments_of_quote',
      expression: `create index "payments_of_quote" on "payments" ("quote_id") where "state" = 'matched'`,
    },
    {
      name: 'payments_refunded',
      expression: `create index "payments_refunded" on "payments" ("quote_id") where "state" = 'refunded'`,
    },
    {
      name: 'payments_newest',
      expression: `create index "payments_newest" on "payments" ("received_at" desc, "id" desc) where "source" = 'event'`,
    },
    {
      name: 'payments_unmatched',
      expression: `create index "payments_unmatched" on "payments" ("received_at" desc, "id" desc) where "state" = 'unmatched'`,
    },
  ],
});
/** Money that came in, or that staff say came in. */
export class Payment extends PaymentSchema.class {}
PaymentSchema.setClass(Payment);
