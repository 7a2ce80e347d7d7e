import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { optionDetail, optionLimits, optionList, ownOptionsChannel } from '#domain/option/contract.ts'
import type { OptionStatus } from '#domain/option/rules.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { subscribe } from '#web/app/socket.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'

const RESYNC_MS = 20_000
const TICK_MS = 200

const OPEN_AT_ONCE = '50'

/** The customer's orders of a status, the newest first: the ones that run, `settled` by two ticks, or `void`. */
export function useOptions({ status }: { status: OptionStatus }) {
  const isSignedIn = useSignedIn()
  const isOpen = status === 'open'
  return usePagedList(
    optionList,
    { status, limit: isOpen ? OPEN_AT_ONCE : '20' },
    { enabled: isSignedIn, ...(isOpen && { refetchMs: RESYNC_MS }) },
  )
}

/** Asks again for the orders on the page, and for the limits, whenever one gets its entry or its result. */
export function useOptionEvents() {
  const queries = useQueryClient()
  useEffect(
    () =>
      subscribe(ownOptionsChannel, {}, () => {
        void queries.invalidateQueries({ queryKey: [optionList.path] })
        void queries.invalidateQueries({ queryKey: [optionDetail.path] })
        void queries.invalidateQueries({ queryKey: [optionLimits.path] })
      }),
    [queries],
  )
}

/** The server's time, going on. */
export function useRunningNow(): number {
  const [, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return useServerNow()
}
