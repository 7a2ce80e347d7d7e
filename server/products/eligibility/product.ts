import { eligibilityConsoleEndpoints } from '#domain/eligibility/console.ts'
import { closedProducts, eligibilityEndpoints } from '#domain/eligibility/contract.ts'
import { route } from '#server/platform/http/route.ts'
import { closedTo } from '#server/users/countries.ts'
import type { Product } from '../product.ts'
import { countryRoutes, openingIn } from './countries.ts'
import { limitChange, limitRoutes } from './limits.ts'

/** What customers may do by their tier and their country, as operators decide it. */
export const eligibility: Product = {
  name: 'eligibility',
  endpoints: eligibilityEndpoints,
  consoleEndpoints: eligibilityConsoleEndpoints,
  testing: async () => (await import('./testing.ts')).eligibilityTesting,
  open({ site }) {
    const isDemo = site.H5_DEMO === 1
    return {
      routes: [
        route(closedProducts, async (_, { db, customer }) => ({
          closed: await closedTo(db, customer.id, { isDemo }),
        })),
      ],
      closedTo: (db, customer) => closedTo(db, customer, { isDemo }),
      consoleRoutes: [...limitRoutes, ...countryRoutes(isDemo)],
      proposals: [limitChange, openingIn(isDemo)],
    }
  },
}
