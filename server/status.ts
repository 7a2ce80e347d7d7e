import { differencesOf, type LedgerHealth } from '#domain/console/contract.ts'
import type { QuoteView } from '#domain/market/contract.ts'
import { classIds, type InstrumentClass, instrumentClasses } from '#domain/market/instrument.ts'
import { levelMsOf } from '#domain/queue/rules.ts'
import { type Status, status, statusQueues } from '#domain/status/contract.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { everyRole, levelHours } from '#server/console/levels.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { keptFor } from '#server/platform/kept.ts'
import { ofEach } from '#server/platform/of-each.ts'
import { countWaiting } from '#server/platform/outbox.ts'
import type { OpenProduct, Product } from './products/product.ts'

/**
 * How the exchange is doing, for everybody. It is measured at most once in two seconds, however many ask, and says no figure
 * of one customer: ages in whole minutes, and no counts of requests.
 */

const KEPT_MS = 2_000

export interface Measured {
  readonly db: Db
  readonly clock: Clock
  readonly quotes: () => readonly QuoteView[]
  readonly opened: readonly (Product & OpenProduct)[]
  readonly ledger: () => LedgerHealth | null
}

/** The route of it. */
export const statusRoute = (measured: Measured): Route => route(status, keptStatus(measured))

/** Measures when asked, at most once in two seconds. */
export const keptStatus = (measured: Measured): (() => Promise<Status>) =>
  keptFor(KEPT_MS, measured.clock, (nowMs) => measure(measured, nowMs))

async function measure({ db, quotes, opened, ledger }: Measured, nowMs: number): Promise<Status> {
  const all = quotes()
  const levels = await levelHours(db)
  const queues = []
  for (const queue of statusQueues) {
    const product = opened.find(({ name }) => name === queue)
    const size = await product?.queueSize?.(db, everyRole)
    const sinceMs = size?.oldestAtMs ?? null
    const ageMs = sinceMs === null ? null : Math.max(0, nowMs - sinceMs)
    queues.push({
      queue,
      oldestMs: ageMs === null ? null : ageMs - (ageMs % MINUTE_MS),
      levelMs: levelMsOf(levels, queue),
    })
  }
  const lags = await ofEach(opened, ({ settlementLags }) => settlementLags?.(db))
  lags.sort((a, b) => a - b)
  const health = ledger()
  return {
    atMs: nowMs,
    feeds: instrumentClasses.map((one) => feedOf(one, all, nowMs)),
    queues,
    messagesWaiting: await countWaiting(db),
    settlement:
      lags.length === 0
        ? null
        : { medianMs: lags[lags.length >> 1]!, slowestMs: lags.at(-1)!, results: lags.length },
    reconciliation: health && {
      atMs: health.checkedAtMs,
      differences: differencesOf(health),
    },
  }
}

function feedOf(one: InstrumentClass, quotes: readonly QuoteView[], nowMs: number) {
  const open = quotes.filter(({ classId, isOpen }) => isOpen && classId === classIds[one])
  const ages = open.flatMap(({ atMs }) => (atMs === null ? [] : Math.max(0, nowMs - atMs)))
  return {
    class: one,
    ...{ open: open.length, stale: open.filter(({ isStale }) => isStale).length },
    delayMs: ages.length === 0 ? null : Math.max(...ages),
  }
}
