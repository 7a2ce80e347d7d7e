import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { numberOf, plainText, timeMs } from '../fields.ts'
import { wholeListOf } from '../list.ts'
import { deviceKey, factorCode } from './second-factor.ts'

/**
 * Sign-in by a crypto wallet (EIP-4361): the server gives out a message, the wallet signs it, the server finds out who
 * signed. An address alone is no proof.
 */

/** Chains that a wallet may be on when it signs: Ethereum, Optimism, BNB, Polygon, Base, Arbitrum. */
export const signInChains = [1, 10, 56, 137, 8453, 42_161] as const

export const walletAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'an address of Ethereum'))
export const walletChain = numberOf(signInChains)
const password = z.optional(z.string().check(z.minLength(1), z.maxLength(128)))

/** What a wallet signed. `device` is the browser's, which asked for the message. */
export const signedMessage = {
  address: walletAddress,
  message: z
    .string()
    .check(z.maxLength(1_000), z.regex(/^[\x20-\x7e\n]+$/, 'the message as it was given out')),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{130}$/, '65 bytes in hexadecimal')),
}

export const messageView = z.object({
  /** To be signed to the letter (`personal_sign`). */
  message: z.string(),
  expiresAtMs: timeMs,
})
const chainOnWire = { chainId: 'chain_id' } as const

export const walletMessage = endpoint({
  area: 'user',
  // The app posts, so that its browser's key stands in no address.
  method: 'ANY',
  path: '/user/nonce',
  access: 'public',
  rate: 'sign-in',
  summary: 'A message for a wallet to sign, good once, for five minutes and in the browser that asked for it',
  input: { address: walletAddress, chainId: walletChain, device: deviceKey },
  wire: chainOnWire,
  output: messageView,
})

export const registerByWallet = endpoint({
  area: 'auth',
  method: 'POST',
  path: '/user/doregister',
  access: 'public',
  rate: 'sign-in',
  summary: 'Sign in by wallet; opens an account for a wallet that has none',
  input: {
    ...signedMessage,
    inviteCode: z.optional(plainText(20)),
    factorCode: z.optional(factorCode),
    device: deviceKey,
  },
  wire: { inviteCode: 'extension_code', factorCode: 'totp' },
  output: z.string(),
})

export const signInWallets = endpoint({
  area: 'user',
  method: 'GET',
  path: '/safe/wallet',
  access: 'user',
  summary: 'The wallets that sign in to this account',
  output: wholeListOf(z.object({ address: z.string(), linkedAtMs: timeMs })),
})

export const linkMessage = endpoint({
  area: 'user',
  // The app posts, so that its browser's key stands in no address.
  method: 'ANY',
  path: '/safe/wallet/nonce',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary: 'A message for a wallet to sign that is to sign in to this account',
  input: { address: walletAddress, chainId: walletChain, device: deviceKey },
  wire: chainOnWire,
  output: messageView,
})

export const linkWallet = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/wallet',
  access: 'user',
  whileFrozen: 'refused',
  rate: 'sign-in',
  summary:
    'Let a wallet sign in to this account, with the password or what takes its place, and the second factor where one is set. Withdrawals are held for 24 hours',
  input: { ...signedMessage, password, factorCode: z.optional(factorCode), device: deviceKey },
  wire: { factorCode: 'totp' },
  output: z.object({ done: z.literal(true) }),
})

export const unlinkWallet = endpoint({
  area: 'user',
  method: 'POST',
  path: '/safe/wallet/del',
  access: 'user',
  rate: 'sign-in',
  summary:
    'Let a wallet sign in no more, never the last way in; ends all other sessions and holds withdrawals for 24 hours',
  input: { address: walletAddress, password, factorCode: z.optional(factorCode) },
  wire: { factorCode: 'totp' },
  output: z.object({ done: z.literal(true) }),
})

export const walletSignInEndpoints = [
  walletMessage,
  registerByWallet,
  signInWallets,
  linkMessage,
  linkWallet,
  unlinkWallet,
] as const
