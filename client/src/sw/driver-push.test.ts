import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const source = ['page-worker.js', 'driver-push.js']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n')
  .replace("'__SHELL__'", "'/driver'");

/** The worker as it is shipped, in a browser that has these pages open. */
function startWorker(pages: { url: string }[]) {
  const listeners = new Map<string, (event: object) => void>();
  const done: string[] = [];
  const self = {
    location: { origin: 'https://courier.example' },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: object) => void done.push(`${title} ${JSON.stringify(options)}`),
    },
    clients: {
      matchAll: async () =>
        pages.map(({ url }) => ({
          url,
          postMessage: (data: unknown) => done.push(`to ${url}: ${data}`),
          focus: async () => done.push(`focus ${url}`),
        })),
      openWindow: async (url: string) => done.push(`open ${url}`),
    },
  };
  runInNewContext(source, { self, URL, caches: {}, setTimeout });
  return async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
    return done.splice(0);
  };
}
const job = { title: 'New job', body: 'QF12 3456 7890 12', tag: 'QF123456789012' };

it('P81 a message is shown under its job, and the open portal reloads its jobs', async () => {
  const page = 'https://courier.example/driver';
  const fire = startWorker([{ url: page }]);
  expect(await fire('push', { data: { json: () => job } })).toEqual([
    `to ${page}: jobs changed`,
    'New job {"body":"QF12 3456 7890 12","tag":"QF123456789012","renotify":true,"icon":"/icons/driver-192.png"}',
  ]);
  expect(await fire('push', { data: null })).toEqual([]);
});

it('P81 a tap leads to the portal: the one that is open, or a new one', async () => {
  const tap = { notification: { close: () => undefined } };
  const page = 'https://courier.example/driver/';
  expect(await startWorker([{ url: 'https://courier.example/' }, { url: page }])('notificationclick', tap)).toEqual([
    `focus ${page}`,
  ]);
  expect(await startWorker([])('notificationclick', tap)).toEqual(['open /driver']);
});
