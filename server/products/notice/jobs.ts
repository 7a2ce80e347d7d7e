import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import type { ProductNotices } from '#server/core/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sweepInSteps } from '#server/platform/sweeps.ts'
import { deliverNew } from './deliver.ts'
import { followSource, sendBroadcasts } from './follow.ts'
import { countUnread, deleteBeyond, deleteOld } from './store.ts'

/** How long a notice is kept, and how many of one customer. */
export const KEPT_MS = 180 * DAY_MS
export const MAX_KEPT = 2_000

/** Writes what the sources have seen, delivers what is new, and deletes what is old. */
export function noticeJobs(options: {
  readonly db: Db
  readonly clock: Clock
  readonly brought: readonly ProductNotices[]
  /** Called with the number of unread notices of each customer who has a new one. */
  readonly onNew: (customer: CustomerId, unread: number) => void
}): Job[] {
  const { db, clock, brought, onNew } = options
  const sources = brought.flatMap((product) => product.sources ?? [])
  const audiences = brought.flatMap((product) => product.audiences ?? [])
  return [
    {
      name: 'notices: write and deliver',
      everyMs: SECOND_MS,
      async run() {
        const nowMs = clock.nowMs()
        const steps = [
          ...sources.map((source) => () => followSource(db, source, nowMs)),
          () => sendBroadcasts(db, audiences, nowMs),
          async () => {
            const customers = await deliverNew(db, nowMs)
            if (customers.size === 0) return
            for (const [customer, unread] of await countUnread(db, [...customers])) onNew(customer, unread)
          },
        ]
        await eachAlone(steps, (step) => step())
      },
    },
    {
      name: 'notices: delete old ones',
      everyMs: HOUR_MS,
      isRunAnywhere: true,
      async run() {
        await sweepInSteps((limit) => deleteOld(db, clock.nowMs() - KEPT_MS, limit))
        await deleteBeyond(db, MAX_KEPT, clock.nowMs() - DAY_MS)
      },
    },
  ]
}
