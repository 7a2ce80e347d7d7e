import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import type { ChangedWallet } from '#domain/wallet/contract.ts'
import type { positionFigures } from './contract-orders.ts'

/** What the stream of a customer's own says of what they have. */

/** Spot wallets that changed, as they stand. */
export const accountPosition = (wallets: readonly ChangedWallet[], nowMs: number) => ({
  e: 'outboundAccountPosition',
  E: nowMs,
  u: nowMs,
  B: wallets.map(({ currency, available, held }) => ({ a: currency, f: available, l: held })),
})

/** The account of contracts: what is in the wallet, and the positions that changed. */
export const accountUpdate = (
  told: {
    readonly wallets: readonly ChangedWallet[]
    readonly positions: readonly ReturnType<typeof positionFigures>[]
    readonly reason: string
  },
  nowMs: number,
) => ({
  e: 'ACCOUNT_UPDATE',
  E: nowMs,
  T: nowMs,
  a: {
    m: told.reason,
    B: told.wallets.map(({ currency, available, held }) => ({
      a: currency,
      wb: sumOf(currency, available, held),
      cw: available,
      bc: '0',
    })),
    P: told.positions,
  },
})

/** Two amounts of a currency together. */
function sumOf(currency: string, one: string, other: string): string {
  const { decimals } = findCurrency(currency)!
  return formatDecimal(parseDecimal(one, decimals)! + parseDecimal(other, decimals)!, decimals)
}
