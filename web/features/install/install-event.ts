/** What a browser that can install the app says before any page asks for it. TypeScript does not know it yet. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer, kept until the customer wants it: it would else be made at a moment of the browser's own. */
export const installOffer: { kept?: InstallEvent | undefined } = {}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installOffer.kept = event as InstallEvent
})
