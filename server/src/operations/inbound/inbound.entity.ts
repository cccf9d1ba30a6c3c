import { defineEntity, p } from '@mikro-orm/core';
import type { StopContact } from '@quickfleet/shared/base/contact/stop-person';
import {
  type fulfilmentStates,
  type NoticeState,
  noticeStates,
  type ShopKind,
  shopKinds,
} from '@quickfleet/shared/operations/inbound';
import { key, oneOf, stamps } from '../../db/base.ts';
import { Customer } from '../../people/customers/customer.entity.ts';

const InboundShopSchema = defineEntity({
  name: 'InboundShop',
  tableName: 'inbound_shops',
  properties: {
    id: key,
    kind: p.text().$type<ShopKind>().check(oneOf('kind', shopKinds)),
    customer: () => p.manyToOne(Customer).deleteRule('cascade').index(),
    /** The key that set it up, or saved it last; null when a person did. */
    keyId: p.integer().nullable(),
    name: p.text(),
    tokenHash: p.text().unique().hidden(),
    tokenSealed: p.text().hidden(),
    secretSealed: p.text().hidden(),
    accessTokenSealed: p.text().nullable().hidden(),
    pickupAddress: p.text(),
    pickupContact: p.json<StopContact>().nullable(),
    shopUrl: p.text().nullable(),
    createdByName: p.text().nullable(),
    ...stamps,
  },
});
/** A merchant's shop that sends its orders automatically. */
export class InboundShop extends InboundShopSchema.class {}
InboundShopSchema.setClass(InboundShop);

const InboundNoticeSchema = defineEntity({
  name: 'InboundNotice',
  tableName: 'inbound_notices',
  properties: {
    id: key,
    shop: () => p.manyToOne(InboundShop).deleteRule('cascade'),
    /** The shop's own name of this sending: the same at every try. */
    deliveryId: p.text().nullable(),
    topic: p.text(),
    externalId: p.text().nullable(),
    /** The order's id in the shop's own calls. */
    shopOrderId: p.text().nullable(),
    isCancellation: p.boolean(),
    state: p.text().$type<NoticeState>().check(oneOf('state', noticeStates)),
    reason: p.text().nullable(),
    /** No foreign key: an order that is deleted must not come again with the shop's next notice. */
    orderId: p.integer().nullable().index(),
    /** What the shop sent, sealed, until it is used. */
    bodySealed: p.text().nullable().hidden(),
    receivedAt: p.datetime(3),
    fulfilment: p.text().$type<(typeof fulfilmentStates)[number]>().nullable(),
    fulfilmentError: p.text().nullable(),
    fulfilmentTries: p.integer().default(0),
    fulfilmentFirstAt: p.datetime(3).nullable(),
    fulfilmentNextAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'inbound_notices_newest',
      expression: 'create index "inbound_notices_newest" on "inbound_notices" ("shop_id", "id" desc)',
    },
    {
      name: 'inbound_notices_numbers',
      expression: 'create index "inbound_notices_numbers" on "inbound_notices" ("shop_id", "shop_order_id")',
    },
    {
      name: 'inbound_notices_once',
      expression:
        'create unique index "inbound_notices_once" on "inbound_notices" ("shop_id", "delivery_id") where delivery_id is not null',
    },
    {
      name: 'inbound_notices_due',
      expression: `create index "inbound_notices_due" on "inbound_notices" ("id") where fulfilment = 'due'`,
    },
  ],
});
/** One thing that a shop has told. */
export class InboundNotice extends InboundNoticeSchema.class {}
InboundNoticeSchema.setClass(InboundNotice);
