import { BANK, chainOf } from './rules.ts'

/** What a customer can compare with the sending app: how a network is called and its addresses begin. */
export interface Network {
  readonly name: string
  /** The token standard many apps show instead of the name. */
  readonly standard: string | undefined
  /** How addresses on it begin. */
  readonly begins: string
}

const networks: Readonly<Record<string, Network>> = {
  TRC20: { name: 'Tron', standard: 'TRC-20', begins: 'T' },
  ERC20: { name: 'Ethereum', standard: 'ERC-20', begins: '0x' },
  BEP20: { name: 'BNB Smart Chain', standard: 'BEP-20', begins: '0x' },
  Bitcoin: { name: 'Bitcoin', standard: undefined, begins: 'bc1 · 1 · 3' },
  Litecoin: { name: 'Litecoin', standard: undefined, begins: 'ltc1 · L · M' },
  Ethereum: { name: 'Ethereum', standard: undefined, begins: '0x' },
  Solana: { name: 'Solana', standard: 'SPL', begins: '' },
  IBAN: { name: 'IBAN', standard: 'SEPA · SWIFT', begins: '' },
  ABA: { name: 'ABA', standard: 'Fedwire · ACH', begins: '' },
}

/** A network by the code the server gives it; an unknown one is called by its code. */
export const networkOf = (code: string): Network =>
  networks[code] ?? { name: code, standard: undefined, begins: '' }

/**
 * A network by its name and its code where they differ, so that the token's network is not taken for the coin's.
 *
 * @example networkLabel('ERC20') // 'Ethereum (ERC20)'
 */
export function networkLabel(code: string): string {
  const { name } = networkOf(code)
  return name === code ? name : `${name} (${code})`
}

const shapes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, ['TRC20']],
  [/^0x[0-9a-fA-F]{40}$/, ['ERC20', 'BEP20', 'Ethereum']],
  [/^[A-Z]{2}\d{2}( ?[A-Z0-9]){11,30}$/, ['IBAN']],
  [/^\d{9}[ /-]+\d{4,17}$/, ['ABA']],
  [/^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/, ['Bitcoin']],
  [/^(ltc1[02-9ac-hj-np-z]{11,71}|[LM][1-9A-HJ-NP-Za-km-z]{26,33})$/, ['Litecoin']],
  // After the others: what they know by their first signs is 32 to 44 signs of base 58 too.
  [/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, ['Solana']],
]

/**
 * Which of the offered networks an address can belong to. Ethereum and BNB Smart Chain write theirs
 * alike, so there may be more than one: then the sender has to look.
 */
export function networksOfAddress(address: string, offered: readonly string[]): string[] {
  const found = shapes.find(([shape]) => shape.test(address.trim()))?.[1] ?? []
  return offered.filter((code) => found.includes(code))
}

/** Which currencies each network carries, of those that are known here. */
const carried: Readonly<Record<string, readonly string[]>> = {
  Bitcoin: ['BTC'],
  Litecoin: ['LTC'],
  Ethereum: ['ETH'],
  ERC20: ['USDT', 'LINK', 'UNI'],
  BEP20: ['USDT', 'BNB', 'LINK', 'UNI'],
  TRC20: ['USDT', 'TRX'],
  Solana: ['USDT', 'SOL'],
  IBAN: ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CAD', 'AUD'],
  ABA: ['USD'],
}
/** Coins of chains that no network here is of. */
const elsewhere: readonly string[] = ['XRP', 'DOGE', 'ADA', 'AVAX', 'DOT', 'ATOM']
/** Where a token that was listed later may be. */
const tokenNetworks: readonly string[] = ['ERC20', 'BEP20', 'TRC20', 'Solana']

/**
 * Whether a currency can come by a network: what is sent by a network that does not carry it is lost.
 *
 * @example canCarry('TRC20', { code: 'BTC', kind: 'crypto' }) // false
 */
export function canCarry(
  network: string,
  { code, kind }: { readonly code: string; readonly kind: 'crypto' | 'fiat' },
): boolean {
  const isKnown = elsewhere.includes(code) || Object.values(carried).some((codes) => codes.includes(code))
  if (isKnown) return carried[network]?.includes(code) ?? false
  return kind === 'crypto' ? tokenNetworks.includes(network) : network === 'IBAN'
}

/**
 * The chains by which a currency can be paid; a bank where none of those that are known here carries it.
 *
 * @example paymentChainsOf({ code: 'ETH', kind: 'crypto' }) // ['Ethereum']
 */
export function paymentChainsOf(currency: Parameters<typeof canCarry>[1]): string[] {
  const chains = Object.keys(carried)
    .filter((network) => canCarry(network, currency))
    .map(chainOf)
  return chains.length === 0 ? [BANK] : [...new Set(chains)]
}
