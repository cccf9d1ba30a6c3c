import { z } from 'zod';
import { toPosition } from '../../base/capture.ts';
import { integer, moment, timestamp, trackingNumberOut } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { POSITIONS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { orderDriver } from '../orders/order-leaves.ts';

const kilometresOut = z.string().nullable();

const point = z
  .object({ lat: z.unknown(), lng: z.unknown(), accuracy: z.unknown().optional(), at: moment })
  .transform(({ at, ...place }, context) => {
    const position = toPosition(place);
    if (position) return { ...position, at };
    context.addIssue({ code: 'custom', message: t('Must be a place on the globe: lat, lng, accuracy in metres') });
    return z.NEVER;
  })
  .meta({
    override: {
      type: 'object',
      properties: {
        lat: { type: 'number' },
        lng: { type: 'number' },
        accuracy: { type: 'number', description: 'Metres' },
        at: { type: 'string', format: 'date-time', description: 'By the phone’s clock' },
      },
      required: ['lat', 'lng', 'at'],
    },
    example: { lat: 52.52, lng: 13.405, accuracy: 12, at: example.time },
  });

/** POST /api/v1/driver/positions */
export const sharePositions = z
  .object({
    points: z
      .array(point, { error: () => t('points must be a list') })
      .min(1, { error: () => t('Name at least one point') })
      .max(POSITIONS_MAX, { error: () => t('At most {positionsMax} points', { positionsMax: POSITIONS_MAX }) }),
  })
  .meta({ example: { points: [{ lat: 52.52, lng: 13.405, accuracy: 12, at: example.time }] } });
export type SharePositions = z.infer<typeof sharePositions>;

export const sharedPositions = z
  .object({
    isOn: z.boolean().meta({
      description: 'false: the company does not want positions, or no shift runs; the phone stops sharing',
      example: true,
    }),
    kept: integer.meta({ description: 'Points that were kept; one that is known already is kept once', example: 1 }),
  })
  .meta({ id: 'SharedPositions' });

/** GET /api/v1/drivers/positions */
export const driverPositions = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether the company takes positions' }),
    data: z.array(
      z.object({
        driver: orderDriver.extend({ id: integer.meta({ example: example.driverId }) }),
        lat: z.number().meta({ example: 52.52 }),
        lng: z.number().meta({ example: 13.405 }),
        accuracy: z.number().nullable().meta({ description: 'Metres', example: 12 }),
        at: timestamp.meta({ description: 'When the phone was there' }),
        stopsLeft: integer.meta({ description: 'Open stops of the driver today', example: 5 }),
        next: z
          .object({ trackingNumber: trackingNumberOut, address: z.string().meta({ example: example.deliveryAddress }) })
          .nullable()
          .meta({ description: 'The next stop' }),
        kilometres: kilometresOut.meta({
          description: 'To the next stop as the crow flies, one decimal; null: no proof says where its address is',
          example: '2.4',
        }),
      }),
    ),
  })
  .meta({ id: 'DriverPositions' });
export type DriverPositions = z.infer<typeof driverPositions>;

/**
 * Where a delivery is, for the person who waits for it: how many stops away, and only once it is the next one, about
 * where. null before the pickup, after the delivery, and while the driver shares nothing.
 */
export const whereabouts = z
  .object({
    stopsBefore: integer.meta({ description: 'Open stops of the driver before this delivery', example: 2 }),
    place: z
      .object({
        lat: z.number().meta({ example: 52.52 }),
        lng: z.number().meta({ example: 13.41 }),
        radius: integer.meta({ description: 'The driver is within so many metres', example: 150 }),
      })
      .nullable()
      .meta({ description: 'null while there are stops before this delivery', example: null }),
    kilometres: kilometresOut.meta({
      description:
        'About how far, as the crow flies; null while there are stops before it, or no proof says where it is',
      example: null,
    }),
    at: timestamp.meta({ description: 'When the driver’s phone was there' }),
  })
  .nullable()
  .meta({ id: 'Whereabouts', description: 'How far away the driver is, as far as the company shows it' });
export type Whereabouts = NonNullable<z.infer<typeof whereabouts>>;
