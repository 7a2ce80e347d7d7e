import type { TermKind } from '#domain/earn/kinds.ts'
import { assert } from '#domain/errors.ts'
import type { Rate } from '#domain/money/amount.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What coupons need of savings, which need coupons: said by savings when they are loaded, so that one needs the other. */
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

let known: Savings | undefined

export const provideSavings = (savings: Savings): void => {
  known = savings
}

export function savings(): Savings {
  assert(known, 'savings are loaded before coupons are asked')
  return known
}
