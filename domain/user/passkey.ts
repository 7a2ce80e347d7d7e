import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, timeMs } from '../fields.ts'
import { wholeListOf } from '../list.ts'
import { deviceKey, factorCode, passkeyResponse } from './second-factor.ts'

/**
 * Passkeys (WebAuthn): they sign in without a password, and serve as the second factor. Every one checks its owner itself,
 * by a fingerprint, a face or a PIN.
 */

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 10

const password = z.optional(z.string().check(z.minLength(1), z.maxLength(128)))
/** What the browser is asked for, as JSON. Source: WebAuthn, `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`. */
const challenge = z.object({ options: z.string(), expiresAtMs: timeMs })

export const passkeySignInChallenge = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/passkey/nonce',
  access: 'public',
  rate: 'sign-in',
  summary:
    'A challenge for a passkey to sign, good once, for five minutes and in the browser that asked for it; to sign in, or as the second factor of a sign-in',
  input: { device: deviceKey },
  output: challenge,
})

export const signInByPasskey = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/passkey',
  access: 'public',
  rate: 'sign-in',
  summary: 'Sign in with what a passkey signed',
  input: { response: passkeyResponse, device: deviceKey },
  output: z.string(),
})

export const passkeys = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/passkey',
  access: 'user',
  summary: 'The passkeys of this account',
  output: wholeListOf(
    z.object({
      id: z.string(),
      /** The device that it was added with. */
      name: z.string(),
      addedAtMs: timeMs,
      usedAtMs: z.nullable(timeMs),
    }),
  ),
})

export const confirmChallenge = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/passkey/nonce',
  access: 'user',
  rate: 'sign-in',
  summary: 'A challenge for one of the account’s own passkeys, wherever its second factor is asked for',
  output: challenge,
})

export const beginPasskey = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/passkey/begin',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'A challenge for a new passkey, with the password and, where one is set, the second factor; good once and for five minutes',
  input: { password, factorCode: z.optional(factorCode) },
  wire: { factorCode: 'totp' },
  output: challenge,
})

export const addPasskey = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/passkey',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Keep the new passkey that answers such a challenge; ends all other sessions and holds withdrawals for 24 hours',
  input: { response: passkeyResponse },
  output: z.object({ id: z.string(), name: z.string() }),
})

export const removePasskey = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/passkey/del',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Remove a passkey, never the last way in; ends all other sessions and holds withdrawals for 24 hours',
  input: { id, password, factorCode: z.optional(factorCode) },
  wire: { factorCode: 'totp' },
  output: z.object({ done: z.literal(true) }),
})

export const passkeyEndpoints = [
  passkeySignInChallenge,
  signInByPasskey,
  passkeys,
  confirmChallenge,
  beginPasskey,
  addPasskey,
  removePasskey,
] as const
