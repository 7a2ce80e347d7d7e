import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { join } from 'node:path'
import { readOrCreate } from '#server/platform/atomic-file.ts'

/** The key that signs the tape's checkpoints, and the ledger's. */
export interface TapeKey {
  /** Hex, 32 bytes. */
  readonly publicKey: string
  /** Ed25519 over the text; hex, 64 bytes. */
  sign(text: string): string
}

const SEED_BYTES = 32
/** PKCS #8 (RFC 8410) around a 32-byte Ed25519 seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads the tape's key from the data folder, or makes one at the first start.
 *
 * Refuses: (by throwing) a file that is not such a key; it is never replaced.
 */
export async function openTapeKey(dataDir: string): Promise<TapeKey> {
  const file = keyFileOf(dataDir)
  const kept = await readOrCreate(file, () => `${randomBytes(SEED_BYTES).toString('hex')}\n`)
  const seed = kept.toString().trim()
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new Error(`${file} is not the price tape's signing key`)
  return tapeKeyFrom(Buffer.from(seed, 'hex'))
}

/** Where a data folder has its key. */
export const keyFileOf = (dataDir: string): string => join(dataDir, 'keys', 'tape.key')

/** The key of a 32-byte seed. */
export function tapeKeyFrom(seed: Uint8Array): TapeKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  return {
    publicKey: publicBytes(key).toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}

/** The last 32 bytes of the public key's DER form are the key itself. */
const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES)
