import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import { ToastRegion } from '#web/app/toast-region.tsx'
import { ApiContext } from '#web/app/use-api.ts'
import { SignIn } from '../pages/sign-in.tsx'
import * as products from '../products/all.ts'
import { http } from './api.ts'
import { ProductsContext } from './products.ts'
import { useSession } from './session.ts'
import { Shell } from './shell.tsx'

const queries: QueryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 2_000 }, mutations: { retry: false } },
  // Everything shown is asked for again, since one decision shows on several pages.
  mutationCache: new MutationCache({ onSettled: () => queries.invalidateQueries() }),
})

// Nothing one operator has seen stays for the next.
useSession.subscribe((session, before) => {
  if (session.token !== before.token) queries.clear()
})

/** The console. */
export function App() {
  const isSignedIn = useSession((session) => session.token !== undefined)
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={http}>
        <ProductsContext value={Object.values(products)}>
          <HashRouter>{isSignedIn ? <Shell /> : <SignIn />}</HashRouter>
        </ProductsContext>
      </ApiContext>
      <ToastRegion />
    </QueryClientProvider>
  )
}
