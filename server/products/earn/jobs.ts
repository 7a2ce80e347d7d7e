import { assert } from '#domain/errors.ts'
import { units } from '#domain/money/amount.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/core/clock.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { accrue } from './accrue.ts'
import { earned, maturityTransfers } from './flows.ts'
import { adjustSubscribed, endOrder, lockDueOrders, lockProducts, type OrderRow } from './store.ts'

const BATCH = 50

/** Periodic jobs of locked deposits: daily interest and payment at maturity. */
export const earnJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'earn: interest and maturity',
    everyMs: 30 * SECOND_MS,
    run: () => settleDue(db, clock.nowMs()),
  },
]

/** Credits and pays out everything that is due, a batch to a transaction. Run late or twice, it does no more. */
export async function settleDue(db: Db, nowMs: number): Promise<void> {
  for (;;) {
    const settled = await db.transaction().execute((tx) => settleBatch(tx, nowMs))
    if (settled === 0) return
  }
}

async function settleBatch(tx: Tx, nowMs: number): Promise<number> {
  const due = await lockDueOrders(tx, nowMs, BATCH)
  const ending = due.filter((order) => order.matures_at <= nowMs)
  await lockProducts(
    tx,
    ending.map((order) => order.product_id),
  )
  const orders = await accrue(tx, due, nowMs)
  await mature(
    tx,
    orders.filter((order) => order.days_earned === order.term_days),
    nowMs,
  )
  return orders.length
}

async function mature(tx: Tx, orders: readonly OrderRow[], nowMs: number): Promise<void> {
  for (const order of orders) {
    const interest = earned(order)
    const refund = units(order.principal + interest)
    const ended = await endOrder(
      tx,
      order.id,
      { status: 'matured', interest, penalty: units(0n), refund },
      nowMs,
    )
    assert(ended, `locked order ${order.id} was active when it matured`)
    await adjustSubscribed(tx, order.product_id, -order.principal)
  }
  await post(tx, orders.flatMap(maturityTransfers), nowMs)
}
