import { z } from 'zod';
import { day, integer, moment, textOrNull, timestamp, whole } from '../../base/primitives.ts';
import { stopKinds } from '../../base/time/day-rules.ts';
import { example } from '../../examples.ts';
import { PARCELS_MAX, PARCELS_MIN } from '../../limits.ts';
import { quoteItem } from '../../quoting/quotes.ts';
import { t } from '../../words/t.ts';

// Schemas of single fields of an order that need more than a line.

/** A day, or a moment as an order that was read has it: the server knows in which zone its day lies. */
export const deliveryDateIn = z
  .union([z.literal('').transform(() => null), z.null(), day(), moment], {
    error: () => t('Must be a date like 2026-03-01'),
  })
  .optional()
  .meta({ description: 'The planned day', example: '2026-03-02' });

export const parcelsIn = z
  .union(
    [
      z.null(),
      whole(PARCELS_MIN, PARCELS_MAX, () =>
        t('Parcels must be a whole number from {min} to {max}', { min: PARCELS_MIN, max: PARCELS_MAX }),
      ),
    ],
    {
      error: () =>
        t('Parcels must be a whole number from {parcelsMin} to {parcelsMax}', {
          parcelsMin: PARCELS_MIN,
          parcelsMax: PARCELS_MAX,
        }),
    },
  )
  .optional()
  .meta({ description: 'Parcels to carry and to label; null counts the pieces of all items', example: 3 });

export const fixedStopsOut = z.array(z.enum(stopKinds)).meta({
  id: 'FixedStops',
  description: 'Stops that keep their place when a day is planned; null for keys of customers',
  example: [],
});

export const orderDriver = z.object({
  id: integer.meta({ example: example.driverId }),
  firstName: textOrNull.meta({ example: 'Robin' }),
  lastName: textOrNull.meta({ example: 'Driver' }),
  phone: textOrNull.meta({ example: '+1 555 0142' }),
});

export const deliveryDateOut = timestamp.nullable().meta({
  description: 'The planned day until delivery, then the moment of delivery',
  example: '2026-03-02T12:00:00.000Z',
});
export const plannedDayOut = textOrNull.meta({
  description: 'The planned day as a day, where the company is; it stays after the delivery',
  format: 'date',
  example: example.day,
});
export const deliveredOut = {
  deliveredAt: timestamp.nullable().meta({ description: 'null until delivery', example: null }),
  actualDelivery: timestamp.nullable().meta({ description: 'Same as deliveredAt', example: null }),
};

const stagePhotos = z.array(z.string()).meta({ example: [] });
const stageFlag = z.boolean().meta({ example: false });
export const orderItem = quoteItem
  .extend({
    pickupImageUrls: stagePhotos,
    transitImageUrls: stagePhotos,
    deliveryImageUrls: stagePhotos,
    isPickedUp: stageFlag,
    isInTransit: stageFlag,
    isDelivered: stageFlag,
    updatedAt: timestamp,
  })
  .meta({ id: 'OrderItem' });
