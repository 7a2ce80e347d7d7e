import type { RankedExit } from '#domain/financial/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What products declare of the money that customers keep in them for a time; the product `financial` shows it. */

interface Kept {
  /** The record's id, as the product's calls take it. */
  readonly id: bigint
  /** Of the product's kinds, as its calls name it. */
  readonly kind: string
  readonly currency: string
  readonly amount: bigint
  /** 0 without a term. */
  readonly termDays: number
}

/** A firm offer to end a record now: the product pays exactly this when its quote is accepted in time. */
export interface Exit extends Kept, RankedExit {
  readonly quoteId: bigint
  readonly validUntilMs: number
  /** In another currency, what is given up besides. */
  readonly givenUp: { readonly currency: string; readonly amount: bigint } | null
}

/** A record that cannot be ended now. */
export interface LockedRecord extends Kept {
  readonly freeAtMs: number
}

export interface ExitsAsked {
  readonly customer: CustomerId
  readonly currency: string
  /** What the customer needs, for the order: see `rankExits`. */
  readonly needed: bigint
  readonly limit: number
}

/** Quotes the first of a customer's ways out of a product, by `rankExits`, and lists what cannot be ended now. */
export type QuoteExits = (
  tx: Tx,
  asked: ExitsAsked,
  nowMs: number,
) => Promise<{ readonly exits: readonly Exit[]; readonly locked: readonly LockedRecord[] }>

/** What a customer has in one kind of a product and what it brought, in one currency. */
export interface IncomeLine {
  readonly kind: string
  readonly currency: string
  readonly principal: bigint
  /** Credited from the last midnight (UTC) on, and ever. */
  readonly today: bigint
  readonly total: bigint
}

export type ListIncome = (db: Db, customer: CustomerId, nowMs: number) => Promise<readonly IncomeLine[]>
