import type { CustomerId } from '#domain/ids.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** What a customer owes to the platform by one product. Units: of the currency. */
export interface Debt {
  readonly currency: string
  readonly amount: bigint
}

/**
 * Reads what a customer owes by a product, interest until now included, and keeps it from changing until the transaction
 * ends: so that two requests by which money leaves do not each count on the same rest. Called before any balance is locked.
 */
export type ReadDebts = (tx: Tx, customer: CustomerId, nowMs: number) => Promise<readonly Debt[]>
