// The photo of the place where to leave a delivery, on the phone before there is no network.

import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { loadSmallImage } from '../../../../lib/files/load-small-image.ts';
import type { PortalStore } from './portal-store.ts';

const heldBy = ({ state: { orders, notes } }: PortalStore) => [
  ...[...orders.values()].map(({ order }) => order),
  ...(notes.myDay?.rows ?? []),
];

/** Stores the photos of the orders that this phone has, and removes those of orders that it has no longer. */
export async function keepPlacePhotos(store: PortalStore): Promise<void> {
  let hasChanged = false;
  for (const { id, status, placePhotoUrl: url } of heldBy(store)) {
    if (!url || !isOpenOrder(status) || store.state.pictures.has(url)) continue;
    // Without a network the next reading of the day or the order tries again.
    const blob = await loadSmallImage(url);
    if (!blob) continue;
    await store.database.keepPicture({ url, orderId: id, blob });
    hasChanged = true;
  }
  // Not what was held at first: an order may have been opened while the photos were loading.
  const known = new Set(heldBy(store).map(({ id }) => id));
  for (const orderId of new Set([...store.state.pictures.values()].map((picture) => picture.orderId))) {
    if (known.has(orderId) || store.isWaitedFor(orderId)) continue;
    await store.database.commit({ forgetOrder: orderId });
    hasChanged = true;
  }
  if (hasChanged) await store.refreshAll();
}
