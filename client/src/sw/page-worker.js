// Opens one page offline: caches it and its files, and nothing else; /api, /trpc and /files are left alone. The build
// fills in the page, the version and the list of files. To remove it, ship a worker that deletes the caches and calls
// `self.registration.unregister()` on `activate`.

const VERSION = '__VERSION__';
const FILES = ['__FILES__'];
const ENTRY = '__ENTRY__';
const SHELL = '__SHELL__';

const PREFIX = `quickfleet-${SHELL.slice(1)}-`;
const CACHE = PREFIX + VERSION;
/** How long somebody looks at nothing before the kept page is shown instead of a slow answer. */
const PATIENCE_MS = 2500;

/** One file after the other: what a bad network has brought is kept for the next try. */
async function keepEverything() {
  const cache = await caches.open(CACHE);
  for (const path of [...FILES, SHELL]) {
    if (await cache.match(path, { ignoreVary: true })) continue;
    await cache.add(new Request(path, path.startsWith('/assets/') ? {} : { cache: 'no-cache' }));
  }
}

/** The release before this one stays, for pages that are still open and load their later parts from it. */
async function forgetOldReleases() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * A page of this very release may carry a new company name or phone number; one of another release waits for its own
 * files.
 */
async function renewShell(answer) {
  if (!(await answer.clone().text()).includes(ENTRY)) return;
  const cache = await caches.open(CACHE);
  await cache.put(SHELL, answer);
}

async function openPage(event) {
  const kept = await caches.match(SHELL, { cacheName: CACHE, ignoreVary: true });
  const asked = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(renewShell(answer.clone()));
    return answer;
  });
  if (!kept) return asked;
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asked.catch(() => undefined), patience]);
  return answer && answer.status < 500 ? answer : kept;
}

/** The reader of labels is large and not everybody's: it is kept once somebody has used it. */
const KEPT_WHEN_USED = /\.wasm$|\/label-reader\.worker-[^/]*\.js$/;

async function openFile(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && KEPT_WHEN_USED.test(new URL(request.url).pathname)) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepEverything().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldReleases().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname.replace(/\/$/, '') === SHELL) event.respondWith(openPage(event));
    return;
  }
  if (pathname.startsWith('/assets/') || FILES.includes(pathname)) event.respondWith(openFile(request));
});
