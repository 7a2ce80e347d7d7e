import { CLIENT_SEED } from '#domain/box/rules.ts'

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 20

/** A seed from the browser's own randomness: the customer may type another. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** Whether a typed seed is one. */
export const isSeed = (typed: string): boolean => CLIENT_SEED.test(typed)
