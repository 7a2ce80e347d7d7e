import { assert } from '#domain/errors.ts'
import { units } from '#domain/money/amount.ts'
import { SECOND_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { accrue } from './accrue.ts'
import { earned, maturityTransfers } from './flows.ts'
import {
  adjustSubscribed,
  endSubscription,
  lockDueSubscriptions,
  lockProducts,
  type SubscriptionRow,
} from './store.ts'

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
  const due = await lockDueSubscriptions(tx, nowMs, BATCH)
  const ending = due.filter((subscription) => subscription.matures_at <= nowMs)
  await lockProducts(
    tx,
    ending.map((subscription) => subscription.product_id),
  )
  const subscriptions = await accrue(tx, due, nowMs)
  await mature(
    tx,
    subscriptions.filter((subscription) => subscription.days_earned === subscription.term_days),
    nowMs,
  )
  return subscriptions.length
}

async function mature(tx: Tx, subscriptions: readonly SubscriptionRow[], nowMs: number): Promise<void> {
  for (const subscription of subscriptions) {
    const interest = earned(subscription)
    const refund = units(subscription.principal + interest)
    const ended = await endSubscription(
      tx,
      subscription.id,
      { status: 'matured', interest, penalty: units(0n), refund },
      nowMs,
    )
    assert(ended, `subscription ${subscription.id} was active when it matured`)
    await adjustSubscribed(tx, subscription.product_id, -subscription.principal)
  }
  await post(tx, subscriptions.flatMap(maturityTransfers), nowMs)
}
