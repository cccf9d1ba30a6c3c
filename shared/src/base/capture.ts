import { z } from 'zod';
import { example } from '../examples.ts';
import { NAME_MAX } from '../limits.ts';
import { t } from '../words/t.ts';
import { integer, isCleanText, takenAt, textOrNull, timestamp } from './primitives.ts';

/** A field of form data holds JSON as text; a JSON body holds the thing itself. */
const fromText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};
/** An object, or the text of one in form data. */
export const jsonField = <S extends z.ZodType>(schema: S) => z.preprocess(fromText, schema);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
/**
 * Where the phone says it was. One that cannot be (0,0, or beyond the globe) becomes null: a wrong position loses no
 * proof.
 */
export const toPosition = (value: unknown): { lat: number; lng: number; accuracy: number | null } | null => {
  const read = fromText(value);
  if (typeof read !== 'object' || read === null) return null;
  const { lat, lng, accuracy }: { lat?: unknown; lng?: unknown; accuracy?: unknown } = read;
  if (!isNumber(lat) || !isNumber(lng) || Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0))
    return null;
  return { lat, lng, accuracy: isNumber(accuracy) && accuracy >= 0 ? Math.round(accuracy) : null };
};
const position = z
  .unknown()
  .transform((value) => (value === undefined || value === '' ? undefined : toPosition(value)))
  .optional()
  .meta({
    override: {
      type: 'object',
      properties: { lat: { type: 'number' }, lng: { type: 'number' }, accuracy: { type: 'number' } },
    },
    description: 'Where the phone was, accuracy in metres; in form data as JSON. One that cannot be is kept as unknown',
    example: { lat: 52.52, lng: 13.405, accuracy: 12 },
  });

const deviceIn = jsonField(
  z
    .object({
      id: z.string().regex(/^[\w-]{8,64}$/, { error: () => t('Not the id of a device') }),
      name: z.string().max(NAME_MAX).refine(isCleanText).optional(),
    })
    .optional(),
).meta({
  override: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } }, anyOf: undefined },
  description: 'A random id that the phone keeps, and what it calls itself; in form data as JSON',
  example: { id: 'd1f0c2b4a6e8', name: 'Android, Chrome' },
});

const clockOffset = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,13}$/)
        .transform(Number),
    ],
    { error: () => t('Must be milliseconds') },
  )
  .optional()
  .meta({
    override: { type: 'integer', anyOf: undefined },
    description: 'How many milliseconds the phone’s clock was ahead of the server’s when they last met',
    example: -120,
  });

/** When, where and by which phone; every call that brings proof takes these. */
export const captureIn = { takenAt, position, device: deviceIn, clockOffset };
export interface CaptureIn {
  takenAt?: string | undefined;
  position?: { lat: number; lng: number; accuracy: number | null } | null | undefined;
  device?: { id: string; name?: string | undefined } | undefined;
  clockOffset?: number | undefined;
}

export const positionOut = z
  .object({ lat: z.number(), lng: z.number(), accuracy: z.number().nullable() })
  .nullable()
  .meta({ description: 'null when it was not given or cannot be', example: null });
export const captureOut = {
  takenAt: timestamp.nullable().meta({ description: 'By the phone’s clock; null when that cannot be right' }),
  receivedAt: timestamp.meta({ description: 'By the server’s clock' }),
  position: positionOut,
  deviceId: textOrNull.meta({ example: 'd1f0c2b4a6e8' }),
  deviceName: textOrNull.meta({ example: 'Android, Chrome' }),
  clockOffBy: integer.nullable().meta({
    description: 'Seconds the phone’s clock was ahead of the server’s, where that was more than five minutes',
    example: null,
  }),
  by: z.string().meta({ description: 'Who brought it, as the history names them', example: example.staff }),
};
