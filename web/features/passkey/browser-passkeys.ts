/** The passkeys of this browser. */

/** Why nothing came of asking for one. */
export type PasskeyFailure = 'unsupported' | 'address' | 'declined' | 'known' | 'failed'

/** What a browser answered, as JSON, or why it did not. */
export type PasskeyAnswer =
  | { readonly response: string }
  | { readonly failure: PasskeyFailure; readonly address: string }

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Has a passkey sign a challenge. */
export const signChallenge = (text: string): Promise<PasskeyAnswer> => {
  const optionsJSON = JSON.parse(text) as Parameters<Library['startAuthentication']>[0]['optionsJSON']
  return answer(optionsJSON.rpId, ({ startAuthentication }) => startAuthentication({ optionsJSON }))
}

/** Has the device make a new passkey. */
export const makePasskey = (text: string): Promise<PasskeyAnswer> => {
  const optionsJSON = JSON.parse(text) as Parameters<Library['startRegistration']>[0]['optionsJSON']
  return answer(optionsJSON.rp.id, ({ startRegistration }) => startRegistration({ optionsJSON }))
}

type Library = typeof import('@simplewebauthn/browser')

async function answer(address = '', ask: (library: Library) => Promise<object>): Promise<PasskeyAnswer> {
  if (!hasPasskeys()) return { failure: 'unsupported', address }
  // A browser says so, too, but in one word for many things.
  if (location.hostname !== address && !location.hostname.endsWith(`.${address}`))
    return { failure: 'address', address }
  try {
    return { response: JSON.stringify(await ask(await import('@simplewebauthn/browser'))) }
  } catch (thrown) {
    return { failure: failureOf(thrown), address }
  }
}

function failureOf(thrown: unknown): PasskeyFailure {
  const { name } = thrown as { name?: unknown }
  if (name === 'NotAllowedError' || name === 'AbortError') return 'declined'
  return name === 'InvalidStateError' ? 'known' : 'failed'
}
