import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { spotDetail, spotList, spotTradeDetail } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { onEvent } from '#web/app/socket.ts'
import { useApiQuery } from '#web/app/use-api.ts'

const RESYNC_MS = 20_000

/** Everything that an order of the customer changes is asked anew. */
export function useRefreshOrders(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of [spotList, spotDetail, spotTradeDetail, walletList])
      void client.invalidateQueries({ queryKey: [path] })
  }
}

/** Follows the customer's own orders and balances: an event says that something changed, the API says what. */
export function useFollowOrders(): void {
  const refresh = useRefreshOrders()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the client behind it never changes
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh()
      }, 150)
    }
    const stops = [onEvent('order', soon), onEvent('balance', soon)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
}

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
