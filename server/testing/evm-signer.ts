import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { typed } from '#server/core/chain/evm-transaction.ts'
import { decodeRlp, type Rlp, wholeBytes } from '#server/core/chain/rlp.ts'

/** A key of tests only, away from any server. */
export const EVM_PAYER_KEY = new Uint8Array(32).fill(7)

/** The account of a key. */
export const evmAddress = (key: Uint8Array): string =>
  `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(-20))}`

/** Signs a transaction as a wallet does that knows the key. */
export function signEvm(unsigned: string, key: Uint8Array = EVM_PAYER_KEY): string {
  const bytes = hexToBytes(unsigned.slice(2))
  const fields = decodeRlp(bytes.slice(1)) as readonly Rlp[]
  const signed = secp256k1.sign(keccak_256(bytes), key, { prehash: false, format: 'recovered' })
  const [parity, r, s] = [signed[0]!, signed.slice(1, 33), signed.slice(33)]
  const numbers = [BigInt(parity), BigInt(`0x${bytesToHex(r)}`), BigInt(`0x${bytesToHex(s)}`)]
  return `0x${bytesToHex(typed([...fields, ...numbers.map(wholeBytes)]))}`
}

/** Signs a text as a wallet does (`personal_sign`). Source: EIP-191. */
export function signPersonal(text: string, key: Uint8Array): string {
  const bytes = utf8ToBytes(text)
  return signDigest(
    keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes)),
    key,
  )
}

/** The 65 bytes of a signature: r, s, and 27 or 28. */
export function signDigest(digest: Uint8Array, key: Uint8Array): string {
  const signed = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return `0x${bytesToHex(concatBytes(signed.slice(1), Uint8Array.of(27 + signed[0]!)))}`
}
