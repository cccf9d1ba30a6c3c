import { z } from 'zod';
import { rowId } from '../base/primitives.ts';

/**
 * A message of the live stream: what changed, never its content. Subscribers read it again through the ordinary
 * call.
 */
export const liveChange = z.discriminatedUnion('topic', [
  z.object({
    topic: z.enum(['order', 'quote', 'mail', 'day', 'payment', 'event', 'delivery', 'webhook']),
    /** null: one of them, and the listener may not know which. */
    id: rowId.nullable(),
    /** What a mail or a payment is about. */
    quoteId: rowId.nullable(),
    orderId: rowId.nullable(),
    /** It was not there before. */
    isNew: z.boolean(),
  }),
  /** Something may have been missed. */
  z.object({ topic: z.literal('resync') }),
]);
export type LiveChange = z.infer<typeof liveChange>;
