import { installOffer } from './install-event.ts'

/** What tells that it may have become another. */
const ASKED = 'plumb-install-asked'
const events = ['beforeinstallprompt', 'appinstalled', ASKED] as const

export function onInstallChange(listener: () => void): () => void {
  for (const name of events) addEventListener(name, listener)
  return () => {
    for (const name of events) removeEventListener(name, listener)
  }
}

/** How the app can be installed here: by the browser's own question, by hand on iOS, or not (as where it is already). */
export function installWay(): 'ask' | 'ios' | undefined {
  const { userAgent, maxTouchPoints } = navigator
  const isInstalled =
    matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  if (isInstalled) return undefined
  if (installOffer.kept) return 'ask'
  // An iPad says that it is a Mac; no Mac has a screen to touch.
  return /iPhone|iPad/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1) ? 'ios' : undefined
}

/** Puts the browser's question, which it lets a page do once for each offer. */
export async function askToInstall(): Promise<void> {
  const { kept } = installOffer
  installOffer.kept = undefined
  dispatchEvent(new Event(ASKED))
  await kept?.prompt()
}
