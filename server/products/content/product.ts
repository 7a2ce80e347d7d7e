import { consoleEndpoints as ownConsoleEndpoints } from '#domain/console/contract.ts'
import { contentConsoleEndpoints } from '#domain/content/console.ts'
import { contentEndpoints } from '#domain/content/contract.ts'
import { operatorPowers, powersOf } from '#domain/content/powers.ts'
import { publishedEndpoints } from '#domain/content/published.ts'
import type { Product } from '../product.ts'
import { announce } from './announce.ts'
import { contentConsoleRoutes, contentProposals } from './console.ts'
import { contentRoutes } from './routes.ts'
import { seedContent } from './seed.ts'
import { eraseRatings } from './store.ts'

/** What the site says: of itself, and what two operators publish on it. */
export const content: Product = {
  name: 'content',
  isAnsweredAnywhere: true,
  endpoints: [...contentEndpoints, operatorPowers, ...publishedEndpoints],
  consoleEndpoints: contentConsoleEndpoints,
  erase: eraseRatings,
  seedDemo: seedContent,
  testing: () => import('./testing.ts').then(({ contentTesting }) => contentTesting),
  open({ site, products }) {
    const calls = [...ownConsoleEndpoints, ...products.flatMap((one) => one.consoleEndpoints ?? [])]
    const names = products.map(({ name }) => name)
    return {
      routes: contentRoutes(site, powersOf(calls), names),
      consoleRoutes: contentConsoleRoutes,
      proposals: contentProposals,
      announce,
    }
  },
}
