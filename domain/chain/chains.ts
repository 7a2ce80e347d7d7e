/** The chains that deposits are seen on, and what each carries. */

export const chainNames = ['Bitcoin', 'Litecoin', 'Ethereum', 'Tron'] as const
export type ChainName = (typeof chainNames)[number]

/** Those whose nodes say what an address had at a block, so that the platform's own addresses can be looked at: Tron's know the newest alone. */
export const lookedAtChains = ['Bitcoin', 'Litecoin', 'Ethereum'] as const satisfies readonly ChainName[]

/** Which of a chain's networks: the one with real money, its public test network, or one's own. */
export const chainNetworks = ['main', 'test', 'regtest'] as const
export type ChainNetwork = (typeof chainNetworks)[number]

/** A coin or a token on a chain, as a way to deposit. */
export interface ChainAsset {
  /** The deposit network's code. @example 'ERC20' */
  readonly network: string
  readonly currency: string
  /** Decimals of the chain's own smallest unit; the ledger may keep other ones. */
  readonly decimals: number
  /** A contract's token; without it, the chain's own coin. */
  readonly isToken: boolean
}

export interface Chain {
  readonly name: ChainName
  /** How addresses are written. */
  readonly addresses: 'witness' | 'evm' | 'tron'
  /** The first part of witness addresses. */
  readonly prefixes?: Readonly<Record<ChainNetwork, string>>
  /**
   * What an output has at least, in the smallest unit, so that nodes take its transaction: of the costliest kind, to a public key's hash.
   * Source: `DUST_RELAY_TX_FEE` of Bitcoin Core and Litecoin Core (3 and 30 for a byte) for its 182 bytes.
   */
  readonly dust?: bigint
  /** BIP 44's purpose and coin type of the account key, as wallets export it. @example "m/84'/0'/0'" */
  readonly path: string
  readonly assets: readonly ChainAsset[]
}

const asset = (network: string, currency: string, decimals: number): ChainAsset => ({
  ...{ network, currency, decimals },
  isToken: false,
})
const token = (network: string): ChainAsset => ({ network, currency: 'USDT', decimals: 6, isToken: true })

/**
 * Every chain by its name. Tron's coin is not here: by Tron's Ethereum-like calls it cannot be told from other tokens
 * that are sent without a contract.
 */
export const chains: Readonly<Record<ChainName, Chain>> = {
  Bitcoin: {
    name: 'Bitcoin',
    addresses: 'witness',
    prefixes: { main: 'bc', test: 'tb', regtest: 'bcrt' },
    dust: 546n,
    path: "m/84'/0'/0'",
    assets: [asset('Bitcoin', 'BTC', 8)],
  },
  Litecoin: {
    name: 'Litecoin',
    addresses: 'witness',
    prefixes: { main: 'ltc', test: 'tltc', regtest: 'rltc' },
    dust: 5_460n,
    path: "m/84'/2'/0'",
    assets: [asset('Litecoin', 'LTC', 8)],
  },
  Ethereum: {
    name: 'Ethereum',
    addresses: 'evm',
    path: "m/44'/60'/0'",
    assets: [asset('Ethereum', 'ETH', 18), token('ERC20')],
  },
  Tron: {
    name: 'Tron',
    addresses: 'tron',
    path: "m/44'/195'/0'",
    assets: [token('TRC20')],
  },
}

/** Tether's own contracts on the networks with real money. Source: tether.to, supported protocols. */
export const usdtContracts = {
  Ethereum: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  Tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const satisfies Partial<Record<ChainName, string>>

/** Whether an address is that of a token's contract, where money that is sent to it is lost. */
export const isTokenContract = (address: string): boolean =>
  address === usdtContracts.Tron || address.toLowerCase() === usdtContracts.Ethereum.toLowerCase()

/** Whether an address is that of the number zero, of which nobody has the key: of Ethereum and those like it, Tron, Bitcoin, Solana. */
export const isZeroAddress = (address: string): boolean =>
  /^0x0{40}$/.test(address) ||
  ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '1111111111111111111114oLvT2', '1'.repeat(32)].includes(address)

/** The chain and the asset of a way to deposit; undefined where no chain is watched for it. */
export function assetOf(network: string, currency: string): { chain: Chain; asset: ChainAsset } | undefined {
  for (const chain of Object.values(chains)) {
    const found = chain.assets.find((one) => one.network === network && one.currency === currency)
    if (found) return { chain, asset: found }
  }
  return undefined
}

/** What is followed by itself on a deposit network: each has one coin or token; undefined where no chain is followed. */
export const assetOn = (network: string): ChainAsset | undefined =>
  Object.values(chains)
    .flatMap(({ assets }) => assets)
    .find((one) => one.network === network)

/**
 * An amount of a chain in the ledger's units.
 *
 * Rounds: down; the rest, below the ledger's smallest unit, stays with the platform.
 * @example ledgerUnits(1_000_000_001n, 18, 10) // 10n
 */
export function ledgerUnits(onChain: bigint, chainDecimals: number, ledgerDecimals: number): bigint {
  const difference = ledgerDecimals - chainDecimals
  return difference >= 0 ? onChain * 10n ** BigInt(difference) : onChain / 10n ** BigInt(-difference)
}
