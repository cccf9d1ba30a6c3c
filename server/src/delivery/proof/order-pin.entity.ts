import { defineEntity, p } from '@mikro-orm/core';
import type { ProofStop } from '@quickfleet/shared/company/proof/proof-demands';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';

const OrderPinSchema = defineEntity({
  name: 'OrderPin',
  tableName: 'order_pins',
  properties: {
    orderId: p.integer().primary(),
    stop: p.text().$type<ProofStop>().primary().check(`stop in ('pickup', 'delivery')`),
    /** Keyed hash to check a try against, and the sealed PIN for the mail that tells it. */
    pinHash: p.text().hidden(),
    pinSealed: p.text().hidden(),
    /** Who it was sent to, and a hash of their addresses then; null for one of an earlier release. */
    reader: p.text().$type<DeliveryReader>().default('customer').check(`reader in ('customer', 'recipient')`),
    sentTo: p.text().nullable().hidden(),
    wrongTries: p.integer().default(0),
    verifiedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});
/** The PIN of one stop of an order. */
export class OrderPin extends OrderPinSchema.class {}
OrderPinSchema.setClass(OrderPin);
