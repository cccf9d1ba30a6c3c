// The driver portal's worker beyond keeping its page: what the office sends while the portal is closed.

/** The office assigned, changed or withdrew a job; open pages reload it. */
async function showJob({ title, body, tag }) {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage('jobs changed');
  await self.registration.showNotification(title, { body, tag, renotify: true, icon: '/icons/driver-192.png' });
}

async function showPortal() {
  const pages = await self.clients.matchAll({ type: 'window' });
  const open = pages.find(({ url }) => new URL(url).pathname.replace(/\/$/, '') === SHELL);
  await (open ? open.focus() : self.clients.openWindow(SHELL));
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showJob(event.data.json()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPortal());
});
