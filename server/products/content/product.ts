import { contentEndpoints } from '#domain/content/contract.ts'
import type { Product } from '../product.ts'
import { contentRoutes } from './routes.ts'

/** What the site says of itself. */
export const content: Product = {
  name: 'content',
  endpoints: contentEndpoints,
  open: ({ site }) => ({ routes: contentRoutes(site) }),
}
