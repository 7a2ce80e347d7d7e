import { privacyEndpoints } from '#domain/privacy/contract.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Product } from '../product.ts'
import { carryOutDeletions } from './deletion.ts'
import { privacyRoutes } from './routes.ts'

/** What a customer can do with all that is kept about them: have a copy of it, and end the account. */
export const privacy: Product = {
  name: 'privacy',
  endpoints: privacyEndpoints,
  testing: () => import('./testing.ts').then(({ privacyTesting }) => privacyTesting),
  open: (deps) => ({
    routes: privacyRoutes(deps),
    jobs: [
      {
        name: 'privacy: carry out deletions',
        everyMs: MINUTE_MS,
        run: () => carryOutDeletions(deps),
      },
    ],
  }),
}
