import type { Units } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What a customer owns of one currency that lies in none of their accounts: it has left them for a term. */
export interface PutAway {
  readonly currency: string
  /** All that is theirs of it: principal, and the interest credited so far. */
  readonly amount: Units
  /** Of that, interest credited at the last midnight. */
  readonly todayInterest: Units
  /** How many products it lies in. */
  readonly products: number
  readonly earliestMaturityMs: number
  /** How many transfers brought it to this amount. */
  readonly entryCount: number
}

/** A product's answer to "what of mine do you keep?": at most one line for each currency. */
export type Keeper = (db: Db | Tx, owner: bigint, nowMs: number) => Promise<readonly PutAway[]>
