import { z } from 'zod';
import {
  count,
  id,
  integer,
  optionalText,
  pageInput,
  pageOf,
  rowId,
  textOrNull,
  timestamp,
  trackingNumberOut,
  whole,
} from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { RATING_WORDS_MAX, STARS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { byDeliveryToken, deliveryReaders } from './delivery-token.ts';

const STARS_WORDS = () => t('Choose from 1 to {starsMax} stars', { starsMax: STARS_MAX });

/** POST /t/{token}/rating */
export const rateDelivery = byDeliveryToken
  .extend({
    stars: whole(1, STARS_MAX, STARS_WORDS).meta({ example: 5 }),
    words: optionalText(RATING_WORDS_MAX).meta({ example: 'Friendly and on time' }),
  })
  .meta({ example: { stars: 5, words: 'Friendly and on time' } });
export type RateDelivery = z.infer<typeof rateDelivery>;

const stars = integer.meta({ description: 'From 1 to 5', example: 5 });
const words = textOrNull.meta({ example: 'Friendly and on time' });
/** As the page of the link shows it. */
export const ownRating = z
  .object({
    stars,
    words: words.meta({ description: 'null for the other reader of this delivery, and without words' }),
    createdAt: timestamp,
  })
  .nullable()
  .meta({ description: 'What the customer or the recipient gave: one rating for each delivery', example: null });
export type OwnRating = NonNullable<z.infer<typeof ownRating>>;
export const ratedDelivery = z
  .object({ stars, words, createdAt: timestamp })
  .meta({ id: 'RatedDelivery', description: 'The rating as it is stored' });

/** As staff read it with the order. */
export const orderRating = z
  .object({ stars, words, by: z.enum(deliveryReaders), createdAt: timestamp })
  .nullable()
  .meta({ description: 'How the customer or the recipient rated the delivery; for staff', example: null });

const ofMonth = z.object({
  month: z
    .string()
    .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, { error: () => t('month must be one like 2026-03') })
    .meta({ description: 'When it was rated, where the company is; without it the present month', example: '2026-11' })
    .optional(),
});
/** GET /ratings/summary */
export const ratingsOfMonth = ofMonth;
export type RatingsOfMonth = z.infer<typeof ratingsOfMonth>;
/** GET /ratings */
export const listRatings = pageInput.extend({
  ...ofMonth.shape,
  driverId: id.optional().meta({ description: 'Of this driver’s deliveries', example: example.driverId }),
});
export type ListRatings = z.infer<typeof listRatings>;

const driver = {
  driverId: integer.nullable().meta({ description: 'null: delivered without a driver', example: example.driverId }),
  driverName: textOrNull.meta({ example: 'Robin Driver' }),
};
export const rating = z
  .object({
    id: rowId,
    orderId: rowId,
    trackingNumber: trackingNumberOut,
    ...driver,
    by: z.enum(deliveryReaders),
    stars,
    words,
    createdAt: timestamp,
  })
  .meta({ id: 'Rating' });
export type Rating = z.infer<typeof rating>;
export const ratingPage = pageOf(rating).meta({ id: 'RatingPage' });

const mean = z.number().nullable().meta({ description: 'With two decimals; null without a rating', example: 4.67 });
export const ratingSummary = z
  .object({
    month: z.string().meta({ example: '2026-11' }),
    ratings: count.meta({ example: 42 }),
    mean,
    byStars: z.array(z.object({ stars, ratings: count })).meta({ description: 'Each number of stars, most first' }),
    drivers: z
      .array(z.object({ ...driver, ratings: count.meta({ example: 12 }), mean }))
      .meta({ description: 'By driver, most ratings first' }),
  })
  .meta({ id: 'RatingSummary' });
export type RatingSummary = z.infer<typeof ratingSummary>;
