import { sql } from 'kysely'
import { fullDays } from '#domain/earn/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sweepInSteps } from '#server/platform/sweeps.ts'
import { accrue } from './accrue.ts'
import { atMaturity, endTransfers } from './flows.ts'
import { endNotice, reminderNotice } from './notices.ts'
import {
  endSubscriptions,
  lockDueSubscriptions,
  lockUnreminded,
  type SubscriptionRow,
  setReminded,
  updateProductTotals,
} from './store.ts'

/** How many subscriptions a transaction looks at: their products are locked meanwhile, and nobody can subscribe. */
const BATCH = 200
/** How many days a transaction credits, of one subscription at least: after days of downtime each is long due. */
const MAX_DAYS = 2_000
/** How many reminders a transaction writes. */
const REMINDED = 50

/** Periodic jobs of term products: daily interest and payment at the end. */
export const earnJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'earn: interest and maturity',
    everyMs: 30 * SECOND_MS,
    isRunAnywhere: true,
    run: () => settleDue(db, clock.nowMs()),
  },
  {
    name: 'earn: reminders before maturity',
    everyMs: MINUTE_MS,
    isRunAnywhere: true,
    run: () => remindOfMaturity(db, clock.nowMs()),
  },
  {
    name: 'earn: sweep quotes',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    run: () => sweepQuotes(db, clock.nowMs()),
  },
]

/** How long a quote is kept that led to nothing, for who asks what they were offered. */
const QUOTE_KEPT_MS = HOUR_MS

/** Deletes quotes that expired without being used, the oldest first. Run late or twice, it does no more. */
export const sweepQuotes = (db: Db, nowMs: number, rowsAStep?: number): Promise<void> =>
  sweepInSteps((limit) => deleteUnused(db, nowMs, limit), rowsAStep)

async function deleteUnused(db: Db, nowMs: number, limit: number): Promise<bigint> {
  const expired = db
    .selectFrom('earn_quote')
    .select('id')
    .where('used_at', 'is', null)
    .where('valid_until', '<', sql<number>`${new Date(nowMs - QUOTE_KEPT_MS)}::timestamptz`)
    .orderBy('valid_until')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('earn_quote').where('id', 'in', expired).executeTakeFirst()
  return numDeletedRows
}

/** Credits and pays out everything that is due, a batch to a transaction. Run late or twice, it does no more. */
export async function settleDue(db: Db, nowMs: number): Promise<void> {
  for (;;) {
    const settled = await db.transaction().execute((tx) => settleBatch(tx, nowMs))
    if (settled === 0) return
  }
}

async function settleBatch(tx: Tx, nowMs: number): Promise<number> {
  const due = withinDays(await lockDueSubscriptions(tx, nowMs, BATCH), nowMs)
  if (due.length === 0) return 0
  const subscriptions = await accrue(tx, due, nowMs)
  const over = subscriptions.filter((row) => row.ends_at <= nowMs)
  if (over.length > 0) {
    const endings = over.map((row) => ({ row, status: 'matured' as const, ...atMaturity(row) }))
    await endSubscriptions(tx, endings, nowMs)
    await updateProductTotals(tx, over, [])
    await post(
      tx,
      endings.flatMap(({ row, status, ...redemption }) => endTransfers(row, status, redemption)),
      nowMs,
    )
    await writeNotices(
      tx,
      endings.map(({ row, status, ...redemption }) => endNotice(row, status, redemption)),
      nowMs,
    )
  }
  return due.length
}

/** The first of these subscriptions that have no more days to credit together than one transaction should; one at least. */
function withinDays(rows: readonly SubscriptionRow[], nowMs: number): SubscriptionRow[] {
  let days = 0
  return rows.filter(({ starts_at, days_earned }, at) => {
    days += fullDays(starts_at, nowMs) - days_earned
    return at === 0 || days <= MAX_DAYS
  })
}

/** How long before its maturity a customer is reminded of a subscription. */
const REMINDED_BEFORE_MS = DAY_MS

/**
 * Reminds of everything that matures within a day, a batch to a transaction; the mark is written with the notice, so
 * that each is told once. What matures before anybody could be told is not.
 */
export async function remindOfMaturity(db: Db, nowMs: number): Promise<void> {
  for (;;) {
    const told = await db.transaction().execute(async (tx) => {
      const rows = await lockUnreminded(tx, nowMs, nowMs + REMINDED_BEFORE_MS, REMINDED)
      if (rows.length === 0) return 0
      await writeNotices(tx, rows.map(reminderNotice), nowMs)
      await setReminded(
        tx,
        rows.map(({ id }) => id),
        nowMs,
      )
      return rows.length
    })
    if (told < REMINDED) return
  }
}
