/**
 * What the live stream tells: what changed and never what it says. Whoever hears it asks again through the ordinary
 * call.
 */
export type LiveChange =
  | {
      topic: 'order' | 'quote' | 'mail';
      /** null: one of them, and the listener may not know which. */
      id: number | null;
      /** What a mail is about. */
      quoteId: number | null;
      orderId: number | null;
      /** It was not there before. */
      isNew: boolean;
    }
  /** Something may have been missed. */
  | { topic: 'resync' };
