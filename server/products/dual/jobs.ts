import { draftsOf, ladderStart } from '#domain/dual/ladder.ts'
import type { DualOutcome } from '#domain/dual/outcomes.ts'
import { decideAt } from '#domain/dual/rules.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { SECOND_MS } from '#domain/time.ts'
import { post } from '#server/core/ledger/ledger.ts'
import { writeNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { MarketData } from '../product.ts'
import { fix } from './fixing.ts'
import { endTransfers, totalsOf } from './flows.ts'
import { postponedNotice, settledNotice } from './notices.ts'
import { insertProduct } from './products.ts'
import {
  type DueOrder,
  endOrders,
  insertFixing,
  lockDue,
  lockProducts,
  newestTemplates,
  postponeOrders,
  type TemplateRow,
  unfixed,
  updateTotals,
} from './store.ts'

const BATCH = 50
/** Averages that one run makes at most; the next run goes on. */
const MAX_FIXINGS = 20

type Prices = Pick<MarketData, 'lastTick' | 'isFresh'>

/** Periodic jobs of dual investments: settlement, and the next ladder. */
export const dualJobs = (db: Db, prices: Prices, clock: Clock): Job[] => [
  {
    name: 'dual: settlement',
    everyMs: 15 * SECOND_MS,
    isRunAnywhere: true,
    run: () => settleDue(db, clock.nowMs()),
  },
  {
    name: 'dual: products of the next start',
    everyMs: 10 * SECOND_MS,
    run: () => makeLadders(db, prices, clock.nowMs()),
  },
]

/** Makes the averages that are due, and settles what they decide, a batch to a transaction. Run late or twice, it does no more. */
export async function settleDue(db: Db, nowMs: number): Promise<void> {
  for (const { symbol, atMs } of await unfixed(db, nowMs, MAX_FIXINGS)) {
    const average = await fix(db, symbol, atMs)
    if (average) await insertFixing(db, symbol, atMs, average, nowMs)
  }
  for (;;) {
    const settled = await db.transaction().execute((tx) => settleBatch(tx, nowMs))
    if (settled < BATCH) return
  }
}

async function settleBatch(tx: Tx, nowMs: number): Promise<number> {
  const due = await lockDue(tx, nowMs, BATCH)
  if (due.length === 0) return 0
  const ended: { order: DueOrder; outcome: DualOutcome }[] = []
  const postponed: { order: DueOrder; toMs: number }[] = []
  for (const order of due) {
    const { strike, settles_at: settlesAtMs, due_at: atMs, fixed_price } = order
    const price = fixed_price === null ? null : Number(fixed_price)
    const step = decideAt({ strike: Number(strike), settlesAtMs }, atMs, price)
    if (step.outcome === undefined) postponed.push({ order, toMs: step.postponedToMs })
    else ended.push({ order, outcome: step.outcome })
  }
  await postponeOrders(
    tx,
    postponed.map(({ order, toMs }) => ({ id: order.id, dueAtMs: toMs })),
  )
  if (ended.length > 0) {
    await lockProducts(
      tx,
      ended.map(({ order }) => order.product_id),
    )
    await endOrders(
      tx,
      ended.map(({ order, outcome }) => ({ id: order.id, status: outcome })),
      nowMs,
    )
    await updateTotals(
      tx,
      ended.map(({ order }) => totalsOf(order, -1)),
    )
    await post(
      tx,
      ended.flatMap(({ order, outcome }) => endTransfers(order, outcome)),
      nowMs,
    )
  }
  await writeNotices(
    tx,
    [
      ...ended.map(({ order, outcome }) => settledNotice(order, outcome)),
      ...postponed.map(({ order, toMs }) => postponedNotice(order, toMs)),
    ],
    nowMs,
  )
  return due.length
}

/**
 * Makes the products of the next start, from each template at the price of the tape. Where there is no fresh price it is
 * tried again; of what was made already it makes no more.
 */
export async function makeLadders(db: Db, prices: Prices, nowMs: number): Promise<void> {
  const startsAtMs = ladderStart(nowMs)
  for (const template of await newestTemplates(db)) {
    if (template.rungs.length === 0) continue
    await db.transaction().execute((tx) => makeLadder(tx, prices, template, { nowMs, startsAtMs }))
  }
}

async function makeLadder(
  tx: Tx,
  { lastTick, isFresh }: Prices,
  template: TemplateRow,
  moments: { readonly nowMs: number; readonly startsAtMs: number },
): Promise<void> {
  const { symbol, type, version } = template
  const { nowMs, startsAtMs } = moments
  const [instrument, tick] = [findInstrument(symbol), lastTick(symbol)]
  if (!instrument || instrument.status === 'halted' || !tick || !isFresh(symbol)) return
  const [made] = await tx
    .insertInto('dual_ladder')
    .values({
      ...{ symbol, type, starts_at: new Date(startsAtMs), template_version: version },
      ...{ price: BigInt(tick.price), sequence: BigInt(tick.sequence), created_at: new Date(nowMs) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('starts_at')
    .execute()
  if (!made) return
  for (const draft of draftsOf(template, instrument, tick.price, moments)) {
    await insertProduct(tx, draft, version, nowMs)
  }
}
