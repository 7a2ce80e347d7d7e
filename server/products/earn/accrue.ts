import { daysEarned } from '#domain/earn/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { accrualTransfer } from './flows.ts'
import { type OrderRow, saveAccruals, saveDaysEarned } from './store.ts'

/**
 * Credits every full day that orders have behind them and were not credited for: none at once, or many
 * when the job was away. The orders must be locked; a day's row is unique, so no day counts twice.
 *
 * Returns: the orders as they now are.
 */
export async function accrue(tx: Tx, orders: readonly OrderRow[], nowMs: number): Promise<OrderRow[]> {
  const days = orders.flatMap((order) => newDays(order, nowMs).map((day) => ({ order, day })))
  if (days.length === 0) return [...orders]

  const transferIds = await post(
    tx,
    days.map(({ order }) => accrualTransfer(order)),
    nowMs,
  )
  await saveAccruals(
    tx,
    days.map(({ order, day }, n) => ({ order, day, transferId: transferIds[n]! })),
  )
  const accrued = orders.map((order) => {
    const days_earned = daysBehind(order, nowMs)
    const next_due_at = order.starts_at + Math.min(days_earned + 1, order.term_days) * DAY_MS
    return { ...order, days_earned, next_due_at }
  })
  await saveDaysEarned(tx, accrued)
  return accrued
}

const daysBehind = (order: OrderRow, nowMs: number): number =>
  daysEarned({ startsAtMs: order.starts_at, termDays: order.term_days }, nowMs)

function newDays(order: OrderRow, nowMs: number): number[] {
  const count = Math.max(daysBehind(order, nowMs) - order.days_earned, 0)
  return Array.from({ length: count }, (_, n) => order.days_earned + n + 1)
}
