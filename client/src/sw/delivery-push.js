// The worker of one delivery's page, for a device that its reader wants notified. It has no `fetch` listener: it keeps
// nothing, answers nothing, and does nothing until a message comes.

self.addEventListener('install', () => self.skipWaiting());

/** A later message about the delivery takes the place of the one before. */
const show = ({ title, body, tag }) =>
  self.registration.showNotification(title, { body, tag, renotify: true, icon: '/icons/driver-192.png' });

/** Its scope is the page: a message need not carry the link, which opens the delivery. */
async function showDelivery() {
  const { scope } = self.registration;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url.replace(/\/?([?#].*)?$/, '') === scope.replace(/\/$/, ''));
  await (open ? open.focus() : self.clients.openWindow(scope));
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showDelivery());
});
