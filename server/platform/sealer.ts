import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { keyFile, secretKey } from './secret-key.ts'

/** Encrypts secrets with AES-256-GCM, each bound to its owner as additional data. */
export interface Sealer {
  /** Encrypts bytes for what is named. */
  seal(bytes: Buffer, boundTo: string): Buffer
  /** Reads them back; fails when they were changed, are another's, or were sealed with another key. */
  unseal(sealed: Buffer, boundTo: string): Buffer
}

const KEY = 'vault'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The sealer of one installation; its key is made on first use. Refuses: a file that is not a key. */
export const openSealer = async (dataDir: string): Promise<Sealer> => sealerOf(await secretKey(dataDir, KEY))

/** Whether an installation has its key already. */
export const hasSealerKey = (dataDir: string): boolean => existsSync(keyFile(dataDir, KEY))

/** A sealer with a key of 32 bytes. */
export const sealerOf = (key: Buffer): Sealer => ({
  seal(bytes, boundTo) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  },

  unseal(sealed, boundTo) {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  },
})

const DATA_KEY_BYTES = 32
const WRAPPED_BYTES = NONCE_BYTES + TAG_BYTES + DATA_KEY_BYTES

/** Seals each thing with a key of its own, which stands before it, sealed with the master key. */
export function envelopeSealer(masterKey: Buffer): Sealer {
  const master = sealerOf(masterKey)
  return {
    seal(bytes, boundTo) {
      const key = randomBytes(DATA_KEY_BYTES)
      return Buffer.concat([master.seal(key, boundTo), sealerOf(key).seal(bytes, boundTo)])
    },

    unseal(sealed, boundTo) {
      const key = master.unseal(sealed.subarray(0, WRAPPED_BYTES), boundTo)
      return sealerOf(key).unseal(sealed.subarray(WRAPPED_BYTES), boundTo)
    },
  }
}
