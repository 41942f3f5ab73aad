// Shows alerts. Pages always come from the server.

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data?.json() ?? { title: 'raan', body: '', url: '/office' };
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, data: { url }, icon: '/office/icon-192.png' }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? '/office'));
});

const isOffice = ({ url }) => /^\/office(\/|$)/.test(new URL(url).pathname);

/** Opens the page in an open window of the office, else in a new one. A window from before this script cannot be navigated. */
async function openPage(url) {
  const target = new URL(url, self.location.href);
  if (target.origin !== self.location.origin) target.href = new URL('/office', self.location.href).href;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(isOffice);
  if (!open) return self.clients.openWindow(target);
  await open.focus();
  return open.navigate(target).catch(() => self.clients.openWindow(target));
}
