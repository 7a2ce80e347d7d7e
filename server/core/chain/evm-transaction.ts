import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { evmSigner } from './evm-signature.ts'
import { decodeRlp, encodeRlp, type Rlp, wholeBytes } from './rlp.ts'

/** Transactions of Ethereum as they are written for the signer and read back. */

/** EIP-1559. */
const TYPE = 0x02
/** Fields of an unsigned transaction, and of a signed one. */
const [UNSIGNED_FIELDS, SIGNED_FIELDS] = [9, 12]

/** A transaction before it is signed. */
export interface Unsigned {
  readonly chainId: bigint
  readonly nonce: bigint
  readonly tip: bigint
  readonly maxFee: bigint
  readonly gas: bigint
  readonly to: string
  readonly value: bigint
  readonly data: string
}

/** A transaction as it is handed to the signer. */
export function unsignedOf({ chainId, nonce, tip, maxFee, gas, to, value, data }: Unsigned): string {
  const fields: Rlp = [
    ...[chainId, nonce, tip, maxFee, gas].map(wholeBytes),
    hexToBytes(to.slice(2).toLowerCase()),
    wholeBytes(value),
    hexToBytes(data.slice(2)),
    [],
  ]
  return `0x${bytesToHex(typed(fields))}`
}

/** A transaction that was written here, back in its fields; undefined for any other text. */
export function readUnsigned(unsigned: string): Unsigned | undefined {
  const hex = /^0x02((?:[0-9a-f]{2})+)$/.exec(unsigned)?.[1]
  const fields = hex && decodeRlp(hexToBytes(hex))
  if (!Array.isArray(fields) || fields.length !== UNSIGNED_FIELDS) return undefined
  const texts = fields.slice(0, UNSIGNED_FIELDS - 1).map((field: Uint8Array) => bytesToHex(field))
  const [chainId, nonce, tip, maxFee, gas] = texts.slice(0, 5).map((hex) => BigInt(`0x0${hex}`))
  const [to, value, data] = texts.slice(5)
  return {
    ...{ chainId: chainId!, nonce: nonce!, tip: tip!, maxFee: maxFee!, gas: gas! },
    ...{ to: `0x${to}`, value: BigInt(`0x0${value}`), data: `0x${data}` },
  }
}

export interface ReadSigned {
  /** What was signed, as it is handed to a signer. */
  readonly unsigned: string
  /** Who signed it, in small hexadecimal; undefined where nobody did, or by what is no signature. */
  readonly signer: string | undefined
  /** As it is sent. */
  readonly raw: string
  /** 64 hexadecimal digits, in small letters. */
  readonly txid: string
}

/** A transaction as it came back from a signer, signed or not; undefined for any other text. */
export function readSigned(text: string): ReadSigned | undefined {
  if (!/^0x02(?:[0-9a-f]{2})+$/i.test(text)) return undefined
  const bytes = hexToBytes(text.slice(2).toLowerCase())
  const fields = decodeRlp(bytes.slice(1))
  if (!Array.isArray(fields) || ![UNSIGNED_FIELDS, SIGNED_FIELDS].includes(fields.length)) return undefined
  const written = typed(fields.slice(0, UNSIGNED_FIELDS))
  return {
    unsigned: `0x${bytesToHex(written)}`,
    signer: signerOf(written, fields.slice(UNSIGNED_FIELDS)),
    raw: `0x${bytesToHex(bytes)}`,
    txid: bytesToHex(keccak_256(bytes)),
  }
}

/** A transaction with its type before it. */
export function typed(fields: Rlp): Uint8Array {
  const list = encodeRlp(fields)
  const bytes = new Uint8Array(list.length + 1)
  bytes[0] = TYPE
  bytes.set(list, 1)
  return bytes
}

/** Whether these bytes are how a whole number is written here. */
const isNumber = (field: Uint8Array): boolean => field[0] !== 0

/** Who signed these bytes, in small hexadecimal; undefined for what is no signature. */
function signerOf(written: Uint8Array, [parity, r, s]: readonly Rlp[]): string | undefined {
  if (!(parity instanceof Uint8Array && r instanceof Uint8Array && s instanceof Uint8Array)) return undefined
  // No node takes a number that is written with zeros before it.
  if (![parity, r, s].every(isNumber)) return undefined
  if (parity.length > 1) return undefined
  const hex = [r, s].map((number) => bytesToHex(number).padStart(64, '0')).join('')
  return evmSigner(keccak_256(written), hexToBytes(hex), parity[0] ?? 0)
}
