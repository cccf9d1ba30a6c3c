import { z } from 'zod';
import { t } from '../../words/t.ts';
import { search, textOrNull } from '../primitives.ts';
import { shortCodeIn } from './plus-codes.ts';
import { typedPlace } from './typed-place.ts';

/** How exactly a place is known. */
export const placePrecisions = ['door', 'street', 'area'] as const;
/** Who knows it: somebody set it, the company's own proofs, its address file, a map service, or the address itself. */
export const placeSources = ['pin', 'proof', 'file', 'service', 'typed'] as const;

const lat = z.number().min(-90).max(90).meta({ example: 52.52 });
const lng = z.number().min(-180).max(180).meta({ example: 13.405 });

export const placeError = () => t('Must be a place like 52.52, 13.405 or a link of a map');
const degrees = (most: number, example: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,3}(?:\.\d{1,10})?$/)
          .transform(Number),
      ],
      { error: placeError },
    )
    .refine((value) => Math.abs(value) <= most, { error: placeError })
    .meta({ override: { type: 'number', minimum: -most, maximum: most, anyOf: undefined }, example });
/** A place as numbers alone. */
export const placeAt = { lat: degrees(90, 52.52), lng: degrees(180, 13.405) };

const typed = z
  .string()
  .max(2000)
  .transform((text, context): { lat: number; lng: number } | string => {
    // A short plus code stays as it is: where its town is only the server knows.
    const place = typedPlace(text, 'place');
    if (place) return { lat: place.lat, lng: place.lng };
    if (shortCodeIn(text)) return text;
    context.addIssue({ code: 'custom', message: placeError() });
    return z.NEVER;
  });
/** Where an address is, as somebody says it: remembered for that address; null forgets it. */
export const placeIn = z
  .union([z.literal('').transform(() => null), z.null(), z.object({ lat, lng }), typed], { error: placeError })
  .optional()
  .meta({
    override: {
      type: ['object', 'null'],
      anyOf: undefined,
      properties: {
        lat: { type: 'number', minimum: -90, maximum: 90 },
        lng: { type: 'number', minimum: -180, maximum: 180 },
      },
      required: ['lat', 'lng'],
    },
    description:
      'Where the address is: remembered for it from then on; null forgets that. A text with coordinates or a link of a map is read too',
    example: { lat: 52.52, lng: 13.405 },
  });
export type PlaceIn = z.infer<typeof placeIn>;

export const placeOut = z
  .object({
    lat: lat.meta({ example: 52.52 }),
    lng: lng.meta({ example: 13.405 }),
    precision: z.enum(placePrecisions).meta({ example: 'door' }),
    source: z.enum(placeSources).meta({
      description:
        '`pin`: somebody set it; `proof`: the company’s own photos and signatures; `typed`: the address says it; `file`: the company’s address file; `service`: its map service',
      example: 'pin',
    }),
  })
  .meta({ id: 'Place' });
export type KnownPlace = z.infer<typeof placeOut>;

/** GET /places */
export const findPlace = z.object({
  q: search.meta({ description: 'What is typed so far', example: 'Hauptstr. 12 Ber' }),
});
export type FindPlace = z.infer<typeof findPlace>;

const foundAddress = z.object({
  label: z.string().meta({ description: 'In one line', example: 'Hauptstraße 12, 10827 Berlin' }),
  address: z
    .string()
    .meta({ description: 'As it goes into an address field', example: 'Hauptstraße 12\n10827 Berlin' }),
  street: textOrNull.meta({ example: 'Hauptstraße' }),
  number: textOrNull.meta({ example: '12' }),
  postcode: textOrNull.meta({ example: '10827' }),
  town: textOrNull.meta({ example: 'Berlin' }),
  place: placeOut,
});
export type FoundAddress = z.infer<typeof foundAddress>;
export const foundPlaces = z.object({ data: z.array(foundAddress) }).meta({ id: 'FoundPlaces' });
export type FoundPlaces = z.infer<typeof foundPlaces>;
