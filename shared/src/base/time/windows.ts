import { z } from 'zod';
import { WINDOW_DAYS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';
import { isDay, timestamp } from '../primitives.ts';
import { companyZone } from './company-zone.ts';
import { DAY_MS, isShown, MINUTE_MS, offsetAt } from './zoned-time.ts';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
const INSTANT_WORDS = { error: () => t('Must be a time with its zone, like 2026-03-01T09:30:00+01:00') };
const WRITTEN = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}).*([+-])(\d{2}):?(\d{2})$/;
/**
 * Why a time is none on the clocks of the company: they skip it, and its offset is the one that they have before or
 * afterwards. The time of another place is left alone.
 */
function skippedWords(value: string): string | undefined {
  const zone = companyZone();
  const [, day = '', hour = '', minute = '', sign, hours, minutes] = WRITTEN.exec(value) ?? [];
  if (!zone || !sign) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -MINUTE_MS : MINUTE_MS);
  const own = [-DAY_MS, DAY_MS].map((far) => offsetAt(Date.parse(value) + far, zone));
  if (!own.includes(offset) || isShown(day, Number(hour) * 60 + Number(minute), zone)) return undefined;
  return t('There is no {time} on {day}: the clocks skip that hour', { time: `${hour}:${minute}`, day });
}
/** A moment with its offset from UTC; becomes ISO 8601 in UTC with milliseconds. */
const instant = z
  .string(INSTANT_WORDS)
  .max(40, INSTANT_WORDS)
  .refine((value) => isDay(INSTANT.exec(value)?.[1] ?? '') && !Number.isNaN(Date.parse(value)), INSTANT_WORDS)
  .superRefine((value, context) => {
    const message = skippedWords(value);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .transform((value) => new Date(value).toISOString())
  .meta({ format: 'date-time' });

/** NaN, which is neither too short nor too long, when one of the two is no moment: that is said of itself. */
const length = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);
/** From when until when something is promised: two moments, the second after the first. */
export const timeWindow = z
  .object({
    from: instant.meta({ example: '2026-03-02T09:00:00+01:00' }),
    to: instant.meta({ example: '2026-03-02T12:00:00+01:00' }),
  })
  .refine((window) => !(length(window) < 0), { path: ['to'], error: () => t('The window ends before it begins') })
  .refine((window) => length(window) !== 0, {
    path: ['to'],
    error: () => t('The window has no length: it ends when it begins'),
  })
  .refine((window) => !(length(window) > WINDOW_DAYS_MAX * DAY_MS), {
    path: ['to'],
    error: () => t('A window is at most {windowDaysMax} days long', { windowDaysMax: WINDOW_DAYS_MAX }),
  });

/** A window of a request: absent stays as it is, null takes it away. */
const windowIn = timeWindow.nullable().optional();
export const windowsIn = {
  pickupWindow: windowIn.meta({ description: 'From when until when it is picked up; null for none' }),
  deliveryWindow: windowIn.meta({
    description: 'From when until when it is delivered; null for none. `deliveryDate` follows the day it begins on',
  }),
};

const windowOut = z.object({ from: timestamp, to: timestamp }).nullable();
export const windowsOut = {
  pickupWindow: windowOut.meta({
    description: 'From when until when it is picked up; null when nothing is promised',
    example: { from: '2026-03-02T08:00:00.000Z', to: '2026-03-02T10:00:00.000Z' },
  }),
  deliveryWindow: windowOut.meta({
    description: 'From when until when it is delivered; null when nothing is promised',
    example: { from: '2026-03-02T10:00:00.000Z', to: '2026-03-02T12:00:00.000Z' },
  }),
};
