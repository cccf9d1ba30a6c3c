// What happens when a device is to be notified about a delivery, or no longer: loaded when it is asked for.

import { statusOf } from '../../../../lib/api/error-message.ts';
import { type Subscribed, subscribeTo } from '../../../../lib/push.ts';

/** The calls of one delivery's link. */
export interface PushCalls {
  key: () => Promise<{ publicKey: string }>;
  start: (subscribed: Subscribed) => Promise<unknown>;
  stop: (endpoint: string) => Promise<unknown>;
}

const WORKER = '/delivery-sw.js';

/** Subscribes in the browser and registers with the server. */
async function subscribe(manager: PushManager, { key, start }: PushCalls): Promise<void> {
  const { publicKey } = await key();
  await start(await subscribeTo(manager, publicKey));
}

/** Nothing of it stays in this browser. */
async function remove(registration: ServiceWorkerRegistration): Promise<void> {
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  await registration.unregister();
}

/** Rejects when the browser's push service or the server cannot be reached. */
export async function turnOn(calls: PushCalls): Promise<void> {
  // For this page alone: each delivery has its own worker and its own subscription, which end without the others.
  await navigator.serviceWorker.register(WORKER, { scope: location.pathname });
  const { pushManager } = await navigator.serviceWorker.ready;
  await subscribe(pushManager, calls);
}

/** The server first, so that nothing changes on a device that is offline. */
export async function turnOff(calls: PushCalls): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(location.pathname);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await calls.stop(subscription.endpoint);
  if (registration) await remove(registration);
}

const ENDED = new Set([404, 409]);
/**
 * Whether a device that was notified still is. It is registered again, because the server may have forgotten it; once the
 * delivery is over, nothing of it stays in the browser.
 */
export async function resume(
  registration: ServiceWorkerRegistration,
  isOpen: boolean,
  calls: PushCalls,
): Promise<boolean> {
  if (!isOpen) {
    await remove(registration);
    return false;
  }
  const { pushManager } = registration;
  if (Notification.permission !== 'granted' || !(await pushManager.getSubscription())) return false;
  try {
    await subscribe(pushManager, calls);
    return true;
  } catch (error) {
    // Offline nothing changes; the next visit tries again.
    return !ENDED.has(statusOf(error) ?? 0);
  }
}
