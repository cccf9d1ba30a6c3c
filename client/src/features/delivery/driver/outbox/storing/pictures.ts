import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { makeThumbnail, shrinkImage } from '../../../../../lib/files/shrink-image.ts';
import { smallImage } from '../../../../../lib/files/small-image.ts';
import type { OutboxDatabase } from './database.ts';
import { type Entry, type KeptAction, type KeptPhoto, photosOf } from './entries.ts';

/** The server's address of the picture that was just sent: the last one in the answer. */
export function urlOfSent(entry: Entry, order: Order, itemIdOf: (itemId: number) => number): string | undefined {
  if (entry.kind === 'signature') return order.signatures.at(-1)?.url;
  if (entry.kind !== 'photo' && entry.kind !== 'stopPhoto') return undefined;
  const item =
    entry.kind === 'stopPhoto' ? order.items[0] : order.items.find(({ id }) => id === itemIdOf(entry.itemId));
  return (entry.stage === 'pickup' ? item?.pickupImageUrls : item?.deliveryImageUrls)?.at(-1);
}

/** Keeps a small copy, so that a reload without a network shows what was sent from here. */
export async function keepThumbnail(database: OutboxDatabase, entry: Entry, url: string): Promise<void> {
  const isPhoto = entry.kind === 'photo' || entry.kind === 'stopPhoto';
  const picture = isPhoto ? entry.photo.blob : entry.kind === 'signature' ? entry.image : undefined;
  const blob = picture && (await makeThumbnail(picture));
  if (blob) await database.keepPicture({ url, orderId: entry.orderId, blob });
}

async function shrink(photo: KeptPhoto): Promise<KeptPhoto> {
  if (photo.isShrunk) return photo;
  const small = await shrinkImage(new File([photo.blob], photo.name, { type: photo.blob.type }));
  return { blob: small, name: small.name, isShrunk: true };
}

function withPhotos(action: KeptAction, photos: KeptPhoto[]): KeptAction {
  const [photo] = photos;
  if ((action.kind === 'photo' || action.kind === 'stopPhoto') && photo) return { ...action, photo };
  return action.kind === 'editItem' || action.kind === 'attempt' ? { ...action, photos } : action;
}
/** Shrinks the photos of entries one by one and stores the result: a retry must send the same bytes. */
export class Shrinker {
  readonly #database: OutboxDatabase;
  readonly #running = new Map<number, Promise<Entry>>();
  #last: Promise<unknown> = Promise.resolve();
  constructor(database: OutboxDatabase) {
    this.#database = database;
  }

  ready(entry: Entry): Promise<Entry> {
    if (photosOf(entry).every((photo) => photo.isShrunk)) return Promise.resolve(entry);
    const running = this.#running.get(entry.seq);
    if (running) return running;
    const work = this.#last.then(() => this.#shrink(entry)).finally(() => this.#running.delete(entry.seq));
    this.#last = work.catch(() => undefined);
    this.#running.set(entry.seq, work);
    return work;
  }

  async #shrink(entry: Entry): Promise<Entry> {
    const photos: KeptPhoto[] = [];
    for (const photo of photosOf(entry)) photos.push(await shrink(photo));
    await this.#database.commit({ amend: { seq: entry.seq, change: (action) => withPhotos(action, photos) } });
    return { ...withPhotos(entry, photos), seq: entry.seq };
  }
}

// Object URLs of pictures on this phone. A photo that was just sent keeps its URL, so that nothing flickers.

const KEPT_AFTER_SENDING = 40;

const urls = new Map<string, string>();
const sent = new Map<string, string>();

/** The address of a waiting picture; the same for as long as it waits. */
export function previewOf(key: string, blob: Blob): string {
  const known = urls.get(key);
  if (known) return known;
  const url = URL.createObjectURL(blob);
  urls.set(key, url);
  return url;
}

/** The server shows this picture under `serverUrl` from now on. */
export function keepPreview(key: string, serverUrl: string): void {
  const url = urls.get(key);
  if (!url) return;
  urls.delete(key);
  sent.set(serverUrl, url);
  const [oldest] = sent;
  if (sent.size <= KEPT_AFTER_SENDING || !oldest) return;
  URL.revokeObjectURL(oldest[1]);
  sent.delete(oldest[0]);
}

export function dropPreview(key: string): void {
  const url = urls.get(key);
  if (url) URL.revokeObjectURL(url);
  urls.delete(key);
}

const copies = new Map<string, string>();
/** The address of a small copy; the same for as long as its order is on this phone. */
function urlOfCopy(serverUrl: string, blob: Blob): string {
  const known = copies.get(serverUrl);
  if (known) return known;
  const url = URL.createObjectURL(blob);
  copies.set(serverUrl, url);
  return url;
}

/** Where a sent picture is shown from: this page's own, else the phone's small copy, else the server's. */
export const pictureUrl = (serverUrl: string, copy: Blob | undefined, elsewhere = serverUrl): string =>
  sent.get(serverUrl) ?? (copy ? urlOfCopy(serverUrl, copy) : elsewhere);
export const thumbnailUrl = (serverUrl: string, copy: Blob | undefined): string =>
  pictureUrl(serverUrl, copy, smallImage(serverUrl));
/**
 * The same in full size: a small one only where the server cannot be asked, the phone's or what the browser has kept.
 */
export const fullSizeUrl = (serverUrl: string, copy: Blob | undefined, isReachable: boolean): string =>
  isReachable ? (sent.get(serverUrl) ?? serverUrl) : thumbnailUrl(serverUrl, copy);
