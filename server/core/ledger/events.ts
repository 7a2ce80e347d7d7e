import type { CustomerId } from '#domain/ids.ts'
import type { Reason } from '#domain/reasons.ts'
import type { EventKind } from '#domain/statement/events.ts'
import type { Db } from '#server/platform/db/database.ts'

/** How a product tells what its transfers are of: everything that one request of a customer's moved is one event. */
export interface LedgerEvents {
  readonly kind: EventKind
  /**
   * Which request of the customer's each reference stands for, where that is not the request's own id. References
   * of nothing of theirs are left out.
   */
  readonly requestsOf?: (
    db: Db,
    customer: CustomerId,
    transfers: readonly TransferOf[],
  ) => Promise<ReadonlyMap<bigint, bigint>>
  /** What these requests of the customer's are; others are left out. */
  readonly read?: (
    db: Db,
    customer: CustomerId,
    requests: readonly bigint[],
  ) => Promise<ReadonlyMap<bigint, EventContent>>
}

/** Why a transfer was made, and what it refers to. */
export interface TransferOf {
  readonly reason: Reason
  readonly reference: bigint
}

/** What a request is, as the statement says it; see `EventRules`. */
export interface EventContent {
  readonly variant?: string
  readonly state?: string
  readonly params: Readonly<Record<string, string>>
  /** What its transfers refer to beside its id. */
  readonly references?: readonly bigint[]
}
