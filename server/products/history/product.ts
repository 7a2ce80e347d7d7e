import { historyEndpoints } from '#domain/history/contract.ts'
import type { Product } from '../product.ts'
import { historyRoutes } from './routes.ts'

/** Everything of a customer's that ended, whatever product it was of. */
export const history: Product = {
  name: 'history',
  isAnsweredAnywhere: true,
  endpoints: historyEndpoints,
  open: ({ products }) => ({ routes: historyRoutes(products.flatMap(({ ended }) => ended ?? [])) }),
}
