import { QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import { ToastRegion } from '#web/app/toast-region.tsx'
import { ApiContext } from '#web/app/use-api.ts'
import { SignIn } from '../pages/sign-in.tsx'
import * as products from '../products/all.ts'
import { http, queries } from './api.ts'
import { ProductsContext } from './products.ts'
import { useSession } from './session.ts'
import { Shell } from './shell.tsx'

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
