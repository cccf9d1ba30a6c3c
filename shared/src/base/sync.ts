import { z } from 'zod';
import { CURSOR_MAX, IDS_MAX } from '../limits.ts';
import { t } from '../words/t.ts';
import { isCleanText, moment, pageOf, textOrNull } from './primitives.ts';

// What programs that keep a copy of a list ask it for.

const IDS_WORDS = () => t('ids are up to {idsMax} numbers of rows with commas between them', { idsMax: IDS_MAX });
export const syncInput = {
  updatedSince: moment
    .meta({
      description:
        'Only what changed at this moment or later, in the order of change, oldest first, whatever `sort` says. Remember the newest `updatedAt` that came, and ask with it next time: nothing is missing, and what changed at that very moment may come twice',
    })
    .optional(),
  cursor: z
    .string()
    .max(CURSOR_MAX, { error: () => t('This is no cursor of a list') })
    .refine(isCleanText, { error: () => t('This is no cursor of a list') })
    .meta({
      description: '`nextCursor` of the page before, with the same other parameters; instead of `page`',
      example: 'WyJuZXdlc3QiLCIyMDI2LTAzLTAxVDA5OjMwOjAwLjAwMFoiLDQyLDFd',
    })
    .optional(),
  ids: z
    .string({ error: IDS_WORDS })
    .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/, { error: IDS_WORDS })
    .transform((list) => [...new Set(list.split(',').map(Number))])
    .refine((ids) => ids.length <= IDS_MAX && ids.every((id) => id <= 2_147_483_647), { error: IDS_WORDS })
    .meta({
      override: { type: 'string' },
      description: `These rows alone, up to ${IDS_MAX}, on one page`,
      example: '42,43',
    })
    .optional(),
};

/** A page of a list that takes a cursor. */
export const cursorPageOf = <T extends z.ZodType>(row: T) =>
  pageOf(row).extend({
    nextCursor: textOrNull.meta({
      description: 'The `cursor` of the next page, stable while rows are added or changed; null at the end',
      example: null,
    }),
  });
