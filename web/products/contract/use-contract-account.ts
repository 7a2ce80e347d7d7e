import { contractOpen } from '#domain/contract/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { symbolsOf } from '#web/features/contract/contract-market.ts'
import { useTicks } from '#web/features/contract/use-ticks.ts'
import { type LiveAccount, liveAccount, livePosition } from './live.ts'

const RESYNC_MS = 20_000

/** The customer's open positions, newest first, with the contract wallet. */
export function useOpenPositions() {
  const isSignedIn = useSignedIn()
  return usePagedList(contractOpen, { limit: '100' }, { enabled: isSignedIn, refetchMs: RESYNC_MS })
}

/** The contract wallet, live; while not all positions are loaded, or without their prices, as the server last said. */
export function useContractAccount(): LiveAccount | undefined {
  const { items = [], first, hasNextPage } = useOpenPositions()
  const tickOf = useTicks([...new Set(items.flatMap(({ symbol }) => symbolsOf(symbol)))])
  if (!first) return undefined
  const gained = items.flatMap((position) => livePosition(position, tickOf).pnlUnits ?? [])
  const isWhole = !hasNextPage && gained.length === items.length
  return liveAccount(first.account, isWhole ? gained : undefined)
}
