import type { Units } from '#domain/money/amount.ts'
import type { Purse } from '#domain/wallet/purses.ts'
import type { Db } from '#server/platform/db/database.ts'

/** One thing of a customer's that holds money. */
export interface Held {
  /** What it is, for the page to name and link. @example 'spot-order' */
  readonly kind: string
  readonly reference: bigint
  readonly currency: string
  readonly purse: Purse
  readonly amount: Units
  readonly sinceMs: number
}

/** A product's answer to "what of mine is held, and by what?". */
export type Holder = (db: Db, owner: bigint) => Promise<readonly Held[]>
