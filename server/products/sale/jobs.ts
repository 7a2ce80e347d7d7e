import { HOUR_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sweepInSteps } from '#server/platform/sweeps.ts'
import { deleteQuotes } from './store.ts'

/** How long a quote is kept after its end, for who asks what they were offered. */
const QUOTE_KEPT_MS = HOUR_MS

/** Periodic jobs of sales. Run late or twice, they do no more. */
export const saleJobs = (db: Db, clock: Clock): Job[] => [
  {
    name: 'sale: sweep quotes',
    everyMs: HOUR_MS,
    isRunAnywhere: true,
    run: () => sweepInSteps((limit) => deleteQuotes(db, clock.nowMs() - QUOTE_KEPT_MS, limit)),
  },
]
