import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'delivery-push.js'), 'utf8');
const scope = 'https://courier.example/t/0012345678901k4xv7n2q9w3z8b6c0d5';

/** The worker as it is shipped, in a browser that has these pages open. */
function startWorker(pages: string[]) {
  const listeners = new Map<string, (event: object) => void>();
  const done: string[] = [];
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      scope,
      showNotification: async (title: string, options: object) => void done.push(`${title} ${JSON.stringify(options)}`),
    },
    clients: {
      matchAll: async () => pages.map((url) => ({ url, focus: async () => done.push(`focus ${url}`) })),
      openWindow: async (url: string) => done.push(`open ${url}`),
    },
  };
  runInNewContext(source, { self });
  const fire = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
    return done.splice(0);
  };
  return { fire, listeners };
}

it('U285 the worker shows a message, leads to its delivery, and keeps no page and no file', async () => {
  const { fire, listeners } = startWorker([]);
  expect([...listeners.keys()]).toEqual(['install', 'push', 'notificationclick']);
  const message = { title: 'Your delivery is on its way', body: 'QuickFleet · QF12', tag: 'QF12' };
  expect(await fire('push', { data: { json: () => message } })).toEqual([
    'Your delivery is on its way {"body":"QuickFleet · QF12","tag":"QF12","renotify":true,"icon":"/icons/driver-192.png"}',
  ]);
  expect(await fire('push', { data: null })).toEqual([]);

  const tap = { notification: { close: () => undefined } };
  expect(await fire('notificationclick', tap)).toEqual([`open ${scope}`]);
  const others = ['https://courier.example/', `${scope}x`, `${scope}#rate`];
  expect(await startWorker(others).fire('notificationclick', tap)).toEqual([`focus ${scope}#rate`]);
});
