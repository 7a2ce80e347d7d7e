import { operatorConsoleEndpoints } from '#domain/operator/console.ts'
import type { Product } from '../product.ts'
import { operatorProposals, operatorRoutes } from './console.ts'

/** Who works at the console, as two administrators decide it; how they sign in is in `server/console/sign-in.ts`. */
export const operator: Product = {
  name: 'operator',
  endpoints: [],
  consoleEndpoints: operatorConsoleEndpoints,
  testing: async () => (await import('./testing.ts')).operatorTesting,
  open({ operators }) {
    const proposals = operatorProposals(operators)
    return {
      routes: [],
      consoleRoutes: operatorRoutes(operators, proposals),
      proposals: Object.values(proposals),
    }
  },
}
