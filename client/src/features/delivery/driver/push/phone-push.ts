// Notifications about new jobs while the portal is closed: the browser's subscription and the server's copy of it.

import { API_BASE } from '@quickfleet/shared/paths';
import { sendJson } from '../../../../lib/api/http.ts';
import { parsePushKey, parseSuccess } from '../outbox/storing/parse.ts';

/** `impossible`: the browser has none, or not before the portal is installed. `refused`: blocked in its settings. */
export type PushState = 'impossible' | 'off' | 'on' | 'refused';

const PATH = `${API_BASE}/driver/push`;

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const isSameKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const known = subscription.options.applicationServerKey;
  return known !== null && new Uint8Array(known).join() === key.join();
};

async function managerOf(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined;
  return (await navigator.serviceWorker.getRegistration('/driver'))?.pushManager;
}

/** Subscribes in the browser, again when the company's key has changed, and registers with the server. */
async function subscribe(manager: PushManager): Promise<void> {
  const key = bytesOf(await sendJson(PATH, null, { parse: parsePushKey, method: 'GET' }));
  let subscription = await manager.getSubscription();
  if (subscription && !isSameKey(subscription, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await sendJson(PATH, { endpoint, keys }, { parse: parseSuccess });
}

export async function readPushState(): Promise<PushState> {
  const manager = await managerOf();
  if (!manager) return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && (await manager.getSubscription()) ? 'on' : 'off';
}

/** Asks the driver and subscribes; rejects when the browser's push service or the server cannot be reached. */
export async function turnPushOn(): Promise<PushState> {
  const manager = await managerOf();
  if (!manager) return 'impossible';
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await subscribe(manager);
  return 'on';
}

/** The server first, so that nothing changes on a phone that is offline. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await managerOf())?.getSubscription();
  if (!subscription) return 'off';
  await sendJson(`${PATH}?endpoint=${encodeURIComponent(subscription.endpoint)}`, null, {
    parse: parseSuccess,
    method: 'DELETE',
  });
  await subscription.unsubscribe();
  return 'off';
}

/** A subscription lasts as long as a session: renewing it notifies the driver who is signed in now. */
export async function renewPush(): Promise<void> {
  const manager = await managerOf();
  if (manager && (await readPushState()) === 'on') await subscribe(manager);
}
