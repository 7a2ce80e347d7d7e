import { contractOpen } from '#domain/contract/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { symbolsOf } from './contract-market.ts'
import { livePosition, unitsOf } from './live.ts'
import { signedInMargin, sumAsShown } from './ticket-summary.ts'
import { useTicks } from './use-ticks.ts'

const RESYNC_MS = 20_000

/** The customer's open positions, newest first, with the contract wallet. */
export function useOpenPositions() {
  const isSignedIn = useSignedIn()
  return usePagedList(contractOpen, { limit: '100' }, { enabled: isSignedIn, refetchMs: RESYNC_MS })
}

/** The contract wallet, with what all open positions have gained at the newest prices. */
export interface LiveAccount {
  readonly available: string
  readonly margin: string
  readonly unrealizedPnl: string
  readonly equity: string
  /** What of the equity is margin, from 0 to 1. Pixels only. */
  readonly marginShare: number
}

/** The contract wallet, live; while not all positions are loaded, or without their prices, as the server last said. */
export function useContractAccount(): LiveAccount | undefined {
  const { items = [], first, hasNextPage } = useOpenPositions()
  const tickOf = useTicks([...new Set(items.flatMap(({ symbol }) => symbolsOf(symbol)))])
  if (!first) return undefined
  const { available, margin, unrealizedPnl } = first.account
  const live = items.map((position) => livePosition(position, tickOf).pnlUnits)
  const isWhole = !hasNextPage && live.every((pnl) => pnl !== undefined)
  const pnl = isWhole ? sumAsShown(live.map((one) => one!)) : unitsOf(unrealizedPnl)
  const equity = unitsOf(available) + unitsOf(margin) + pnl
  return {
    ...{ available, margin, unrealizedPnl: signedInMargin(pnl), equity: signedInMargin(equity) },
    marginShare: shareOf(unitsOf(margin), unitsOf(available) + unitsOf(margin)),
  }
}

const shareOf = (part: bigint, of: bigint): number => (of > 0n ? Number((part * 1_000n) / of) / 1_000 : 0)
