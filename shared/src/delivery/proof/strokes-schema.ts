import { z } from 'zod';
import { t } from '../../words/t.ts';
import { STROKE_POINTS_MAX, STROKES_MAX, type Strokes } from './strokes.ts';

const problem = () => t('The strokes are not those of a signature pad');
const SIDE_MAX = 10_000;
/** Kept to a tenth of a pixel and a hundredth of the pressure: what a finger cannot draw finer. */
const rounded = (digits: number) => (value: number) => Number(value.toFixed(digits));
const place = z.number({ error: problem }).min(-SIDE_MAX, { error: problem }).max(SIDE_MAX, { error: problem });
const side = place.positive({ error: problem });

/**
 * The form field `strokes` of a signature: `{width, height, strokes}`, where strokes are what `toData()` of the library
 * signature_pad gives; anything else about them is dropped. Times become milliseconds since the first point.
 */
export const strokesIn = z
  .object(
    {
      width: side,
      height: side,
      strokes: z
        .array(
          z.object(
            {
              points: z
                .array(
                  z.object({
                    x: place,
                    y: place,
                    time: z.number({ error: problem }).nonnegative({ error: problem }).default(0),
                    pressure: z.number().min(0).max(1).default(0.5),
                  }),
                  { error: problem },
                )
                .min(1, { error: problem }),
            },
            { error: problem },
          ),
          { error: problem },
        )
        .min(1, { error: problem })
        .max(STROKES_MAX, {
          error: () => t('A signature has at most {strokesMax} strokes', { strokesMax: STROKES_MAX }),
        }),
    },
    { error: problem },
  )
  .refine(({ strokes }) => strokes.reduce((sum, { points }) => sum + points.length, 0) <= STROKE_POINTS_MAX, {
    error: () => t('A signature has at most {strokePointsMax} points', { strokePointsMax: STROKE_POINTS_MAX }),
  })
  .transform(({ width, height, strokes }): Strokes => {
    const begin = Math.min(...strokes.flatMap(({ points }) => points.slice(0, 1)).map(({ time }) => time));
    return {
      width: rounded(1)(width),
      height: rounded(1)(height),
      strokes: strokes.map(({ points }) => ({
        points: points.map(({ x, y, time, pressure }) => ({
          x: rounded(1)(x),
          y: rounded(1)(y),
          time: Math.max(0, Math.round(time - begin)),
          pressure: rounded(2)(pressure),
        })),
      })),
    };
  });

const out = z.number();
/** The same as it is read. */
export const strokesOut = z.object({
  width: out,
  height: out,
  strokes: z.array(z.object({ points: z.array(z.object({ x: out, y: out, time: out, pressure: out })) })),
});
