import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, createBase58check } from '@scure/base'

/** Addresses that are valid and nobody's: their number, hashed. */

const hashOf = (number: number): Uint8Array =>
  sha256(new TextEncoder().encode(`address ${number} of the tests`)).slice(0, 20)

/** @example tronAddress(1) // 'T…' */
export const tronAddress = (number: number): string =>
  createBase58check(sha256).encode(Uint8Array.of(0x41, ...hashOf(number)))

/** In small letters, without a checksum: `readAddress` gives it one. */
export const evmAddress = (number: number): string =>
  `0x${[...hashOf(number)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** @example bitcoinAddress(1) // 'bc1q…' */
export const bitcoinAddress = (number: number): string =>
  bech32.encode('bc', [0, ...bech32.toWords(hashOf(number))])
