import { contractList } from '#domain/contract/contract.ts'
import type { Direction, PositionStatus } from '#domain/contract/rules.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'

/** What a list of positions and orders is narrowed to. */
export interface PositionFilter {
  readonly status?: PositionStatus
  readonly symbol?: string
  readonly direction?: Direction
}

const RESYNC_MS = 20_000

/** The customer's orders that wait for their price. */
export function usePendingOrders() {
  const isSignedIn = useSignedIn()
  return usePagedList(
    contractList,
    { status: 'pending', limit: '100' },
    { enabled: isSignedIn, refetchMs: RESYNC_MS },
  )
}

/** The customer's positions and orders, newest first. */
export function usePositions(filter: PositionFilter) {
  const isSignedIn = useSignedIn()
  return usePagedList(contractList, { ...filter, limit: '20' }, { enabled: isSignedIn })
}
