import { randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { readAddress } from '#domain/deposit/addresses.ts'
import { refusal } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { signInMessage } from '#domain/user/sign-in-message.ts'
import { evmSigner } from '#server/core/chain/evm-signature.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { UserDeps } from './deps.ts'
import { insertMessage, isMessageGood, takeMessage } from './wallet-sign-in-store.ts'

/** Messages that wallets sign, and who signed them. */

const MESSAGE_LIFE_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16

/** Where and for whom a message was given out. */
interface Purpose {
  /** The browser's own key. */
  readonly device?: string | undefined
  /** Who is signed in and links a wallet; nobody at sign-in. */
  readonly customer?: CustomerId | undefined
  /** They confirm a change with a wallet that is linked already. */
  readonly isToConfirm?: boolean
}

export interface SignedMessage {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** A message that the wallet of this address signed; not used up yet. */
export interface WalletProof {
  /** In small letters. */
  readonly address: string
  readonly fingerprint: string
}

/** Gives out a message to be signed. Refuses: WALLET_ADDRESS_WRONG, also for a checksum that is wrong (EIP-55). */
export async function giveMessage(
  deps: UserDeps,
  { address: typed, chainId, ...purpose }: Purpose & { address: string; chainId: number },
): Promise<{ message: string; expiresAtMs: number }> {
  const address = addressOf(typed)
  const issuedAtMs = deps.clock.nowMs()
  const expiresAtMs = issuedAtMs + MESSAGE_LIFE_MS
  const message = signInMessage({
    ...{
      domain: new URL(deps.publicUrl).host,
      uri: deps.publicUrl,
      address,
      chainId,
      issuedAtMs,
      expiresAtMs,
    },
    statement: statementFor(purpose),
    nonce: randomBytes(NONCE_BYTES).toString('hex'),
  })
  await insertMessage(deps.db, fingerprintOf(deps, message, address, purpose), expiresAtMs)
  return { message, expiresAtMs }
}

/** It says what it is for, so that nobody signs the one for the other. */
function statementFor({ customer, isToConfirm }: Purpose): string {
  const costs = 'It costs nothing and moves nothing.'
  if (customer === undefined) return `Sign in to Plumb. ${costs}`
  return isToConfirm
    ? `Confirm a change to Plumb account ${customer}. ${costs}`
    : `Let this wallet sign in to Plumb account ${customer}. ${costs}`
}

/**
 * Finds out who signed a message. It is never read: one that is not to the letter what was given out, to this address and
 * for this purpose, is not found.
 *
 * Refuses: WALLET_ADDRESS_WRONG; WALLET_MESSAGE_UNKNOWN, the same for one not given out, used, or over; WALLET_SIGNATURE_WRONG.
 */
export async function proveWallet(
  deps: UserDeps,
  signed: SignedMessage,
  purpose: Purpose,
): Promise<WalletProof> {
  const address = addressOf(signed.address)
  const fingerprint = fingerprintOf(deps, signed.message, address, purpose)
  if (!(await isMessageGood(deps.db, fingerprint, deps.clock.nowMs())))
    throw refusal('WALLET_MESSAGE_UNKNOWN')
  const small = address.toLowerCase()
  if (personalSigner(signed.message, signed.signature) !== small) throw refusal('WALLET_SIGNATURE_WRONG')
  return { address: small, fingerprint }
}

/** Uses a message up, in the transaction of what it allows. Refuses: WALLET_MESSAGE_UNKNOWN when another was first. */
export async function consumeProof(tx: Tx, { fingerprint }: WalletProof, nowMs: number): Promise<void> {
  if (!(await takeMessage(tx, fingerprint, nowMs))) throw refusal('WALLET_MESSAGE_UNKNOWN')
}

/** An address with its checksum. Refuses: WALLET_ADDRESS_WRONG. */
export function addressOf(typed: string): string {
  const address = readAddress('Ethereum', typed)
  if (address === undefined) throw refusal('WALLET_ADDRESS_WRONG')
  return address
}

const fingerprintOf = (
  { privateData }: Pick<UserDeps, 'privateData'>,
  message: string,
  address: string,
  { device, customer, isToConfirm }: Purpose,
): string =>
  privateData.fingerprint(
    JSON.stringify([
      isToConfirm ? 'confirmation' : 'sign-in message',
      ...[message, address, device ?? null, customer ? String(customer) : null],
    ]),
  )

/**
 * Who signed a text (`personal_sign`), in small letters; undefined for what is no signature.
 *
 * Source: EIP-191; the last byte is 27 or 28, of some devices 0 or 1.
 */
export function personalSigner(text: string, signature: string): string | undefined {
  const bytes = utf8ToBytes(text)
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`)
  const digest = keccak_256(Uint8Array.from([...prefix, ...bytes]))
  const given = hexToBytes(signature.slice(2))
  const last = given[64]
  if (last === undefined) return undefined
  return evmSigner(digest, given.slice(0, 64), last >= 27 ? last - 27 : last)
}
