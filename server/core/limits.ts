import type { CustomerId } from '#domain/ids.ts'
import { type DecimalString, formatDecimal } from '#domain/money/amount.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { LimitView, WayOutView } from '#domain/wallet/contract.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** Whose limits, as far as they depend on who it is. */
export interface Limited {
  readonly customer: CustomerId
  readonly nowMs: number
}

/**
 * Reads what limits a customer in a product now; `needs` of one that takes another tier than the product, `isOpen` of one that more
 * than the tier decides.
 */
export type ReadLimits = (
  db: Db,
  of: Limited,
) => Promise<
  readonly (Omit<LimitView, 'product' | 'isAllowed'> & {
    readonly needs?: Tier
    readonly isOpen?: boolean
  })[]
>

/** A way by which money leaves, with what the list of limits leaves out. */
export interface WayOut extends WayOutView {
  /** What it costs at least. */
  readonly fee: DecimalString
  /** Whether it is paused by something else than its network's switch, and so stays paused once that is open. */
  readonly staysPaused: boolean
}

/** What a product limits, and from which tier on a customer may do it at all. */
export interface ProductLimits {
  readonly needs: Tier
  readonly read: ReadLimits
  /** The ways by which money leaves through it. */
  readonly waysOut?: (db: Db | Tx) => Promise<readonly WayOut[]>
}

/** A limit of things that are counted. */
export const countLimit = (name: LimitView['name'], unit: string, limit: number, used: number) => ({
  ...{ name, unit, limit: countText(limit), used: countText(used) },
  left: countText(Math.max(limit - used, 0)),
})

const countText = (count: number): DecimalString => formatDecimal(BigInt(count), 0)
