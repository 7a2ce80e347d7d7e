import type { Clock } from '#server/core/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { earnJobs } from './jobs.ts'
import { earnRoutes } from './routes.ts'

/** The earn products, ready to be served. What the console does with them is in `products.ts`. */
export const createEarn = ({ db, clock }: { db: Db; clock: Clock }) => ({
  routes: earnRoutes,
  jobs: earnJobs(db, clock),
})
