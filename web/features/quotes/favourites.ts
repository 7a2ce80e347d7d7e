import { useQueryClient } from '@tanstack/react-query'
import { watchlist, watchlistAdd, watchlistRemove } from '#domain/market/contract.ts'
import { useClient, useSignedIn } from '#web/app/client-state.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'

/** The favourites: a customer's watchlist on the server, or what this device keeps for a visitor. */
export function useFavourites() {
  const isSignedIn = useSignedIn()
  const onDevice = useClient((state) => state.favourites)
  const onServer = useApiQuery(watchlist, {}, { enabled: isSignedIn })
  const add = useApiMutation(watchlistAdd)
  const remove = useApiMutation(watchlistRemove)
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

  return { symbols, has: (symbol: string) => symbols?.includes(symbol) ?? false, toggle }
}
