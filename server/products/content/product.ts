import { consoleEndpoints as ownConsoleEndpoints } from '#domain/console/contract.ts'
import { contentEndpoints } from '#domain/content/contract.ts'
import { operatorPowers, powersOf } from '#domain/content/powers.ts'
import type { Product } from '../product.ts'
import { contentRoutes } from './routes.ts'

/** What the site says of itself. */
export const content: Product = {
  name: 'content',
  endpoints: [...contentEndpoints, operatorPowers],
  open({ site, products }) {
    const calls = [...ownConsoleEndpoints, ...products.flatMap((one) => one.consoleEndpoints ?? [])]
    return { routes: contentRoutes(site, powersOf(calls)) }
  },
}
