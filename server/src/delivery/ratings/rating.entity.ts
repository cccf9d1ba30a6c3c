import { defineEntity, p } from '@mikro-orm/core';
import { type DeliveryReader, deliveryReaders } from '@quickfleet/shared/delivery/tracking/delivery-token';
import { STARS_MAX } from '@quickfleet/shared/limits';
import { key } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';

const RatingSchema = defineEntity({
  name: 'Rating',
  tableName: 'ratings',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    by: p
      .text()
      .$type<DeliveryReader>()
      .check(`"by" in (${deliveryReaders.map((reader) => `'${reader}'`).join(', ')})`),
    stars: p.integer().check(`stars between 1 and ${STARS_MAX}`),
    words: p.text().nullable(),
    /** When the office took back the delivery that it is about: it does not count, and the next one can be rated. */
    correctedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
  indexes: [
    {
      name: 'ratings_one',
      expression: 'create unique index "ratings_one" on "ratings" ("order_id") where corrected_at is null',
    },
    {
      name: 'ratings_newest',
      expression: 'create index "ratings_newest" on "ratings" ("created_at" desc, "id" desc)',
    },
  ],
});
/** How the customer or the recipient rated a delivery; one for both. */
export class Rating extends RatingSchema.class {}
RatingSchema.setClass(Rating);
