import { sql } from 'kysely'
import { recoveryConsoleEndpoints } from '#domain/recovery/console.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Product } from '../product.ts'
import {
  recoveryConsoleRoutes,
  recoveryProposal,
  recoveryQueue,
  recoveryQueueSize,
  withdrawOverProposals,
} from './console.ts'
import { recoveryTimeline } from './console-timeline.ts'

/** What operators decide on customers who lost what signs in; the customers' side is in `server/users/recovery.ts`. */
export const recovery: Product = {
  name: 'recovery',
  endpoints: [],
  consoleEndpoints: recoveryConsoleEndpoints,
  subjectsOfCustomer: (customer) =>
    sql`select 'recovery:' || id from account_recovery where customer_id = ${customer}`,
  referenced: { R: (id) => sql`select ${`recovery:${id}`}::text` },
  timeline: recoveryTimeline,
  open: ({ db, clock }) => ({
    routes: [],
    consoleRoutes: recoveryConsoleRoutes,
    proposals: [recoveryProposal],
    queue: recoveryQueue,
    queueSize: recoveryQueueSize,
    jobs: [
      {
        name: 'recovery: take back what was proposed of requests that are over',
        everyMs: MINUTE_MS,
        isRunAnywhere: true,
        run: () => withdrawOverProposals(db, clock.nowMs()),
      },
    ],
  }),
}
