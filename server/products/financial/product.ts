import { financialEndpoints } from '#domain/financial/contract.ts'
import type { Product } from '../product.ts'
import { financialRoutes } from './routes.ts'

/** What customers have in products for a time, over all of them: income, and what each would pay to end now. */
export const financial: Product = {
  name: 'financial',
  endpoints: financialEndpoints,
  testing: () => import('./testing.ts').then(({ financialTesting }) => financialTesting),
  open: ({ products }) => ({ routes: financialRoutes(products) }),
}
