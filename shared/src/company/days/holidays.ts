import { z } from 'zod';
import { day, whole } from '../../base/primitives.ts';
import { HOLIDAY_YEARS } from '../../limits.ts';
import { t } from '../../words/t.ts';

const YEAR_WORDS = () => t('year must be one from {from} to {to}', HOLIDAY_YEARS);
const country = z
  .string()
  .trim()
  .max(3, { error: () => t('country is a code of two letters, like DE') })
  .meta({ description: 'ISO 3166; the company’s when absent', example: 'DE' })
  .optional();
export const holidayQuery = z.object({
  country,
  region: z
    .string()
    .trim()
    .max(10, { error: () => t('region is a code, like BY for Bavaria') })
    .meta({
      description: 'A code of `GET /holidays/regions`; without one, what holds in the whole country',
      example: 'BY',
    })
    .optional(),
  year: whole(HOLIDAY_YEARS.from, HOLIDAY_YEARS.to, YEAR_WORDS)
    .transform((year) => year)
    .meta({ description: 'This year when absent', example: 2026 })
    .optional(),
});
export type HolidayQuery = z.infer<typeof holidayQuery>;
export const regionQuery = z.object({ country });
export type RegionQuery = z.infer<typeof regionQuery>;

/** Shops and offices are closed on public ones alone. */
export const holidayTypes = ['public', 'bank', 'optional', 'school', 'observance'] as const;
export const holiday = z
  .object({
    day: day().meta({ example: '2026-12-25' }),
    name: z.string().meta({ description: 'In the company’s language, where it is known', example: 'Christmas Day' }),
    type: z.enum(holidayTypes).meta({ example: 'public' }),
    isSubstitute: z.boolean().meta({ description: 'Instead of a holiday that falls on a weekend', example: false }),
  })
  .meta({ id: 'Holiday' });
export type Holiday = z.infer<typeof holiday>;

const place = z.object({ code: z.string().meta({ example: 'BY' }), name: z.string().meta({ example: 'Bavaria' }) });
export const holidayPlaces = z.object({
  country: z.string().meta({ example: 'DE' }),
  countries: z.array(place).meta({ description: 'Every country with known holidays' }),
  regions: z.array(place).meta({ description: 'Those of the country; empty where it has none of its own' }),
});
export type HolidayPlaces = z.infer<typeof holidayPlaces>;
