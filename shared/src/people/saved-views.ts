import { z } from 'zod';
import { cleanMessage, id, isCleanText, rowId, text, timestamp } from '../base/primitives.ts';
import { NAME_MAX, SAVED_VIEW_QUERY_MAX } from '../limits.ts';
import { message, t } from '../words/t.ts';

/** The lists that support saved filters. */
export const savedViewLists = ['orders'] as const;

const QUERY_WORDS = { error: () => t('Must be the query of a list’s address') };
/** What stands after the question mark of a list's address, without what opens a dialog or names a page. */
const listQuery = z
  .string(QUERY_WORDS)
  .max(SAVED_VIEW_QUERY_MAX, {
    error: () => t('At most {savedViewQueryMax} characters', { savedViewQueryMax: SAVED_VIEW_QUERY_MAX }),
  })
  .refine(isCleanText, cleanMessage)
  .refine((value) => !/[?#\s]/.test(value), QUERY_WORDS)
  .meta({ description: 'The query of the list’s address', example: 'status=assigned&sort=planned' });

export const saveView = z
  .object({
    list: z.enum(savedViewLists).meta({ example: 'orders' }),
    name: text(message('Name is required'), NAME_MAX).meta({ example: 'Sam, tomorrow' }),
    query: listQuery,
  })
  .meta({ example: { list: 'orders', name: 'Sam, tomorrow', query: 'driverId=5&day=tomorrow' } });
export type SaveView = z.infer<typeof saveView>;

export const savedView = z
  .object({
    id: rowId,
    list: z.enum(savedViewLists).meta({ example: 'orders' }),
    name: z.string().meta({ example: 'Sam, tomorrow' }),
    query: z.string().meta({ example: 'driverId=5&day=tomorrow' }),
    createdAt: timestamp,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;
export const bySavedViewId = z.object({ id });
