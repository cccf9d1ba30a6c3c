import { z } from 'zod';
import { skill } from '../../base/demands.ts';
import { flag, optionalText } from '../../base/primitives.ts';
import { ADDRESS_MAX, SKILLS_MAX } from '../../limits.ts';
import { t } from '../../words/t.ts';

// The group `planning` of the company's settings: what a plan of a day goes by.

export const planning = z.strictObject({
  depot: optionalText(ADDRESS_MAX).meta({ example: '9 Depot Street\nSpringfield' }),
  skills: z
    .array(skill, { error: () => t('Must be a list of words') })
    .max(SKILLS_MAX, { error: () => t('At most {skillsMax} words', { skillsMax: SKILLS_MAX }) })
    .transform((words) => [...new Set(words)])
    .meta({ override: { type: 'array', items: { type: 'string' } }, example: ['cooled', 'two people'] }),
  fullWindows: flag,
});
export const planningOut = z.object({
  depot: z
    .string()
    .nullable()
    .meta({ description: 'Where days begin and end, unless a driver says it', example: null }),
  skills: z
    .array(z.string())
    .meta({ description: 'What drivers can do, and orders need', example: ['cooled', 'two people'] }),
  fullWindows: z.boolean().meta({
    description: 'The public form and the keys of customers get no window that is full',
    example: false,
  }),
});
export const planningDefaults: z.infer<typeof planningOut> = { depot: null, skills: [], fullWindows: false };
