/**
 * A message of the live stream: what changed, never its content. Subscribers read it again through the ordinary
 * call.
 */
export type LiveChange =
  | {
      topic: 'order' | 'quote' | 'mail' | 'day' | 'payment';
      /** null: one of them, and the listener may not know which. */
      id: number | null;
      /** What a mail or a payment is about. */
      quoteId: number | null;
      orderId: number | null;
      /** It was not there before. */
      isNew: boolean;
    }
  /** Something may have been missed. */
  | { topic: 'resync' };
