import { currencyOnWire } from '../fields.ts'

/** The four wallets a customer has in each currency. */
export const walletTypes = ['funding', 'spot', 'contract', 'options'] as const
export type WalletType = (typeof walletTypes)[number]

/** What the specification's wire calls them. */
export const walletTypeOnWire: Record<WalletType, string> = {
  funding: 'legal',
  spot: 'change',
  contract: 'lever',
  options: 'micro',
}

/** The names of a wallet in the wallet's calls. */
export const walletOnWire = {
  currency: currencyOnWire,
  walletType: { name: 'type', values: walletTypeOnWire },
} as const

/** Each account is two balances: what may be spent, and what waits for an order or a request. */
export type HoldState = 'available' | 'held'
