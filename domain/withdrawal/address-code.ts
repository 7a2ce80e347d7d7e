import { isTokenContract, usdtContracts } from '../chain/chains.ts'
import { networksOfAddress } from '../deposit/networks.ts'

/**
 * What the QR code of an address says: the address alone, or a URI of a wallet. An address that was read is no more than one
 * that was typed: the server checks it by its network's rule when it is saved.
 */
export interface AddressCode {
  readonly address: string
  /** The networks that the code is for; undefined where it says none. */
  readonly networks?: readonly string[]
  /** The coin that it is for; undefined where it says none. */
  readonly currency?: string
}

/** A coin and the network that it goes by. */
export interface CoinNetwork {
  readonly currency: string
  readonly network: string
}

/** Longer ones are no address, whatever is in them. */
const MAX_CODE_LENGTH = 1_000
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Networks by the schemes of BIP 21 and of those who write theirs alike. */
const schemes: Readonly<Record<string, readonly string[]>> = {
  bitcoin: ['Bitcoin'],
  litecoin: ['Litecoin'],
  tron: ['TRC20'],
  solana: ['Solana'],
}

/** By EIP 155's number of a chain: its own coin and the network of it, and the network of its tokens. */
const evmChains: Readonly<Record<string, { coin: CoinNetwork; tokens: string; usdt?: string }>> = {
  '1': {
    coin: { currency: 'ETH', network: 'Ethereum' },
    tokens: 'ERC20',
    usdt: usdtContracts.Ethereum,
  },
  '56': { coin: { currency: 'BNB', network: 'BEP20' }, tokens: 'BEP20' },
}

/**
 * Reads the text of a QR code.
 *
 * Refuses: (as undefined) what holds no address, as a name, a web page or an invoice; a URI that demands (`req-`) something
 *          unknown here; the contract of a token in the place of whom it pays.
 * Source: BIP 21, EIP 681.
 * @example readAddressCode('bitcoin:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?amount=1') // { address: 'bc1q…', networks: ['Bitcoin'] }
 */
export function readAddressCode(code: string): AddressCode | undefined {
  const read = readText(code)
  return read && isTokenContract(read.address) ? undefined : read
}

function readText(code: string): AddressCode | undefined {
  const text = code.trim()
  if (text.length > MAX_CODE_LENGTH) return undefined
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(text) ?? []
  if (scheme === undefined || rest === undefined) return plain(text)
  if (scheme.toLowerCase() === 'ethereum') return readEthereum(rest)
  const networks = schemes[scheme.toLowerCase()]
  const [address, query] = split(rest)
  if (!networks || [...query.keys()].some((name) => /^req-/i.test(name))) return undefined
  const read = plain(address)
  const tokens = tokensNamed(query)
  if (!read || tokens.length === 0) return read && { ...read, networks }
  const isUsdt = networks[0] === 'TRC20' && tokens.every((one) => one === usdtContracts.Tron)
  return isUsdt ? { ...read, networks, currency: 'USDT' } : { ...read, networks: [] }
}

/** Which of the offered coins and networks money can go by to the address of a code. */
export const waysOfCode = <Way extends CoinNetwork>(
  { address, networks, currency }: AddressCode,
  offered: readonly Way[],
): Way[] =>
  offered.filter(
    (way) =>
      (networks === undefined || networks.includes(way.network)) &&
      (currency === undefined || currency === way.currency) &&
      networksOfAddress(address, [way.network]).length > 0,
  )

/** An address alone. Capitals of bech32, which make a smaller code, are written small. */
function plain(text: string): AddressCode | undefined {
  if (!/^[0-9a-zA-Z]{20,120}$/.test(text)) return undefined
  return { address: /^[A-Z]{2,4}1[02-9AC-HJ-NP-Z]+$/.test(text) ? text.toLowerCase() : text }
}

/**
 * `ethereum:`, with `@` and the chain, and `/transfer` of a token's contract to an address. Without a chain it is Ethereum; without
 * an amount of ether it may be for a token as well, since many wallets write so what is no more than their address.
 */
function readEthereum(rest: string): AddressCode | undefined {
  const [path, query] = split(rest)
  const [, target, chainId = '1', call] = /^(?:pay-)?(\w+)(?:@(\d+))?(?:\/(\w+))?$/.exec(path) ?? []
  if (target === undefined || !EVM_ADDRESS.test(target)) return undefined
  const chain = evmChains[chainId]
  if (call === undefined) {
    if (!chain) return { address: target, networks: [] }
    const { coin, tokens, usdt } = chain
    const named = tokensNamed(query)
    if (named.length > 0)
      return named.every((one) => one.toLowerCase() === usdt?.toLowerCase())
        ? { address: target, networks: [tokens], currency: 'USDT' }
        : { address: target, networks: [] }
    return query.has('value')
      ? { address: target, networks: [coin.network], currency: coin.currency }
      : { address: target, networks: [...new Set([coin.network, tokens])] }
  }
  const [payee, ...others] = query.getAll('address')
  if (call !== 'transfer' || payee === undefined || others.length > 0 || !EVM_ADDRESS.test(payee))
    return undefined
  // A token that is not known here must not be taken for one that is.
  const isUsdt = chain?.usdt?.toLowerCase() === target.toLowerCase()
  return chain && isUsdt
    ? { address: payee, networks: [chain.tokens], currency: 'USDT' }
    : { address: payee, networks: [] }
}

/** The contracts that wallets name beside an address, each in its own way. */
const tokensNamed = (query: URLSearchParams): string[] =>
  [...query]
    .filter(([name]) => /^(?:token|contract(?:_?address)?|spl-token)$/i.test(name))
    .map(([, value]) => value)

function split(rest: string): [string, URLSearchParams] {
  const at = rest.indexOf('?')
  return at < 0 ? [rest, new URLSearchParams()] : [rest.slice(0, at), new URLSearchParams(rest.slice(at))]
}
