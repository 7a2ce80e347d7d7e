import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { http } from '#web/app/api.ts'
import { useClient } from '#web/app/client-state.ts'
import { useConnection } from '#web/app/connection.ts'
import { createOutbox, type Outbox, type Pending } from './outbox.ts'
import { createOutboxKeeper } from './running-outbox.ts'
import { createSender } from './send.ts'

const keptUnder = (uid: string) => `plumb-support-${uid}`

function readKept(uid: string): readonly Pending[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptUnder(uid)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

const queriesOf = new WeakMap<object, ReturnType<typeof createOutboxKeeper>>()

/** One keeper for each cache of answers, which what was sent changes. */
function keeperFor(queries: QueryClient): ReturnType<typeof createOutboxKeeper> {
  const known = queriesOf.get(queries)
  if (known) return known
  const keeper = createOutboxKeeper((uid, onChange) => {
    const isOwn = () => useClient.getState().user?.uid === uid
    const send = createSender(http, queries)
    const outbox = createOutbox({
      kept: readKept(uid),
      async send(input) {
        // Never in the name of whoever has signed in since.
        if (!isOwn()) return { is: 'lost' }
        return send(input)
      },
      onChange(next) {
        onChange(next)
        sessionStorage.setItem(keptUnder(uid), JSON.stringify(next))
      },
      later(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    })
    const ends = [
      useConnection.subscribe(({ isOnline, isStale }, before) => {
        if (isOnline && !isStale && (before.isStale || !before.isOnline)) outbox.wake()
      }),
      useClient.subscribe(() => {
        if (!isOwn()) keeper.close()
      }),
    ]
    return {
      outbox,
      close() {
        for (const end of ends) end()
        outbox.stop()
      },
    }
  })
  queriesOf.set(queries, keeper)
  return keeper
}

/** A customer's messages that the server has not got yet: they are sent when the page is left, and outlast it in this tab. */
export function useOutbox(uid: string): { items: readonly Pending[]; outbox: Outbox } {
  const { outbox, items, subscribe } = keeperFor(useQueryClient()).of(uid)
  return { items: useSyncExternalStore(subscribe, items), outbox }
}
