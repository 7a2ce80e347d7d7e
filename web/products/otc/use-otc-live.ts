import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownOtcChannel } from '#domain/otc/channel.ts'
import { otcMessages, otcOffers, otcOrder, otcOrders, ownOtcOffers } from '#domain/otc/contract.ts'
import { subscribe } from '#web/app/socket.ts'

const changing = [otcOrder, otcOrders, otcMessages, otcOffers, ownOtcOffers]

/** Asks again for orders and messages when the server says that something happened in one of the customer's. */
export function useOtcLive(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      subscribe(ownOtcChannel, {}, () => {
        for (const { path } of changing) void queries.invalidateQueries({ queryKey: [path] })
      }),
    [queries],
  )
}
