import { z } from 'zod';
import { flag, id, rowId, rowVersion, seenVersion, text } from '../../base/primitives.ts';
import { reasonParties, reasonStops } from '../../company/proof/failure-words.ts';
import { NAME_MAX } from '../../limits.ts';
import { message, t } from '../../words/t.ts';

const rule = z
  .object({ photo: flag.optional(), note: flag.optional() })
  .meta({ description: 'What a phone must send with it', example: { photo: true } });
const fields = z.object({
  name: text(message('A name is required'), NAME_MAX).meta({ example: 'Dog in the yard' }),
  party: z.enum(reasonParties, {
    error: () => t('party must be one of {reasonParties}', { reasonParties: reasonParties.join(', ') }),
  }),
  stop: z.enum(reasonStops, {
    error: () => t('stop must be one of {reasonStops}', { reasonStops: reasonStops.join(', ') }),
  }),
  rule,
  customerText: text(message('Say it in words for the customer'), NAME_MAX).meta({
    description: 'What the customer reads, a sentence without its full stop',
    example: 'A dog was in the yard',
  }),
});
export const createFailureReason = fields
  .extend({
    code: z
      .string({ error: () => t('A code is required') })
      .regex(/^[a-z][a-z0-9_]{1,39}$/, { error: () => t('A code has small letters, digits and underscores') })
      .meta({ description: 'Never changes', example: 'dog_in_yard' }),
    stop: fields.shape.stop.default('both'),
    rule: rule.default({}),
  })
  .meta({
    example: {
      code: 'dog_in_yard',
      name: 'Dog in the yard',
      party: 'recipient',
      customerText: 'A dog was in the yard',
    },
  });
export type CreateFailureReason = z.infer<typeof createFailureReason>;
/** Partial; `active: false` takes it from the phones and leaves it on what was said with it. */
export const updateFailureReason = fields
  .partial()
  .extend({ id, active: flag.optional(), version: seenVersion })
  .meta({ example: { active: false } });
export type UpdateFailureReason = z.infer<typeof updateFailureReason>;

export const failureReason = z
  .object({
    id: rowId,
    code: z.string().meta({ example: 'not_home' }),
    name: z.string().meta({ example: 'Nobody home' }),
    party: z.enum(reasonParties),
    stop: z.enum(reasonStops),
    rule: z.object({ photo: z.boolean(), note: z.boolean() }),
    customerText: z.string().meta({ example: 'Nobody was home' }),
    active: z.boolean(),
    version: rowVersion,
  })
  .meta({ id: 'FailureReason' });
export type FailureReason = z.infer<typeof failureReason>;
export const failureReasons = z.object({ data: z.array(failureReason) }).meta({ id: 'FailureReasons' });
