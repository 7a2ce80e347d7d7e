import { SECOND_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { eachAlone } from '#server/platform/each-alone.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { OtcPublisher } from './publish.ts'
import { expireOrder } from './service.ts'
import { dueOrders } from './store.ts'

/** How many orders one run ends at most; the next run goes on. */
const MAX_EXPIRED = 500

/** Periodic jobs over the counter. Run late or twice, they do no more. */
export const otcJobs = (db: Db, clock: Clock, publisher: OtcPublisher): Job[] => [
  {
    name: 'otc: end orders that were not paid in time',
    everyMs: SECOND_MS,
    async run() {
      await eachAlone(await dueOrders(db, clock.nowMs(), MAX_EXPIRED), async (id) => {
        const ended = await db.transaction().execute((tx) => expireOrder(tx, id, clock.nowMs()))
        if (ended) await publisher.tell(db, id)
      })
    },
  },
  {
    name: 'otc: tell what operators decided',
    everyMs: SECOND_MS,
    run: () => publisher.flush(db),
  },
]
