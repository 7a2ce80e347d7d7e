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
  Ethereum: { name: 'Ethereum', standard: undefined, begins: '0x' },
}

/** A network by the code the server gives it; an unknown one is called by its code. */
export const networkOf = (code: string): Network =>
  networks[code] ?? { name: code, standard: undefined, begins: '' }

const shapes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, ['TRC20']],
  [/^0x[0-9a-fA-F]{40}$/, ['ERC20', 'BEP20', 'Ethereum']],
  [/^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/, ['Bitcoin']],
]

/**
 * Which of the offered networks an address can belong to. Ethereum and BNB Smart Chain write theirs
 * alike, so there may be more than one: then the sender has to look.
 */
export function networksOfAddress(address: string, offered: readonly string[]): string[] {
  const found = shapes.find(([shape]) => shape.test(address.trim()))?.[1] ?? []
  return offered.filter((code) => found.includes(code))
}
