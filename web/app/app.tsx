import { QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import * as all from '#web/products/all.ts'
import type { Product } from '#web/products/product.ts'
import { ProductsContext } from '#web/products/products-context.ts'
import { http } from './api.ts'
import { BrokenApp } from './broken-page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { followBalances, queries, refreshMoneyOn } from './queries.ts'
import { Shell } from './shell.tsx'
import { ApiContext } from './use-api.ts'

const products: readonly Product[] = Object.values(all)

followBalances()
refreshMoneyOn(products.flatMap(({ moneyChannels = [] }) => moneyChannels))

/** The customer app. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={http}>
        <ProductsContext value={products}>
          <ErrorBoundary fallback={(error) => <BrokenApp error={error} />}>
            {/* Not in a transition: the page says at once that it is on its way, whatever else is being drawn. */}
            <HashRouter useTransitions={false}>
              <Shell />
            </HashRouter>
          </ErrorBoundary>
        </ProductsContext>
      </ApiContext>
    </QueryClientProvider>
  )
}
