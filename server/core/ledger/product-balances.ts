import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/**
 * What a product knows of a customer's money in it, beside the balance, which the ledger has. What it does not
 * know, or what does not apply to it, it leaves out.
 */
export interface ProductBalance {
  /** The kind of account that the money is in, by its number. */
  readonly kind: number
  readonly currency: string
  /** Interest credited at the last midnight. */
  readonly todayInterest?: bigint
  /** How many products it lies in. */
  readonly products?: number
  readonly earliestMaturityMs?: number | null
}

/** A product's answer to what a customer has in it: at most one line for each currency. */
export type ProductBalances = (
  db: Db | Tx,
  customer: CustomerId,
  nowMs: number,
) => Promise<readonly ProductBalance[]>
