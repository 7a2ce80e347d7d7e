import { QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import * as products from '#web/products/all.ts'
import { ProductsContext } from '#web/products/products-context.ts'
import { http } from './api.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { queries } from './queries.ts'
import { Shell } from './shell.tsx'
import { ApiContext } from './use-api.ts'

/** The customer app. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={http}>
        <ProductsContext value={Object.values(products)}>
          <ErrorBoundary>
            <HashRouter>
              <Shell />
            </HashRouter>
          </ErrorBoundary>
        </ProductsContext>
      </ApiContext>
    </QueryClientProvider>
  )
}
