// A form that was put aside stays in this browser, for this person, and is offered when the form is opened again.
import { PENDING_UPLOAD_HOURS } from '@quickfleet/shared/limits';
import { speedType } from '@quickfleet/shared/quotes';
import { z } from 'zod';
import { newItem, type QuoteFormValues } from './quote-form-values.ts';

const HOUR = 3_600_000;
const KEPT_DAYS = 30;
const numberOrText = z.union([z.number(), z.string()]);

const stored = z.object({
  savedAt: z.number(),
  values: z.object({
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string(), company: z.string() }),
    pickupAddress: z.string(),
    deliveryAddress: z.string(),
    notes: z.string(),
    speedType,
    speedDate: z.string(),
    items: z
      .array(
        z.object({
          id: z.number().optional(),
          name: z.string(),
          description: z.string(),
          quantity: numberOrText,
          value: numberOrText,
          imageUrls: z.array(z.string()),
        }),
      )
      .min(1),
  }),
});

export interface UnfinishedQuote {
  savedAt: string;
  values: QuoteFormValues;
  /** Photos that waited so long that the server has let them go. */
  hasLostPhotos: boolean;
}

/** One form of one person: the new quote, or the edit of one. */
export const unfinishedKey = (userId: number, quoteId?: number): string =>
  `quickfleet-unfinished-quote:${userId}:${quoteId ?? 'new'}`;

export function readUnfinished(key: string): UnfinishedQuote | undefined {
  try {
    const kept = stored.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
    if (!kept || Date.now() - kept.savedAt > KEPT_DAYS * 24 * HOUR) return undefined;
    const isOld = Date.now() - kept.savedAt > (PENDING_UPLOAD_HOURS - 1) * HOUR;
    // What a stored quote already shows is not swept; new photos of a form put aside are.
    const isSwept = (item: { id?: number | undefined }) => isOld && item.id === undefined;
    const { items, ...rest } = kept.values;
    return {
      savedAt: new Date(kept.savedAt).toISOString(),
      values: {
        ...rest,
        items: items.map(({ id, ...item }) =>
          newItem({ ...item, ...(id === undefined ? {} : { id }), imageUrls: isSwept({ id }) ? [] : item.imageUrls }),
        ),
      },
      hasLostPhotos: items.some((item) => isSwept(item) && item.imageUrls.length > 0),
    };
  } catch {
    return undefined;
  }
}

/** Resolves to whether the browser took it. */
export function keepUnfinished(key: string, values: QuoteFormValues): boolean {
  try {
    const items = values.items.map(({ key: _key, ...item }) => item);
    localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), values: { ...values, items } }));
    return true;
  } catch {
    return false;
  }
}

export function forgetUnfinished(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Then nothing can have been stored.
  }
}
