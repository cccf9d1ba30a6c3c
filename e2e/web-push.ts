import type { BrowserContext } from 'playwright-core';
import { phoneKeys } from '../server/test/support/counterparts/push-service.ts';

/**
 * A browser with Web Push: its own push service is out of reach, and headless it never asks, so its subscription points
 * to the one of the test. `answer` is what its person says when it asks.
 */
export async function pretendPush(
  context: BrowserContext,
  endpoint: string,
  answer: 'granted' | 'denied' = 'granted',
): Promise<{ open: (body: Buffer) => unknown }> {
  const { keys, open } = phoneKeys();
  await context.addInitScript(
    ({ endpoint, keys, answer }) => {
      // A reload is the same browser.
      const stored = (name: string) => sessionStorage.getItem(`pretended ${name}`);
      const store = (name: string, value: string) => sessionStorage.setItem(`pretended ${name}`, value);
      Object.defineProperty(Notification, 'permission', { get: () => stored('permission') ?? 'default' });
      Object.assign(Notification, {
        requestPermission: async () => {
          store('permission', answer);
          return answer;
        },
      });
      const subscription = () => {
        const key = stored('key');
        return key
          ? {
              endpoint,
              options: { applicationServerKey: Uint8Array.from(key.split(','), Number).buffer },
              toJSON: () => ({ endpoint, keys }),
              unsubscribe: async () => {
                store('key', '');
                return true;
              },
            }
          : null;
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscription(),
        subscribe: async (options: { applicationServerKey: Uint8Array }) => {
          store('key', options.applicationServerKey.join());
          return subscription();
        },
      });
    },
    { endpoint, keys, answer },
  );
  return { open };
}
