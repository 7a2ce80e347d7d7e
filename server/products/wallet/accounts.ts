import type { WalletType } from '#domain/wallet/wallet-types.ts'
import type { AccountKind } from '#server/core/ledger/accounts.ts'
import { spotAccounts } from '#server/products/spot/accounts.ts'

/** The wallets that are no product's own. */
export const walletAccounts = {
  funding: { number: 1, name: 'funding', isWallet: true },
  contract: { number: 2, name: 'contract', isWallet: true },
  options: { number: 3, name: 'options', isWallet: true },
} as const satisfies Record<string, AccountKind>

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
