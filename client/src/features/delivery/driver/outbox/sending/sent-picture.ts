import type { Order } from '@quickfleet/shared/delivery/orders';
import { makeThumbnail } from '../../../../../lib/files/shrink-image.ts';
import type { Entry } from '../storing/entries.ts';
import type { Vault } from '../storing/vault.ts';

/** The server's address of the picture that was just sent: the last one in the answer. */
export function urlOfSent(entry: Entry, order: Order, itemIdOf: (itemId: number) => number): string | undefined {
  if (entry.kind === 'signature') return order.signatures.at(-1)?.url;
  if (entry.kind !== 'photo') return undefined;
  const item = order.items.find(({ id }) => id === itemIdOf(entry.itemId));
  return (entry.stage === 'pickup' ? item?.pickupImageUrls : item?.deliveryImageUrls)?.at(-1);
}

/** Keeps a small copy, so that a reload without a network shows what was sent from here. */
export async function keepThumbnail(vault: Vault, entry: Entry, url: string): Promise<void> {
  const picture = entry.kind === 'photo' ? entry.photo.blob : entry.kind === 'signature' ? entry.image : undefined;
  const blob = picture && (await makeThumbnail(picture));
  if (blob) await vault.keepPicture({ url, orderId: entry.orderId, blob });
}
