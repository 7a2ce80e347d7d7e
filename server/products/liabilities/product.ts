import { liabilitiesConsoleEndpoints } from '#domain/liabilities/console.ts'
import { liabilitiesEndpoints } from '#domain/liabilities/contract.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { ofEach } from '#server/platform/of-each.ts'
import { type OpenProduct, type Product, setAsideIn } from '../product.ts'
import { liabilitiesConsoleRoutes } from './console.ts'
import { PUBLISH_JOB } from './job.ts'
import { liabilitiesRoutes } from './routes.ts'
import { type Liabilities, openLiabilities } from './service.ts'

/** What the platform owes all customers, published hour by hour so that each can find their own balance in the total. */
export const liabilities: Product<OpenProduct & { readonly liabilities: Liabilities }> = {
  name: 'liabilities',
  endpoints: liabilitiesEndpoints,
  consoleEndpoints: liabilitiesConsoleEndpoints,
  testing: () => import('./testing.ts').then(({ liabilitiesTesting }) => liabilitiesTesting),
  open({ db, clock, markets, chains, products }) {
    const opened = openLiabilities({
      ...{ db, clock, signer: markets.proofs.signer },
      readChains: (tx, nowMs) => ofEach(products, ({ readChains }) => readChains?.(tx, chains, nowMs)),
      setAside: setAsideIn(products),
    })
    return {
      liabilities: opened,
      routes: liabilitiesRoutes(opened),
      consoleRoutes: liabilitiesConsoleRoutes(opened),
      jobs: [{ name: PUBLISH_JOB, everyMs: MINUTE_MS, run: () => opened.takeDue() }],
    }
  },
}
