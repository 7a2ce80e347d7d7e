import type { TermKind } from '#domain/earn/kinds.ts'
import type { Rate } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What coupons need of savings, which need coupons: the product that has them brings it, as `savings`. */
export interface Savings {
  /** How those of these orders ended that have. */
  endsOf(tx: Tx, orders: readonly bigint[]): Promise<ReadonlyMap<bigint, 'matured' | 'redeemed'>>
  /** What a trial can be of. */
  trialProducts(db: Db | Tx): Promise<
    readonly {
      readonly id: bigint
      readonly kind: TermKind
      readonly currency: string
      readonly termDays: number
      readonly dailyRate: Rate
    }[]
  >
}

/** Where no product brings savings: no order ends, and no trial can be made. */
export const noSavings: Savings = { endsOf: async () => new Map(), trialProducts: async () => [] }
