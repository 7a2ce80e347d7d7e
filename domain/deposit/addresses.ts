import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { BANK, chainOf } from './rules.ts'

/**
 * Where money can be sent to, checked by the network's own rule. One wrong character of an address loses
 * what a customer sends, so what carries no checksum of a known kind is not taken.
 */

/** Reads an address as its network writes it; undefined when it cannot be one. */
type ReadAddress = (typed: string) => string | undefined

const base58check = createBase58check(sha256)

/** Base 58 with a checksum, of these first bytes and 20 more. */
const base58Hash =
  (...versions: readonly number[]): ReadAddress =>
  (typed) => {
    const bytes = decoded(() => base58check.decode(typed))
    return bytes?.length === 21 && versions.includes(bytes[0]!) ? typed : undefined
  }

/**
 * A witness program that can be paid to and spent: version 0 by bech32 with 20 or 32 bytes, version 1 by bech32m with a key. Of what
 * later versions mean nothing is known, and anybody may spend what is paid to them.
 */
const witness =
  (prefix: string): ReadAddress =>
  (typed) => {
    if (typed !== typed.toLowerCase() && typed !== typed.toUpperCase()) return undefined
    const plain = typed.toLowerCase()
    for (const coder of [bech32, bech32m]) {
      const read = decoded(() => coder.decode(plain as `${string}1${string}`, 90))
      const version = read?.words[0]
      if (read?.prefix !== prefix || version === undefined) continue
      if ((version === 0) !== (coder === bech32)) return undefined
      const program = decoded(() => coder.fromWords(read.words.slice(1)))
      return program && isProgram(version, program) ? plain : undefined
    }
    return undefined
  }

const isProgram = (version: number, program: Uint8Array): boolean =>
  version === 0
    ? program.length === 20 || program.length === 32
    : version === 1 && program.length === 32 && isKey(program)

/** The field of secp256k1. */
const FIELD = 2n ** 256n - 2n ** 32n - 977n

/** Whether these bytes are a key of Taproot: the x of a point, where x³ + 7 is a square. Source: BIP 340. */
function isKey(bytes: Uint8Array): boolean {
  const x = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return x < FIELD && power(x ** 3n + 7n, (FIELD - 1n) / 2n) === 1n
}

/** A power in the field. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [square, rest] = [base % FIELD, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % FIELD
    square = (square * square) % FIELD
  }
  return result
}

/**
 * An account of Ethereum and its relatives. Capitals carry the checksum (EIP-55); an address without any,
 * or in capitals alone, has none, and is given one.
 */
const evm: ReadAddress = (typed) => {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(typed)?.[1]
  if (!hex) return undefined
  const small = hex.toLowerCase()
  const digest = keccak_256(new TextEncoder().encode(small))
  const checked = [...small].map((digit, n) => {
    const nibble = n % 2 === 0 ? digest[n >> 1]! >> 4 : digest[n >> 1]! & 15
    return nibble >= 8 ? digit.toUpperCase() : digit
  })
  const canonical = checked.join('')
  const hasChecksum = hex !== small && hex !== hex.toUpperCase()
  return !hasChecksum || hex === canonical ? `0x${canonical}` : undefined
}

/** An Ed25519 key in base 58: no checksum, but a length that a slip of the finger seldom keeps. */
const solana: ReadAddress = (typed) =>
  decoded(() => base58.decode(typed))?.length === 32 ? typed : undefined

/** An account number of a bank by ISO 13616: its remainder by 97 is 1. */
const iban: ReadAddress = (typed) => {
  const plain = typed.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return undefined
  const digits = [...plain.slice(4), ...plain.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n ? plain : undefined
}

/** A bank of the United States, whose nine digits weigh up to a multiple of 10, and an account there. */
const aba: ReadAddress = (typed) => {
  const [, routing, account] = /^(\d{9})[ /-]+(\d{4,17})$/.exec(typed) ?? []
  if (!routing || !account) return undefined
  const weighed = [...routing].reduce((sum, digit, n) => sum + Number(digit) * [3, 7, 1][n % 3]!, 0)
  return weighed % 10 === 0 ? `${routing}-${account}` : undefined
}

/** How addresses of each network are read, by the network's code. */
const readers: Readonly<Record<string, ReadAddress>> = {
  Bitcoin: (typed) => base58Hash(0x00, 0x05)(typed) ?? witness('bc')(typed),
  Litecoin: (typed) => base58Hash(0x30, 0x32)(typed) ?? witness('ltc')(typed),
  Ethereum: evm,
  ERC20: evm,
  BEP20: evm,
  TRC20: base58Hash(0x41),
  Solana: solana,
  IBAN: iban,
  ABA: aba,
}

/** The networks whose addresses can be checked, and so published. */
export const checkedNetworks: readonly string[] = Object.keys(readers)

/** Those of chains: the accounts that banks keep are published as such. */
export const chainNetworks: readonly string[] = checkedNetworks.filter((code) => chainOf(code) !== BANK)

/** A network's code as it is written here, however it was typed; undefined for one that is not known. */
export const networkNamed = (typed: string): string | undefined =>
  checkedNetworks.find((code) => code.toLowerCase() === typed.toLowerCase())

/**
 * The one way an address is written on its network.
 *
 * Refuses: (as `undefined`) what is not an address there, by its checksum and length.
 * @example readAddress('ERC20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed') // '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
 */
export const readAddress = (network: string, typed: string): string | undefined =>
  readers[network]?.(typed.trim())

/** The same of a witness address with another first part: those of test networks. @example readWitnessAddress('rltc', typed) */
export const readWitnessAddress = (prefix: string, typed: string): string | undefined =>
  witness(prefix)(typed.trim())

function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
