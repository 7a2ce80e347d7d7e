import { spotList } from '#domain/spot/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { useApiQuery } from '#web/app/use-api.ts'

const RESYNC_MS = 20_000

/** The customer's open orders, of one instrument or of all. */
export function useOpenOrders(symbol?: string) {
  const isSignedIn = useSignedIn()
  return useApiQuery(
    spotList,
    { status: 'open', limit: '200', ...(symbol ? { symbol } : {}) },
    { enabled: isSignedIn, refetchMs: RESYNC_MS },
  )
}

/** The customer's newest past orders. */
export function usePastOrders(symbol?: string) {
  const isSignedIn = useSignedIn()
  return useApiQuery(
    spotList,
    { status: 'past', limit: '20', ...(symbol ? { symbol } : {}) },
    { enabled: isSignedIn },
  )
}
