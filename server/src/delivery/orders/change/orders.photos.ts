import { releaseImages } from '../../../files/uploads/uploads.service.ts';
import type { AppContext } from '../../../http/context.ts';
import type { Order, OrderItem } from '../order.entity.ts';

/** Every photo that an item shows: as it was asked for, and at each step of its way. */
export const photosOf = (items: readonly OrderItem[]): string[] =>
  items.flatMap((item) => [
    ...item.imageUrls,
    ...item.pickupImageUrls,
    ...item.transitImageUrls,
    ...item.deliveryImageUrls,
  ]);

/**
 * Releases photos that were taken off an order, but for those that another of its items or its quote still shows, or
 * that prove another order of the same stop.
 */
export async function releaseUnshown(
  ctx: AppContext,
  order: Order,
  urls: readonly string[],
  left: readonly OrderItem[] = order.items.getItems(),
): Promise<void> {
  await ctx.em.populate(order, ['quote.items']);
  const ofQuote = order.quote?.items.getItems().flatMap((item) => item.imageUrls) ?? [];
  const shown = new Set([...ofQuote, ...photosOf(left)]);
  await releaseImages(
    ctx,
    urls.filter((url) => !shown.has(url)),
    order.id,
  );
}
