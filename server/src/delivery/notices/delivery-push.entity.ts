import { defineEntity, p } from '@mikro-orm/core';
import { type DeliveryReader, deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { key } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';

/** A device that is notified about one delivery, by the choice of who holds the customer's or the recipient's link. */
export const DeliveryPush = defineEntity({
  name: 'DeliveryPush',
  tableName: 'delivery_pushes',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade'),
    reader: p
      .text()
      .$type<DeliveryReader>()
      .check(`reader in (${deliveryReaders.map((reader) => `'${reader}'`).join(', ')})`),
    /** SHA-256 of the link's token: the device is notified as long as that link opens the delivery. */
    linkHash: p.text(),
    endpoint: p.text(),
    p256dh: p.text(),
    auth: p.text(),
    /** When it was last notified that the delivery runs late: once a day. */
    lateToldAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'delivery_pushes_once', properties: ['order', 'reader', 'linkHash', 'endpoint'] }],
});
