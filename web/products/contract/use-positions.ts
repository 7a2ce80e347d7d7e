import { contractList } from '#domain/contract/contract.ts'
import type { Direction, PositionStatus } from '#domain/contract/rules.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { monthRange } from '#web/features/time/months.ts'

/** How a position came to be. */
export const origins = ['own', 'copied'] as const
export type Origin = (typeof origins)[number]

/** What a list of positions and orders is narrowed to. */
export interface PositionFilter {
  readonly status?: PositionStatus
  readonly symbol?: string
  readonly direction?: Direction
  /** Own orders, or what was opened by copying. */
  readonly origin?: Origin
  /** When they were ordered: a month as yyyy-mm, in the reader's time zone. */
  readonly month?: string
}

/** The filter as the calls take it. */
export const toPositionQuestion = ({ month, origin, ...filter }: PositionFilter) => ({
  ...filter,
  ...(origin && { isCopied: origin === 'copied' ? ('1' as const) : ('0' as const) }),
  ...(month && monthRange(month)),
})

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
  return usePagedList(contractList, { ...toPositionQuestion(filter), limit: '20' }, { enabled: isSignedIn })
}
