import { defineEntity, p } from '@mikro-orm/core';
import { Order } from '../orders/order.entity.ts';

/** A code that was mailed to the customer of an order, and unlocks its details on the tracking page. */
export const TrackingCode = defineEntity({
  name: 'TrackingCode',
  tableName: 'tracking_codes',
  properties: {
    order: () => p.oneToOne(Order).primary().deleteRule('cascade'),
    /** Keyed hash. */
    codeHash: p.text(),
    /** Wrong ones since it was sent. */
    tries: p.integer(),
    /** Of each network. */
    triesFrom: p.json<Record<string, number>>().defaultRaw(`'{}'`),
    expiresAt: p.datetime(3),
  },
});
