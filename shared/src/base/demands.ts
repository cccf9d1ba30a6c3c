import { z } from 'zod';
import { SKILL_MAX, SKILLS_MAX, WEIGHT_KG_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';
import { text } from './primitives.ts';

// What has to be carried, and what a driver must be able to do for it: of orders, quotes and drivers.

const SKILLS_WORDS = () => t('Must be a list of words');
/** One word of the company's list, as "two people" or "cooled". */
export const skill = text(message('Write what a driver can do'), SKILL_MAX).meta({ example: 'cooled' });
const listed = z
  .array(skill, { error: SKILLS_WORDS })
  .max(SKILLS_MAX, { error: () => t('At most {skillsMax} words', { skillsMax: SKILLS_MAX }) })
  .transform((words) => [...new Set(words)]);
/** Words of the company's list; one text with commas or semicolons is read too. */
export const skillsIn = z
  .union(
    [
      z.null().transform((): string[] => []),
      z
        .string()
        .max(SKILLS_MAX * (SKILL_MAX + 2))
        .transform((typed) =>
          typed
            .split(/[,;\n]/)
            .map((word) => word.trim())
            .filter(Boolean),
        )
        .pipe(listed),
      listed,
    ],
    { error: SKILLS_WORDS },
  )
  .meta({ override: { type: 'array', items: { type: 'string' }, anyOf: undefined }, example: ['cooled'] });
export const skillsOut = z
  .array(z.string())
  .meta({ id: 'Skills', description: 'Words of the setting `planning.skills`', example: ['cooled'] });

const WEIGHT_WORDS = () =>
  t('Kilograms from 0 to {weightKgMax}, with at most three decimals', { weightKgMax: WEIGHT_KG_MAX });
/** Kilograms, as a number or as its digits; null: nobody said it. */
export const weightKgIn = z
  .union(
    [
      z.null(),
      z.literal('').transform(() => null),
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,6}(?:[.,]\d{1,3})?$/)
        .transform((typed) => Number(typed.replace(',', '.'))),
    ],
    { error: WEIGHT_WORDS },
  )
  .refine(
    (kilos) => kilos === null || (kilos >= 0 && kilos <= WEIGHT_KG_MAX && Math.round(kilos * 1000) / 1000 === kilos),
    { error: WEIGHT_WORDS },
  )
  .meta({
    override: { type: ['number', 'null'], minimum: 0, maximum: WEIGHT_KG_MAX, anyOf: undefined },
    example: 12.5,
  });
export const weightKgOut = z.number().nullable().meta({ example: 12.5 });

/** What drivers must be able to do for it. */
export const needsIn = skillsIn;
export const demandsIn = { weightKg: weightKgIn.optional(), needs: needsIn.optional() };
export const demandsOut = {
  weightKg: weightKgOut,
  needs: skillsOut,
};
