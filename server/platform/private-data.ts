import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { envelopeSealer, type Sealer } from './sealer.ts'
import { secretKey } from './secret-key.ts'
import { openVault, type Vault } from './uploads/vault.ts'

/** What personal data is kept with: encrypted under a key that is in no database, each thing with a key of its own. */
export interface PrivateData {
  readonly sealer: Sealer
  /** Files, in a folder of their own. */
  readonly vault: Vault
  /** The same text always has the same fingerprint, from which nobody without the key finds the text. */
  fingerprint(text: string): string
  /** Signs a text that comes back later. */
  sign(text: string): string
  isSignatureOf(text: string, signature: string): boolean
}

const KEY = 'documents'
const KEY_BYTES = 32

/** Opens it with the setting's key, or with one that is made on first use. */
export const openPrivateData = async (dataDir: string, key: Buffer | undefined): Promise<PrivateData> =>
  privateDataWith(dataDir, key ?? (await secretKey(dataDir, KEY)))

/** The same with a key of 32 bytes. Keys for each purpose are derived from it. */
export function privateDataWith(dataDir: string, key: Buffer): PrivateData {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `plumb ${purpose}`, KEY_BYTES))
  const hmac = (purpose: Buffer, text: string) =>
    createHmac('sha256', purpose).update(text).digest('base64url')
  const sealer = envelopeSealer(derived('documents'))
  const [fingerprints, signatures] = [derived('fingerprints'), derived('signatures')]
  const sign = (text: string) => hmac(signatures, text)
  return {
    sealer,
    vault: openVault(dataDir, sealer, 'documents'),
    fingerprint: (text) => hmac(fingerprints, text),
    sign,
    isSignatureOf(text, signature) {
      const [right, given] = [Buffer.from(sign(text)), Buffer.from(signature)]
      return right.length === given.length && timingSafeEqual(right, given)
    },
  }
}
