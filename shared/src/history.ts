import { z } from 'zod';
import { lateEvidence } from './late-evidence.ts';
import { id, timestamp } from './primitives.ts';

/** One line of what happened to a quote or an order: who, when, from, to. */
export const historyLine = z.object({
  id: z.number().int(),
  action: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actor: z.string(),
  actorKind: z.enum(['user', 'code', 'key', 'visitor', 'system']),
  detail: z.string().nullable(),
  at: timestamp,
  /** By the phone's clock, where a phone reported it. */
  occurredAt: timestamp.nullable(),
});
export type HistoryLine = z.infer<typeof historyLine>;
export const historyOf = z.object({ subject: z.enum(['quote', 'order']), id });
/** With what came too late to move the order: it is kept with the history when the order itself is deleted. */
export const history = z.object({ data: z.array(historyLine), lateEvidence: z.array(lateEvidence) });
