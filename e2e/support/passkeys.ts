import type { Page } from 'playwright-core'
import type { Plumb } from './plumb.ts'

/** The same server by a name, as browsers let no passkey be made at an address. */
export const byName = (plumb: Plumb): Plumb => ({
  ...plumb,
  url: plumb.url.replace('127.0.0.1', 'localhost'),
})

/** Gives a page's browser an authenticator that keeps passkeys and knows its owner. Source: DevTools, WebAuthn. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}
