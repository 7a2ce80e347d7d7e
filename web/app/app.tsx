import { QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
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
        <ErrorBoundary>
          <HashRouter>
            <Shell />
          </HashRouter>
        </ErrorBoundary>
      </ApiContext>
    </QueryClientProvider>
  )
}
