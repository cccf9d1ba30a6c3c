import { z } from 'zod';
import { count, id, integer, optionalText, takenAt, textOrNull, timestamp, whole } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { DELAY_MINUTES_MAX, DELAY_MINUTES_MIN, DELAY_WORDS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { delayReasons } from './delay-words.ts';

/** The part of the promised ranges that is meant to hold. */
export const ETA_CONFIDENCE = 0.8;
/** What a range comes from: the promised window alone; the company's past; or that and the driver's day so far. */
export const etaBases = ['window', 'learned', 'under_way'] as const;
export type EtaBasis = (typeof etaBases)[number];

/** When an order is expected at its delivery address. */
export const eta = z
  .object({
    from: timestamp,
    to: timestamp,
    confidence: z.literal(ETA_CONFIDENCE).meta({ description: 'The part of such ranges that is meant to hold' }),
    basis: z.enum(etaBases).meta({
      description:
        '`window`: what was promised; `learned`: from the company’s past deliveries; `under_way`: from these and the driver’s day so far',
      example: 'under_way',
    }),
    stopsBefore: integer
      .nullable()
      .meta({ description: 'Open stops of the driver before this delivery; null when unknown', example: 3 }),
    updatedAt: timestamp,
  })
  .nullable()
  .meta({ description: 'When the delivery is expected; null when nothing can be said, and after it' });
export type Eta = NonNullable<z.infer<typeof eta>>;

/** Why a delivery runs late, as its driver says. */
export const delay = z
  .object({
    reason: z.enum(delayReasons).meta({ example: 'traffic' }),
    words: textOrNull.meta({ description: 'The driver’s own words; null where the reason says it all', example: null }),
    at: timestamp.meta({ description: 'When the driver said so' }),
    minutes: integer.nullable().optional().meta({ description: 'By how much, where the driver said it', example: 40 }),
  })
  .nullable()
  .meta({
    description:
      'Why the delivery runs late, as its driver says: until it is made or fails, another driver has it, the day is over, or the driver takes it back',
    example: null,
  });
export type Delay = NonNullable<z.infer<typeof delay>>;

/** POST /driver/delays */
export const sayDelay = z
  .object({
    orderId: id,
    reason: z
      .union([z.null(), z.enum(delayReasons)], {
        error: () => t('reason must be one of {delayReasons}, or null', { delayReasons: delayReasons.join(', ') }),
      })
      .meta({ description: 'null takes it back', example: 'traffic' }),
    words: optionalText(DELAY_WORDS_MAX).meta({ description: 'Needed with `other`', example: null }),
    minutes: whole(DELAY_MINUTES_MIN, DELAY_MINUTES_MAX, () =>
      t('minutes must be a whole number from {min} to {max}', { min: DELAY_MINUTES_MIN, max: DELAY_MINUTES_MAX }),
    )
      .optional()
      .meta({ description: 'By how much: the expected times move by it', example: 40 }),
    takenAt,
  })
  .refine(({ reason, words }) => reason !== 'other' || Boolean(words), {
    path: ['words'],
    error: () => t('Say in a few words what happened'),
  });
export type SayDelay = z.infer<typeof sayDelay>;

const kept = {
  promises: count.meta({ description: 'Ranges that were promised and whose delivery was made', example: 240 }),
  held: count.meta({ description: 'Those that the delivery was in', example: 193 }),
};
/** GET /reports/eta: how well the ranges of the last 30 days held. */
export const etaReport = z
  .object({
    confidence: z.literal(ETA_CONFIDENCE),
    legs: count.meta({ description: 'Legs between two stops that the ranges were learned from', example: 4120 }),
    learnedAt: timestamp.nullable().meta({ description: 'null while there are too few' }),
    width: z
      .number()
      .meta({ description: 'How much wider the ranges are made than past errors alone say', example: 1.1 }),
    ...kept,
    medianMinutes: integer
      .nullable()
      .meta({ description: 'Length of the middle range; null without one', example: 55 }),
    days: z
      .array(z.object({ day: z.string().meta({ example: example.day }), ...kept }))
      .meta({ description: 'By the day of the delivery, oldest first; days without one are left out' }),
    byStops: z
      .array(z.object({ stopsBefore: integer.meta({ example: 2 }), ...kept, medianMinutes: integer }))
      .meta({ description: 'By the open stops before the delivery when it was promised, fewest first' }),
  })
  .meta({ id: 'EtaReport' });
export type EtaReport = z.infer<typeof etaReport>;
