import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import { useClient } from './client-state.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The server has spoken: asking again would get the same refusal. A lost answer is worth two more tries.
      retry: (failures, error) =>
        failures < 2 && 'isOutcomeUnknown' in error && error.isOutcomeUnknown === true,
      staleTime: 5_000,
    },
    mutations: { retry: false },
  },
})

// Nothing of one customer stays for the next, and every text is asked for again in a new language.
useClient.subscribe((state, before) => {
  if (state.user?.uid !== before.user?.uid) queries.clear()
  if (state.language !== before.language) void queries.invalidateQueries()
})

/** The customer app. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ErrorBoundary>
        <HashRouter>
          <Shell />
        </HashRouter>
      </ErrorBoundary>
    </QueryClientProvider>
  )
}
