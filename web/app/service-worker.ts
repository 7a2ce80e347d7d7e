import { loadArea } from '#web/texts/texts.ts'

const URL_OF_WORKER = './sw.js'
/** How often a page that stays open asks whether there is a new version. */
const ASK_EVERY_MS = 3_600_000

/** What browsers with Trusted Types have; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

/** The page's policy lets no text become script or markup. This URL is the one exception, and is always the same. */
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('service-worker', {
  createScriptURL: () => URL_OF_WORKER,
})

/** Registers what keeps the app for a start without a connection, and shows push messages. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(policy?.createScriptURL(URL_OF_WORKER) ?? URL_OF_WORKER)

/**
 * Keeps the app, and offers a new version once it is there. An open page goes on as it is until its customer takes the new
 * one: its files are kept so long, and nothing that was typed is lost.
 */
export async function keepApp(): Promise<void> {
  const registration = await registerServiceWorker()
  const { serviceWorker } = navigator
  let isOffered = false
  async function offer(): Promise<void> {
    // Without one that leads this page there is no version before.
    if (isOffered || !registration.waiting || !serviceWorker.controller) return
    isOffered = true
    const [{ showUpdate }] = await Promise.all([
      import('#web/features/update/update-prompt.tsx'),
      loadArea('update_pages'),
    ])
    showUpdate(() => {
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      // Another page may have taken it meanwhile.
      if (registration.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
      else location.reload()
    })
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void offer().catch(() => undefined))
  })
  setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS)
  await offer()
}
