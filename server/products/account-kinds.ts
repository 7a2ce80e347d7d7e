import { assert } from '#domain/errors.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import type { AccountKind } from '#server/core/ledger/accounts.ts'
import { earnAccounts } from './earn/accounts.ts'
import { spotAccounts } from './spot/accounts.ts'
import { walletAccounts } from './wallet/accounts.ts'

/**
 * Every kind of account there is, by the product that brings it. A product adds a line here, with kinds of
 * its own whose numbers nobody else has.
 */
const byProduct: Readonly<Record<string, Readonly<Record<string, AccountKind>>>> = {
  wallet: walletAccounts,
  spot: spotAccounts,
  earn: earnAccounts,
}

const kinds = Object.values(byProduct).flatMap((own) => Object.values(own))
const byNumber = new Map(kinds.map((kind) => [kind.number, kind]))
assert(byNumber.size === kinds.length, 'no two kinds of account have one number')

/** The kind with this number, as `accountParts` reads it off an account. */
export function kindOf(number: number): AccountKind {
  const kind = byNumber.get(number)
  assert(kind, `account kind ${number} exists`)
  return kind
}

/** The wallets a customer sees. Spot's is one kind per group of instruments; today there is one group. */
export const wallets: Readonly<Record<WalletType, AccountKind>> = {
  funding: walletAccounts.funding,
  spot: spotAccounts.spot,
  contract: walletAccounts.contract,
  options: walletAccounts.options,
}

const walletByKind = new Map(
  Object.entries(wallets).map(([wallet, kind]) => [kind.number, wallet as WalletType] as const),
)

/** The wallet that a kind is part of; undefined for money in products and for the platform's own. */
export const walletOf = (kind: number): WalletType | undefined => walletByKind.get(kind)
