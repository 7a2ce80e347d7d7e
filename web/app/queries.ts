import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { Channel } from '#domain/channel.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { ownBalanceChannel, walletList } from '#domain/wallet/contract.ts'
import { withChangedWallets } from '#web/features/money/live-wallets.ts'
import { useClient } from './client-state.ts'
import { useConnection } from './connection.ts'
import { queryDefaults } from './query-base.ts'
import { subscribe } from './socket.ts'

/** What the customer app has asked for, by endpoint and input. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: queryDefaults,
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    // Also after a failure: what the pages show may be what has changed, or the answer alone was lost.
    onSettled(_data, _error, _input, _result, { meta }) {
      if (meta?.movesMoney) invalidateMoney()
    },
  }),
})

/** Asks again for everything on screen whose endpoint `showsMoney`; what is not on screen, when it next is. */
export function invalidateMoney(): void {
  void queries.invalidateQueries({ predicate: ({ meta }) => meta?.showsMoney === true })
}

// Nothing of one customer stays for the next, and every text is asked for again in a new language.
useClient.subscribe((state, before) => {
  if (state.user?.uid !== before.user?.uid) queries.clear()
  if (state.language !== before.language) {
    // What is not on screen goes: its page would show the former language until the answer came.
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  }
})

/** Shows what a wallet has as soon as the server says it; what else shows money is asked for again, by `refreshMoneyOn`. */
export function followBalances(): void {
  subscribe(ownBalanceChannel, {}, ({ wallets }) =>
    queries.setQueriesData<OutputOf<typeof walletList>>(
      { queryKey: [walletList.path] },
      (shown) => shown && withChangedWallets(shown, wallets),
    ),
  )
}

// After an outage everything on screen is asked for again: what failed meanwhile, and what no message told of.
useConnection.subscribe((state, before) => {
  if (before.lostAtMs !== undefined && state.lostAtMs === undefined) void queries.invalidateQueries()
})

/** Orders and balances often change many at a time; one refresh does for all that come within this. */
const MONEY_EVENTS_MS = 150
let isWaiting = false

/** Asks again for what shows money at every event of these channels: it says that something changed, the API what. */
export function refreshMoneyOn(channels: readonly Channel[]): void {
  for (const channel of channels) {
    subscribe(channel, {}, () => {
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        invalidateMoney()
      }, MONEY_EVENTS_MS)
    })
  }
}
