import { spotList } from '#domain/spot/contract.ts'
import { pastStatuses as overStatuses } from '#domain/spot/rules.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'

const RESYNC_MS = 20_000

/** What past orders can be filtered by; `past` is all of them. */
export const pastStatuses = ['past', ...overStatuses] as const
export type PastStatus = (typeof pastStatuses)[number]

/** The customer's orders that are open or wait for a trigger, of one instrument or of all. */
export function useOpenOrders(symbol?: string) {
  const isSignedIn = useSignedIn()
  return usePagedList(
    spotList,
    { status: 'active', limit: '50', ...(symbol ? { symbol } : {}) },
    { enabled: isSignedIn, refetchMs: RESYNC_MS },
  )
}

/** The customer's past orders, newest first. */
export function usePastOrders(status: PastStatus, symbol?: string) {
  const isSignedIn = useSignedIn()
  return usePagedList(
    spotList,
    { status, limit: '20', ...(symbol ? { symbol } : {}) },
    { enabled: isSignedIn },
  )
}
