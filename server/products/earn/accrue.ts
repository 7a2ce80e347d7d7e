import { daysEarned } from '#domain/earn/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { accrualTransfer } from './flows.ts'
import { type SubscriptionRow, saveAccruals, saveDaysEarned } from './store.ts'

/**
 * Credits every full day that subscriptions have behind them and were not credited for: none at once, or many
 * when the job was away. The subscriptions must be locked; a day's row is unique, so no day counts twice.
 *
 * Returns: the subscriptions as they now are.
 */
export async function accrue(
  tx: Tx,
  subscriptions: readonly SubscriptionRow[],
  nowMs: number,
): Promise<SubscriptionRow[]> {
  const days = subscriptions.flatMap((subscription) =>
    newDays(subscription, nowMs).map((day) => ({ subscription, day })),
  )
  if (days.length === 0) return [...subscriptions]

  const transferIds = await post(
    tx,
    days.map(({ subscription }) => accrualTransfer(subscription)),
    nowMs,
  )
  await saveAccruals(
    tx,
    days.map(({ subscription, day }, n) => ({ subscription, day, transferId: transferIds[n]! })),
  )
  const accrued = subscriptions.map((subscription) => {
    const days_earned = daysBehind(subscription, nowMs)
    const next_due_at = subscription.starts_at + Math.min(days_earned + 1, subscription.term_days) * DAY_MS
    return { ...subscription, days_earned, next_due_at }
  })
  await saveDaysEarned(tx, accrued)
  return accrued
}

const daysBehind = (subscription: SubscriptionRow, nowMs: number): number =>
  daysEarned({ startsAtMs: subscription.starts_at, termDays: subscription.term_days }, nowMs)

function newDays(subscription: SubscriptionRow, nowMs: number): number[] {
  const count = Math.max(daysBehind(subscription, nowMs) - subscription.days_earned, 0)
  return Array.from({ length: count }, (_, n) => subscription.days_earned + n + 1)
}
