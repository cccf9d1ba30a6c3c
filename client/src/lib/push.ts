// Web Push in this browser (W3C Push API): the driver's portal and the page of a delivery subscribe the same way.

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const isSameKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const known = subscription.options.applicationServerKey;
  return known !== null && new Uint8Array(known).join() === key.join();
};

/** What the server stores of a subscription. */
export interface Subscribed {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
/** Subscribes in the browser, again when the company's key has changed. */
export async function subscribeTo(manager: PushManager, publicKey: string): Promise<Subscribed> {
  const key = bytesOf(publicKey);
  let subscription = await manager.getSubscription();
  if (subscription && !isSameKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}
