import { useQueryClient } from '@tanstack/react-query'
import { watchlist, watchlistAdd, watchlistOrder, watchlistRemove } from '#domain/market/contract.ts'
import { useClient, useSignedIn } from '#web/app/client-state.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'

/** The favourites: a customer's watchlist on the server, or what this device keeps for a visitor. */
export function useFavourites() {
  const isSignedIn = useSignedIn()
  const onDevice = useClient((state) => state.favourites)
  const onServer = useApiQuery(watchlist, {}, { enabled: isSignedIn })
  const add = useApiMutation(watchlistAdd, { inTurn: true })
  const remove = useApiMutation(watchlistRemove, { inTurn: true })
  const order = useApiMutation(watchlistOrder, { inTurn: true })
  const client = useQueryClient()

  const symbols = isSignedIn ? onServer.data?.map(({ symbol }) => symbol) : onDevice

  async function toggle(symbol: string): Promise<void> {
    const isOn = symbols?.includes(symbol) ?? false
    if (!isSignedIn) {
      const others = onDevice.filter((other) => other !== symbol)
      useClient.setState({ favourites: isOn ? others : [symbol, ...others] })
      return
    }
    await (isOn ? remove : add).send({ symbol })
    await client.invalidateQueries({ queryKey: [watchlist.path] })
  }

  /** Moves one up (−1) or down (1). The list shows it at once; the server's answer is asked for after it. */
  async function move(symbol: string, by: -1 | 1): Promise<void> {
    const moved = symbols && movedBy(symbols, symbol, by)
    if (!moved) return
    if (!isSignedIn) {
      useClient.setState({ favourites: moved })
      return
    }
    client.setQueryData<typeof onServer.data>([watchlist.path, {}], (quotes) =>
      moved.flatMap((one) => quotes?.find((quote) => quote.symbol === one) ?? []),
    )
    await order.send({ symbols: moved.join(',') })
    await client.invalidateQueries({ queryKey: [watchlist.path] })
  }

  return { symbols, has: (symbol: string) => symbols?.includes(symbol) ?? false, toggle, move }
}

/** A list with one of it a place further; undefined where it stands at that end. */
export function movedBy(symbols: readonly string[], symbol: string, by: -1 | 1): string[] | undefined {
  const from = symbols.indexOf(symbol)
  const to = from + by
  if (from < 0 || to < 0 || to >= symbols.length) return undefined
  return symbols.toSpliced(from, 1).toSpliced(to, 0, symbol)
}
