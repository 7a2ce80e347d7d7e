import { statementConsoleEndpoints } from '#domain/statement/console.ts'
import { statementEndpoints, statement as statementEntries } from '#domain/statement/contract.ts'
import type { Product } from '../product.ts'
import { statementConsoleRoutes } from './console.ts'
import { statementRoutes } from './routes.ts'

/** Every entry of a customer's wallets, and what they are of. */
export const statement: Product = {
  name: 'statement',
  isAnsweredAnywhere: true,
  endpoints: statementEndpoints,
  keeps: [statementEntries],
  consoleEndpoints: statementConsoleEndpoints,
  testing: () => import('./testing.ts').then(({ statementTesting }) => statementTesting),
  open: ({ products, site }) => ({
    routes: statementRoutes(
      products.flatMap(({ events }) => events ?? []),
      site.site_name,
    ),
    consoleRoutes: statementConsoleRoutes(products),
  }),
}
