import { spotList } from '#domain/spot/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { type OrderFilter, toOrderQuestion } from './order-filter.ts'

const RESYNC_MS = 20_000

/** The customer's orders that are open or wait for a trigger; all of them without a filter. */
export function useOpenOrders({ status: _, ...filter }: OrderFilter = {}) {
  const isSignedIn = useSignedIn()
  return usePagedList(
    spotList,
    { ...toOrderQuestion(filter, 'active'), limit: '50' },
    { enabled: isSignedIn, refetchMs: RESYNC_MS },
  )
}

/** The customer's past orders, newest first. */
export function usePastOrders(filter: OrderFilter = {}) {
  const isSignedIn = useSignedIn()
  return usePagedList(spotList, { ...toOrderQuestion(filter, 'past'), limit: '20' }, { enabled: isSignedIn })
}
