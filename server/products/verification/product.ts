import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import { verificationConsoleEndpoints } from '#domain/verification/console.ts'
import { advancedState, basicState, verificationEndpoints } from '#domain/verification/contract.ts'
import type { Product } from '../product.ts'
import {
  verificationConsoleRoutes,
  verificationProposal,
  verificationQueue,
  verificationQueueSize,
} from './console.ts'
import { verificationRecord, verificationSigns, verificationTimeline } from './console-customer.ts'
import { verificationRoutes } from './routes.ts'
import { createSubmissionLimit, sweepSealed } from './service.ts'

/** Verification of identity: who a customer is, and what they may do by it. */
export const verification: Product = {
  name: 'verification',
  endpoints: verificationEndpoints,
  keeps: [basicState, advancedState],
  consoleEndpoints: verificationConsoleEndpoints,
  subjectsOfCustomer: (customer) =>
    sql`select 'verification:' || id from verification_case where customer_id = ${customer}`,
  referenced: { K: (id) => sql`select ${`verification:${id}`}::text` },
  timeline: verificationTimeline,
  signs: verificationSigns,
  record: verificationRecord,
  testing: () => import('./testing.ts').then(({ verificationTesting }) => verificationTesting),
  open: ({ db, clock, uploads, privateData, asOwner, products, createCounter }) => {
    const submissions = createSubmissionLimit(createCounter)
    const deps = { db, uploads, privateData, asOwner, products, submissions }
    return {
      routes: verificationRoutes(deps),
      consoleRoutes: verificationConsoleRoutes(privateData),
      proposals: [verificationProposal(privateData)],
      queue: (from, viewer) => verificationQueue(from, privateData, viewer, clock.nowMs()),
      queueSize: verificationQueueSize,
      jobs: [
        {
          name: 'verification: remove what is erased or over',
          everyMs: HOUR_MS,
          run: () => sweepSealed(deps, clock.nowMs()),
        },
      ],
    }
  },
}
