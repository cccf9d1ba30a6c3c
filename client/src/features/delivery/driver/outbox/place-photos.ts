// The photo of the place where to leave a delivery, on the phone before there is no network.

import { isOpenOrder } from '@quickfleet/shared/delivery/order-status';
import { loadSmallImage } from '../../../../lib/files/load-small-image.ts';
import type { PortalStore } from './portal-store.ts';

/** Stores the photos of the orders that this phone has, and removes those of orders that it has no longer. */
export async function keepPlacePhotos(store: PortalStore): Promise<void> {
  const { orders, notes, pictures, entries } = store.state;
  const held = [...[...orders.values()].map(({ order }) => order), ...(notes.myDay?.rows ?? [])];
  const known = new Set([...held.map(({ id }) => id), ...entries.map(({ orderId }) => orderId)]);
  let hasChanged = false;
  for (const { id, status, placePhotoUrl: url } of held) {
    if (!url || !isOpenOrder(status) || pictures.has(url)) continue;
    // Without a network the next reading of the day or the order tries again.
    const blob = await loadSmallImage(url);
    if (!blob) continue;
    await store.database.keepPicture({ url, orderId: id, blob });
    hasChanged = true;
  }
  for (const orderId of new Set([...pictures.values()].map((picture) => picture.orderId))) {
    if (known.has(orderId) || store.isWaitedFor(orderId)) continue;
    await store.database.commit({ forgetOrder: orderId });
    hasChanged = true;
  }
  if (hasChanged) await store.refreshAll();
}
