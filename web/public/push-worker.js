/* The part of the service worker that shows push messages; what they hold is said in server/products/notice/deliver.ts. */

self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data.json()
  } catch {
    // Browsers ask that something is shown for every message.
  }
  const { id, tag, title = 'Plumb', text = '' } = message
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      icon: './icon-192.png',
      data: { id },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { id } = event.notification.data ?? {}
  const route = `#/pages/news/news${id ? `?open=${encodeURIComponent(id)}` : ''}`
  event.waitUntil(open(new URL(route, self.registration.scope).href))
})

/** Shows a page in a window that is open, or in a new one. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) {
    const shown = await window.focus().catch(() => undefined)
    if (shown && (await shown.navigate(url).catch(() => undefined))) return
  }
  await self.clients.openWindow(url)
}
