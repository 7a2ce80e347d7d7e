import { eligibilityConsoleEndpoints } from '#domain/eligibility/console.ts'
import type { Product } from '../product.ts'
import { limitChange, limitRoutes } from './limits.ts'

/** What customers may do by their tier, as two operators decide it. */
export const eligibility: Product = {
  name: 'eligibility',
  endpoints: [],
  consoleEndpoints: eligibilityConsoleEndpoints,
  testing: async () => (await import('./testing.ts')).eligibilityTesting,
  open: () => ({ routes: [], consoleRoutes: limitRoutes, proposals: [limitChange] }),
}
