// Addresses of pictures that lie on this phone. A photo that was just sent keeps its own, so that nothing flickers.

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

/** The picture on this phone where it is known, else the server's. */
export const shownUrl = (serverUrl: string): string => sent.get(serverUrl) ?? serverUrl;
