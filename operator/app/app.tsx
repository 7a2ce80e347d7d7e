import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { SignIn } from '../rooms/sign-in.tsx'
import { useSession } from './session.ts'
import { Shell } from './shell.tsx'

const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 2_000 }, mutations: { retry: false } },
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
      <HashRouter>{isSignedIn ? <Shell /> : <SignIn />}</HashRouter>
      <ToastRegion />
    </QueryClientProvider>
  )
}
