import { queueConsoleEndpoints } from '#domain/queue/console.ts'
import type { Product } from '../product.ts'
import { queueProposals, queueRoutes } from './console.ts'

/** How long what waits for operators may wait, by queue. */
export const queue: Product = {
  name: 'queue',
  endpoints: [],
  consoleEndpoints: queueConsoleEndpoints,
  testing: () => import('./testing.ts').then(({ queueTesting }) => queueTesting),
  open: () => ({ routes: [], consoleRoutes: queueRoutes, proposals: queueProposals }),
}
