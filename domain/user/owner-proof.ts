import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timeMs } from '../fields.ts'
import { MINUTE_MS } from '../time.ts'
import { deviceKey, passkeyResponse } from './second-factor.ts'
import { messageView, signedMessage, walletAddress, walletChain } from './wallet-sign-in.ts'

/**
 * What takes the place of the password for an account that has none: a signature of its wallet, or a passkey. It counts for
 * the session that gave it, and for a while.
 */

/** How long after signing in, or confirming, nothing else is asked of an account without a password. */
export const PROVEN_MS = 10 * MINUTE_MS

const provenView = z.object({
  /** Null when the password or a confirmation is asked for. */
  provenUntilMs: z.nullable(timeMs),
})

export const ownerProof = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/confirm',
  access: 'user',
  summary: 'What confirms a change of what guards the account: the password, or else a wallet or a passkey',
  output: z.object({
    ...provenView.shape,
    hasPassword: z.boolean(),
    wallets: z.number(),
    passkeys: z.number(),
  }),
})

export const confirmMessage = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/confirm/nonce',
  access: 'user',
  rate: 'sign-in',
  summary: 'A message for a linked wallet to sign that confirms a change to this account',
  input: { address: walletAddress, chainId: walletChain, device: deviceKey },
  wire: { chainId: 'chain_id' },
  output: messageView,
})

export const confirmOwner = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/confirm',
  access: 'user',
  rate: 'sign-in',
  summary:
    'Confirm that a session is its customer’s, where the account has no password: with such a message, signed, or what a passkey signed',
  input: {
    address: z.optional(signedMessage.address),
    message: z.optional(signedMessage.message),
    signature: z.optional(signedMessage.signature),
    response: z.optional(passkeyResponse),
    device: deviceKey,
  },
  output: provenView,
})

export const ownerProofEndpoints = [ownerProof, confirmMessage, confirmOwner] as const
