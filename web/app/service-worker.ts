const URL_OF_WORKER = './sw.js'

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
