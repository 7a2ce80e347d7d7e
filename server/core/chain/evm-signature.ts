import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Which account signed a digest, in small hexadecimal.
 *
 * Refuses: (as `undefined`) what is no signature, and the higher of the two values of s that there are (EIP-2), so that
 * nobody can make another signature of one that they have seen.
 */
export function evmSigner(digest: Uint8Array, rs: Uint8Array, parity: number): string | undefined {
  if (rs.length !== 64 || (parity !== 0 && parity !== 1)) return undefined
  try {
    const signature = secp256k1.Signature.fromBytes(rs, 'compact').addRecoveryBit(parity)
    if (signature.hasHighS()) return undefined
    const key = signature.recoverPublicKey(digest).toBytes(false).slice(1)
    return `0x${bytesToHex(keccak_256(key).slice(-20))}`
  } catch {
    return undefined
  }
}
