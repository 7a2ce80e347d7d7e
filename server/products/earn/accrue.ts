import { daysEarned, daysToAdd } from '#domain/earn/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { lockBalances, post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { accountsOf, accrualTransfer, reserveTransfers } from './flows.ts'
import {
  interestOf,
  lockProducts,
  type ProductRow,
  type SubscriptionRow,
  saveAccruals,
  saveProgress,
  updateProductTotals,
} from './store.ts'

/**
 * Credits every full day that subscriptions have behind them and were not credited for: none at once, or many
 * when the job was away. Those without a term get the interest of more days set aside first. The subscriptions
 * must be locked; a day's row is unique, so no day counts twice. Locks their products and accounts too.
 *
 * Returns: the subscriptions as they now are.
 */
export async function accrue(
  tx: Tx,
  subscriptions: readonly SubscriptionRow[],
  nowMs: number,
): Promise<SubscriptionRow[]> {
  const products = await lockProducts(
    tx,
    subscriptions.map((row) => row.product_id),
  )
  // All at once: whoever comes to end them posts a second time.
  const balances = await lockBalances(
    tx,
    subscriptions.flatMap((row) => Object.values(accountsOf(row))),
  )
  const steps = subscriptions.map((before) => {
    const longer = extend(before, products.get(before.product_id)!, balances, nowMs)
    const days = daysEarned({ startsAtMs: before.starts_at, daysCovered: longer.days_covered }, nowMs)
    // Whoever locked it first may have looked at a later clock.
    const after = withNextDue({ ...longer, days_earned: Math.max(days, before.days_earned) })
    return { before, after, added: after.days_covered - before.days_covered, newDays: newDays(before, after) }
  })
  const changed = steps.filter(({ added, newDays }) => added > 0 || newDays.length > 0)
  if (changed.length > 0) {
    const reserved = changed.flatMap(({ after, added }) => reserveTransfers(after, added))
    const days = changed.flatMap(({ after, newDays }) => newDays.map((day) => ({ row: after, day })))
    const transferIds = await post(tx, [...reserved, ...days.map(({ row }) => accrualTransfer(row))], nowMs)
    const accrualIds = transferIds.slice(reserved.length)
    await saveAccruals(
      tx,
      days.map((one, n) => ({ ...one, transferId: accrualIds[n]! })),
    )
    await saveProgress(
      tx,
      changed.map(({ after }) => after),
    )
    await updateProductTotals(
      tx,
      changed.map(({ before }) => before),
      changed.map(({ after }) => after),
    )
  }
  return steps.map(({ after }) => after)
}

/**
 * A subscription with the days that are set aside for it at this moment. One without a term runs on while its
 * product is open and until notice is given, as far as the fund goes, which has so much less then.
 */
function extend(
  row: SubscriptionRow,
  product: ProductRow,
  balances: Map<bigint, bigint>,
  nowMs: number,
): SubscriptionRow {
  if (row.term_days > 0 || row.notice_at !== null || product.status !== 'open') return row
  const { interest } = accountsOf(row)
  const free = balances.get(interest)!
  const { starts_at: startsAtMs, days_covered: daysCovered, interest_per_day: interestPerDay } = row
  const days = daysToAdd({ startsAtMs, daysCovered, interestPerDay }, free, nowMs)
  balances.set(interest, free - interestOf(row, days))
  const days_covered = daysCovered + days
  return { ...row, days_covered, ends_at: startsAtMs + days_covered * DAY_MS }
}

/** A subscription with when to look at it next: after its next day, and at its end. */
export const withNextDue = (row: SubscriptionRow): SubscriptionRow => ({
  ...row,
  next_due_at: Math.min(row.starts_at + (row.days_earned + 1) * DAY_MS, row.ends_at),
})

const newDays = (before: SubscriptionRow, after: SubscriptionRow): number[] =>
  Array.from({ length: after.days_earned - before.days_earned }, (_, n) => before.days_earned + n + 1)
