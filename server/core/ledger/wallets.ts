import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import type { AccountKind } from './accounts.ts'

/** The wallets a customer sees. Spot's is one kind per group of instruments; today there is one group. */
export const wallets = {
  funding: { number: 1, name: 'funding', isWallet: true },
  contract: { number: 2, name: 'contract', isWallet: true },
  options: { number: 3, name: 'options', isWallet: true },
  spot: { number: 256, name: 'spot', isWallet: true },
} as const satisfies Record<WalletType, AccountKind>

const walletByKind: ReadonlyMap<number, WalletType> = new Map(
  walletTypes.map((walletType) => [wallets[walletType].number, walletType]),
)

/** The wallet that a kind is part of; undefined for money in products and for the platform's own. */
export const walletOf = (kind: number): WalletType | undefined => walletByKind.get(kind)
