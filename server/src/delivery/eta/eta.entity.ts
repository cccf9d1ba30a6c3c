import { defineEntity, p } from '@mikro-orm/core';
import { type DelayReason, delayReasons } from '@quickfleet/shared/delivery/eta/delay-words';
import { type EtaBasis, etaBases } from '@quickfleet/shared/delivery/eta/eta';
import { key } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';
import type { EtaModel } from './eta.model.ts';

const basis = p
  .text()
  .$type<EtaBasis>()
  .check(`basis in (${etaBases.map((word) => `'${word}'`).join(', ')})`);

/** The range that is shown now. It counts while the order has this driver and is planned for this moment. */
export const EtaNow = defineEntity({
  name: 'EtaNow',
  tableName: 'etas',
  properties: {
    order: () => p.oneToOne(Order).primary().deleteRule('cascade'),
    driverId: p.integer(),
    plannedFor: p.datetime(3),
    fromAt: p.datetime(3),
    toAt: p.datetime(3),
    basis,
    stopsBefore: p.integer(),
    updatedAt: p.datetime(3),
  },
});

/** A range that was promised: appended; `reachedAt` is added when the delivery is made. */
export const EtaPromise = defineEntity({
  name: 'EtaPromise',
  tableName: 'eta_promises',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    promisedAt: p.datetime(3),
    fromAt: p.datetime(3),
    toAt: p.datetime(3),
    basis,
    stopsBefore: p.integer(),
    /** How much wider it was made than past errors alone say. */
    width: p.double(),
    reachedAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'eta_promises_reached',
      expression: 'create index "eta_promises_reached" on "eta_promises" ("reached_at") where reached_at is not null',
    },
    {
      name: 'eta_promises_open',
      expression: 'create index "eta_promises_open" on "eta_promises" ("order_id") where reached_at is null',
    },
  ],
});

/** What was learned, in one row; null while there is too little to learn from. */
export const EtaLearned = defineEntity({
  name: 'EtaLearned',
  tableName: 'eta_learned',
  properties: {
    id: p.integer().primary().autoincrement(false).check('id = 1'),
    model: p.json<EtaModel>().nullable(),
    learnedAt: p.datetime(3),
  },
});

const OrderDelaySchema = defineEntity({
  name: 'OrderDelay',
  tableName: 'order_delays',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    /** Who had the order then; null for one that nobody was assigned to. */
    driverId: p.integer().nullable(),
    reason: p
      .text()
      .$type<DelayReason>()
      .check(`reason in (${delayReasons.map((reason) => `'${reason}'`).join(', ')})`),
    words: p.text().nullable(),
    /** By how much, where the driver said it, and when the delivery is expected with it. */
    minutes: p.integer().nullable(),
    fromAt: p.datetime(3).nullable(),
    toAt: p.datetime(3).nullable(),
    saidAt: p.datetime(3),
    /** When customer and recipient were told of it, and until when the delivery was expected then. */
    toldAt: p.datetime(3).nullable(),
    toldTo: p.datetime(3).nullable(),
    /** The end of the day on which it was said, or of its range where that is later. */
    until: p.datetime(3),
  },
  uniques: [{ name: 'order_delays_order_id_unique', properties: ['order'] }],
});
/** Why a driver runs late. It counts while the order is open and has the same driver. */
export class OrderDelay extends OrderDelaySchema.class {}
OrderDelaySchema.setClass(OrderDelay);
