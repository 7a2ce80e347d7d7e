import { ledgerUnits } from '../chain/chains.ts'

/** What a statement says of a currency: what is owed of it, and what there is, by the ledger and on chains. */

export interface StatedCurrency {
  readonly code: string
  readonly decimals: number
  /** What all customers are owed. In units, as `ledger`. */
  readonly liabilities: bigint
  /**
   * The reserves that the ledger alone says: payments from outside that it recorded, less what was paid out, without
   * those by way of `chains` that were read. Below zero where more was paid out than came in.
   */
  readonly ledger: bigint
  /** The chains that are watched for it; none in version 1. */
  readonly chains: readonly StatedChain[]
}

/** A coin or a token on a chain that is watched. */
export interface StatedChain {
  /** @example 'Ethereum' */
  readonly chain: string
  /** Which of the chain's networks. @example 'main' */
  readonly network: string
  /** What was read of it; or when it was read last, where it does not answer or that is too long ago. */
  readonly look: StatedLook | { readonly lastAtMs: number | undefined }
}

/** What the platform's addresses had at one block. In the chain's smallest unit. */
export interface StatedLook {
  readonly atMs: number
  readonly height: number
  /** Of the block. */
  readonly hash: string
  /** Of the chain's smallest unit. */
  readonly decimals: number
  /** The token's contract; undefined of the chain's own coin. */
  readonly token: string | undefined
  /** The addresses that customers pay to, together: single ones would show who paid what. */
  readonly deposits: { readonly addresses: number; readonly amount: bigint }
  /** Every other one that has something. */
  readonly own: readonly OwnAddress[]
}

export const ownAddressKinds = ['paying', 'cold'] as const
export type OwnAddressKind = (typeof ownAddressKinds)[number]

export interface OwnAddress {
  /** `paying`: withdrawals are paid from it. `cold`: another one, by the word of two operators. */
  readonly kind: OwnAddressKind
  readonly address: string
  readonly amount: bigint
}

/** Whether a chain was read for a statement. */
export const isSeen = (look: StatedChain['look']): look is StatedLook => 'height' in look

/** What was found of a coin or token at a block. In the chain's smallest unit. */
export const foundAt = ({ deposits, own }: StatedLook): bigint =>
  own.reduce((sum, { amount }) => sum + amount, deposits.amount)

/**
 * What was found of a currency on the chains that were read; undefined where none was. In units of the currency.
 *
 * Rounds: down, what each chain has.
 */
export function foundOnChains({
  decimals,
  chains,
}: Pick<StatedCurrency, 'decimals' | 'chains'>): bigint | undefined {
  const looks = chains.map(({ look }) => look).filter(isSeen)
  if (looks.length === 0) return undefined
  return looks.reduce((sum, look) => sum + ledgerUnits(foundAt(look), look.decimals, decimals), 0n)
}

/** All that there is of a currency: found on chains, and by the ledger what no chain was read for. In units. */
export const reservesOf = (currency: StatedCurrency): bigint =>
  currency.ledger + (foundOnChains(currency) ?? 0n)
