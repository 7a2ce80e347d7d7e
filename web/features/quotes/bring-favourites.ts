import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchlist, watchlistAdd } from '#domain/market/contract.ts'
import { http } from '#web/app/api.ts'
import { useClient } from '#web/app/client-state.ts'
import { suggestedFavourites } from '#web/app/visitor-choices.ts'

/**
 * Takes a visitor's favourites into the watchlist of who signs in or registers here; what could not be
 * sent then, at the next start.
 */
export function useBringFavourites(): void {
  const uid = useClient((state) => state.user?.uid)
  const client = useQueryClient()
  useEffect(() => {
    if (uid === undefined) return
    void bringFavourites(uid, (symbol) => http.request(watchlistAdd, { symbol })).then((count) => {
      if (count > 0) void client.invalidateQueries({ queryKey: [watchlist.path] })
    })
  }, [uid, client])
}

/**
 * Sends the favourites that a visitor chose, the oldest first, so that they end in the order they had; each
 * leaves the device once it is sent. Mere suggestions stay: nobody chose them.
 *
 * Returns: how many were sent.
 */
export async function bringFavourites(
  uid: string,
  send: (symbol: string) => Promise<unknown>,
): Promise<number> {
  const { favourites } = useClient.getState()
  const isChosen = favourites.join() !== suggestedFavourites.join()
  let count = 0
  for (const symbol of isChosen ? favourites.toReversed() : []) {
    // They came with one customer and go to no other.
    if (useClient.getState().user?.uid !== uid) break
    const isSent = await send(symbol).then(
      () => true,
      () => false,
    )
    if (!isSent) continue
    const left = useClient.getState().favourites.filter((other) => other !== symbol)
    useClient.setState({ favourites: left.length > 0 ? left : suggestedFavourites })
    count++
  }
  return count
}
