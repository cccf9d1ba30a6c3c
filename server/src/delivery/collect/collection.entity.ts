import { defineEntity, p } from '@mikro-orm/core';
import { type TakenMethod, takenMethods } from '@quickfleet/shared/base/money/collect-words';
import { amount, key, oneOf, stamps } from '../../db/base.ts';
import { User } from '../../people/users/user.entity.ts';

const CollectionSchema = defineEntity({
  name: 'Collection',
  tableName: 'collections',
  properties: {
    id: key,
    /** Without a reference: money that a driver has outlives an order that is deleted. */
    orderId: p.integer().index(),
    /** Who has the money; null where the order had no driver. */
    driver: () => p.manyToOne(User).nullable().deleteRule('set null'),
    amount: amount.check('amount >= 0'),
    currency: p.text(),
    method: p.text().$type<TakenMethod>().check(oneOf('method', takenMethods)),
    reason: p.text().nullable(),
    collectedAt: p.datetime(3),
    by: p.text(),
    receivedAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'collections_by_driver',
      expression: 'create index "collections_by_driver" on "collections" ("driver_id", "collected_at")',
    },
  ],
});
/** What was handed over at the door of an order: of each driver who took something, what was said last. */
export class Collection extends CollectionSchema.class {}
CollectionSchema.setClass(Collection);

const CashCountSchema = defineEntity({
  name: 'CashCount',
  tableName: 'cash_counts',
  properties: {
    id: key,
    driver: () => p.manyToOne(User).deleteRule('cascade'),
    day: p.date(),
    currency: p.text(),
    counted: amount.check('counted >= 0'),
    /** What the driver should have had by then. */
    expected: amount,
    countedBy: p.text(),
    countedAt: p.datetime(3),
    version: stamps.version,
  },
  uniques: [{ name: 'cash_counts_once', properties: ['driver', 'day', 'currency'] }],
});
/** What the desk counted of the cash that a driver took on a day. */
export class CashCount extends CashCountSchema.class {}
CashCountSchema.setClass(CashCount);
