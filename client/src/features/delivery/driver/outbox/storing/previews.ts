import { smallImage } from '../../../../../lib/files/small-image.ts';

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
/** The same where it is shown small. */
export const thumbnailUrl = (serverUrl: string, copy: Blob | undefined): string =>
  pictureUrl(serverUrl, copy, smallImage(serverUrl));
/**
 * The same in full size: a small one only where the server cannot be asked, the phone's or what the browser has kept.
 */
export const fullSizeUrl = (serverUrl: string, copy: Blob | undefined, isReachable: boolean): string =>
  isReachable ? (sent.get(serverUrl) ?? serverUrl) : thumbnailUrl(serverUrl, copy);
