import type { CustomerId } from '#domain/ids.ts'
import type { Tick } from '#domain/market/tick.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The prices of the tape, now and of moments that are over. */
export interface TapePrices {
  lastTick(symbol: string): Tick | undefined
  /** In ticks. */
  closesBefore(symbol: string, moments: readonly number[]): Promise<(number | undefined)[]>
}

/** What a customer's open positions have gained or lost, in no balance yet; below zero for a loss. */
export interface Unrealized {
  readonly amount: bigint
  /** False while the price of something open is unknown and it is missing in the amount. */
  readonly isWhole: boolean
}

/** How a product knows what its open positions have gained or lost: in one currency, and a part of one wallet's value. */
export interface UnrealizedProfit {
  readonly walletType: WalletType
  readonly currency: string
  now(db: Db | Tx, customer: CustomerId, prices: TapePrices): Promise<Unrealized>
  /** What was open at each of some moments that are over; what that is valued with is read after the transaction. */
  openThen(db: Db | Tx, customer: CustomerId, moments: readonly number[]): Promise<OpenThen>
}

/** Values what was open at each moment, by the prices of then. */
export type OpenThen = (prices: TapePrices) => Promise<Unrealized[]>
