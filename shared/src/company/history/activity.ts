import { z } from 'zod';
import { day, id, pageInput, pageOf, rowId, textOrNull, timestamp } from '../../base/primitives.ts';
import { example } from '../../examples.ts';
import { t } from '../../words/t.ts';
import { actorKinds, detailWordsOut } from './history.ts';

/** What a line of activity can be about. */
export const activitySubjects = [
  'company',
  'user',
  'key',
  'order',
  'quote',
  'customer',
  'invoice',
  'bank',
  'report',
  'recurring',
  'template',
  'webhook',
  'inbound',
  'import',
  'export',
] as const;
export type ActivitySubject = (typeof activitySubjects)[number];

export const listActivity = pageInput.extend({
  subject: z
    .enum(activitySubjects, {
      error: () => t('subject is one of {activitySubjects}', { activitySubjects: activitySubjects.join(', ') }),
    })
    .meta({ description: 'Only what happened to things of this kind', example: 'company' })
    .optional(),
  subjectId: id.meta({ description: 'With `subject`: only what happened to this one' }).optional(),
  action: z
    .string()
    .regex(/^[a-z_]{1,40}(\.[a-z_]{1,40}){1,2}$/, { error: () => t('action is one like user.signed_in') })
    .meta({ example: 'user.signed_in' })
    .optional(),
  actorKind: z
    .enum(actorKinds, { error: () => t('actorKind is one of {actorKinds}', { actorKinds: actorKinds.join(', ') }) })
    .meta({ description: 'Who did it', example: 'user' })
    .optional(),
  actorId: id.meta({ description: 'With `actorKind` user or key: only what this one did' }).optional(),
  from: day().meta({ description: 'First day, in the business time zone' }).optional(),
  to: day().meta({ description: 'Last day, in the business time zone', example: '2026-03-31' }).optional(),
});
export type ListActivity = z.infer<typeof listActivity>;

/** One thing that happened: who, what, to which object, from where, when, and what it was before and after. */
export const activityLine = z
  .object({
    id: rowId,
    at: timestamp,
    actor: z.string().meta({ example: example.staff }),
    actorKind: z.enum(actorKinds),
    actorId: rowId.nullable().meta({ description: 'Of a user or an API key' }),
    address: textOrNull.meta({
      description:
        'The network address of a user, a driver or a program; null for customers and for the product itself',
      example: '198.51.100.7',
    }),
    action: z.string().meta({ example: 'company.updated' }),
    subject: z.string().meta({ example: 'company' }),
    subjectId: z.int().meta({ example: 1 }),
    subjectName: textOrNull.meta({ description: 'What people call it; null when it is gone', example: null }),
    field: textOrNull.meta({ description: 'Of settings: the group and the name', example: 'profile.name' }),
    from: textOrNull.meta({ description: 'Status or value before', example: 'QuickFleet' }),
    to: textOrNull.meta({ description: 'Status or value after', example: 'Acme Couriers' }),
    detail: textOrNull.meta({ example: null }),
    words: detailWordsOut,
  })
  .meta({ id: 'ActivityLine' });
export type ActivityLine = z.infer<typeof activityLine>;
export const activityPage = pageOf(activityLine);
export type ActivityPage = z.infer<typeof activityPage>;
