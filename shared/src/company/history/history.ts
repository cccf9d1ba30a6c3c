import { z } from 'zod';
import { lateEvidence } from '../../base/late-evidence.ts';
import { id, rowId, textOrNull, timestamp } from '../../base/primitives.ts';
import { example } from '../../examples.ts';

export const actorKinds = ['user', 'code', 'key', 'visitor', 'system'] as const;
/** `detail` stays as it is stored for programs that read English. */
export const detailWordsOut = textOrNull.meta({
  description: '`detail` for people, with amounts, days and times as they write them; null where it is the same',
  example: null,
});
/** One line of what happened to a quote or an order: who, when, from, to. */
export const historyLine = z.object({
  id: rowId,
  action: z.string().meta({ example: 'order.created' }),
  from: textOrNull.meta({ description: 'Status before', example: null }),
  to: textOrNull.meta({ description: 'Status after', example: 'pending' }),
  actor: z.string().meta({ example: example.staff }),
  actorKind: z.enum(actorKinds),
  detail: textOrNull.meta({ example: null }),
  words: detailWordsOut,
  at: timestamp,
  occurredAt: timestamp
    .nullable()
    .meta({ description: 'By the phone’s clock, where a phone reported it', example: null }),
});
export type HistoryLine = z.infer<typeof historyLine>;
export const historyOf = z.object({ subject: z.enum(['quote', 'order', 'invoice']), id });
/** With what came too late to move the order: it is kept with the history when the order itself is deleted. */
export const history = z.object({ data: z.array(historyLine), lateEvidence: z.array(lateEvidence) });
