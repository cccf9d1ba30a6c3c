import { z } from 'zod';
import { skillsIn, skillsOut } from '../../base/demands.ts';
import { address, optionalText, whole } from '../../base/primitives.ts';
import { ADDRESS_MAX, NAME_MAX, WEIGHT_KG_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';
import { weekly } from '../own-settings.ts';

// What a plan knows of a driver: the vehicle, where the day begins and ends, skills, and hours.

/** From home: nobody stores where a driver lives, so that the way to the first stop does not count. */
export const HOME = 'home';

const PARCELS_WORDS = () => t('Must be a whole number from 1 to {max}', { max: WEIGHT_KG_MAX });
const room = z
  .union([z.literal('').transform(() => null), z.null(), whole(1, WEIGHT_KG_MAX, PARCELS_WORDS)], {
    error: PARCELS_WORDS,
  })
  .optional()
  .transform((most) => most ?? null)
  .meta({ override: { type: ['integer', 'null'], minimum: 1, maximum: WEIGHT_KG_MAX, anyOf: undefined } });
const vehicle = z
  .union(
    [
      z.null(),
      z.strictObject({
        label: optionalText(NAME_MAX)
          .transform((label) => label ?? null)
          .meta({ example: 'Van 3' }),
        parcelsMax: room.meta({ example: 60 }),
        kilosMax: room.meta({ example: 800 }),
      }),
    ],
    { error: () => t('A vehicle has label, parcelsMax and kilosMax') },
  )
  .meta({ description: 'null: its room does not count', example: { label: 'Van 3', parcelsMax: 60, kilosMax: 800 } });
const end = z.union([z.literal('').transform(() => null), z.null(), address(message('An address is required'))]).meta({
  override: { type: ['string', 'null'], maxLength: ADDRESS_MAX, anyOf: undefined },
  description: 'An address, or `home`: the way to or from there does not count; null: the company’s depot',
  example: 'home',
});
const hours = z.union([z.null(), weekly]).meta({
  override: {
    type: ['object', 'null'],
    anyOf: undefined,
    additionalProperties: { type: 'array', items: { type: 'object' } },
  },
  description: 'As `hours.weekly`; what lies between two times of a day is a break. null: the hours of the company',
  example: { mon: [{ from: '08:00', to: '12:00' }] },
});
export const driverWorkIn = {
  vehicle: vehicle.optional(),
  startsFrom: end.optional(),
  endsAt: end.optional(),
  skills: skillsIn.optional().meta({ description: 'Words of the setting `planning.skills`', example: ['cooled'] }),
  workingHours: hours.optional(),
};

const vehicleOut = z
  .object({
    label: z.string().nullable().meta({ example: 'Van 3' }),
    parcelsMax: z.int().nullable().meta({ description: 'null: any number', example: 60 }),
    kilosMax: z.int().nullable().meta({ description: 'null: any weight', example: 800 }),
  })
  .meta({ id: 'Vehicle' });
const endOut = z.string().nullable().meta({ description: 'An address, or `home`; null: the depot', example: 'home' });
const times = z.array(
  z.object({ from: z.string().meta({ example: '08:00' }), to: z.string().meta({ example: '18:00' }) }),
);
const week = { mon: times, tue: times, wed: times, thu: times, fri: times, sat: times, sun: times };
const weekOut = z.object(week).meta({ id: 'WeekHours' });
export const driverWorkOut = {
  vehicle: vehicleOut.nullable().meta({ example: null }),
  startsFrom: endOut,
  endsAt: endOut,
  skills: skillsOut,
  workingHours: weekOut
    .nullable()
    .meta({ description: 'What lies between two times is a break; null: the hours of the company', example: null }),
};
export const driverWork = z.object(driverWorkOut);
export type DriverWork = z.infer<typeof driverWork>;
