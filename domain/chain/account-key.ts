import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { bech32, createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { readAddress } from '../deposit/addresses.ts'
import type { Chain, ChainNetwork } from './chains.ts'

/**
 * Addresses from an account's extended public key (BIP 32): whoever has it can make the addresses and cannot spend from
 * them. Customer n's address is `0/n` under the account (BIP 44, BIP 84).
 */

const base58check = createBase58check(sha256)

/** What the first four bytes of an extended key say it is. */
const publicVersions: Readonly<Record<number, { name: string; networks: readonly ChainNetwork[] }>> = {
  76067358: { name: 'xpub', networks: ['main'] },
  78792518: { name: 'zpub', networks: ['main'] },
  70617039: { name: 'tpub', networks: ['test', 'regtest'] },
  73342198: { name: 'vpub', networks: ['test', 'regtest'] },
}
/** Keys that can spend: never to be given to a server. xprv, yprv, zprv, tprv, uprv, vprv, Ltpv. */
const privateVersions = new Set([
  0x0488ade4, 0x049d7878, 0x04b2430c, 0x04358394, 0x044a4e28, 0x045f18bc, 0x019d9cfe,
])

/** An account's key, ready to make addresses. */
export interface AccountKey {
  readonly chain: Chain
  readonly network: ChainNetwork
  /** The key of all receiving addresses, `0` under the account. */
  readonly receiving: HDKey
  /**
   * Which key an address was made from; says nothing of the key. Where addresses name their network, so does it: one key
   * makes other addresses on another network.
   *
   * @example '3c09a81f', '3c09a81f-regtest'
   */
  readonly id: string
}

/** Depth of `m/purpose'/coin'/account'`. */
const ACCOUNT_DEPTH = 3

/**
 * Reads the extended public key of an account.
 *
 * Refuses: (as `problem`) a private key; what is no key; one of another network; one that is not an account's.
 */
export function readAccountKey(
  chain: Chain,
  network: ChainNetwork,
  text: string,
): { readonly key: AccountKey } | { readonly problem: string } {
  const bytes = decoded(() => base58check.decode(text.trim()))
  if (bytes?.length !== 78)
    return { problem: 'is not an extended public key: a character is wrong or missing' }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (privateVersions.has(version))
    return { problem: 'is a private key, which must never be on this machine: give the extended public key' }
  const kind = publicVersions[version]
  // Chains with Ethereum's addresses have one kind of key for all their networks.
  const networks = chain.addresses === 'witness' ? kind?.networks : ['main', 'test', 'regtest']
  if (!kind || (chain.addresses !== 'witness' && kind.name !== 'xpub'))
    return { problem: `is not one of the kinds taken: ${kindsFor(chain, network)}` }
  if (!networks?.includes(network))
    return {
      problem: `is a ${kind.name}, which is not of the network "${network}": ${kindsFor(chain, network)}`,
    }
  const account = decoded(() => HDKey.fromExtendedKey(text.trim(), { public: version, private: 0 }))
  if (!account) return { problem: 'is not an extended public key: its point is not on the curve' }
  if (account.depth !== ACCOUNT_DEPTH)
    return { problem: `must be the key of an account, ${chain.path}, not one of depth ${account.depth}` }
  const fingerprint = account.fingerprint.toString(16).padStart(8, '0')
  const id = chain.addresses === 'witness' && network !== 'main' ? `${fingerprint}-${network}` : fingerprint
  return { key: { chain, network, receiving: account.deriveChild(0), id } }
}

function kindsFor(chain: Chain, network: ChainNetwork): string {
  if (chain.addresses !== 'witness') return 'xpub'
  return Object.values(publicVersions)
    .filter(({ networks }) => networks.includes(network))
    .map(({ name }) => name)
    .join(' or ')
}

/** The n-th receiving address of an account, as its network writes it. */
export function addressAt(key: AccountKey, index: number): string {
  const { publicKey } = key.receiving.deriveChild(index)
  const { addresses, prefixes } = key.chain
  if (addresses === 'witness') {
    const words = bech32.toWords(ripemd160(sha256(publicKey!)))
    return bech32.encode(prefixes![key.network], [0, ...words])
  }
  const point = secp256k1.Point.fromBytes(publicKey!).toBytes(false).slice(1)
  const account = keccak_256(point).slice(-20)
  return accountAddress(addresses, `0x${bytesToHex(account)}`)
}

/**
 * An account of a chain with Ethereum's calls, as its customers write it.
 *
 * @example accountAddress('tron', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c') // 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
 */
export function accountAddress(addresses: 'evm' | 'tron', hex: string): string {
  if (addresses === 'evm') return readAddress('Ethereum', hex)!
  const bytes = Uint8Array.from([0x41, ...hexToBytes(hex.slice(2))])
  return base58check.encode(bytes)
}

/** The other way round, in small letters. */
export function accountHex(addresses: 'evm' | 'tron', address: string): string {
  if (addresses === 'evm') return address.toLowerCase()
  return `0x${bytesToHex(base58check.decode(address).slice(1))}`
}

/** What an output's script is that pays to a witness address of ours, in hexadecimal. Source: BIP 141. */
export function scriptOf(address: string): string {
  const { words } = bech32.decode(address as `${string}1${string}`, 90)
  const program = bech32.fromWords(words.slice(1))
  return `00${program.length.toString(16).padStart(2, '0')}${bytesToHex(program)}`
}

/** The address that an output's script pays to; undefined for any but the kind of script ours have. */
export function addressOfScript(prefix: string, script: string): string | undefined {
  const program = /^0014([0-9a-f]{40})$/.exec(script)?.[1]
  return program && bech32.encode(prefix, [0, ...bech32.toWords(hexToBytes(program))])
}

const hexToBytes = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, n) => Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16))

function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}
