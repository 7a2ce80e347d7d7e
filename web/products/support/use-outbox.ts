import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sendSupportMessage, supportMessages, supportState } from '#domain/support/contract.ts'
import { http } from '#web/app/api.ts'
import { useConnection } from '#web/app/connection.ts'
import { attemptOf, createOutbox, type Outbox, type Pending } from './outbox.ts'

const keptUnder = (uid: string) => `plumb-support-${uid}`

function readKept(uid: string): readonly Pending[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptUnder(uid)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** A customer's messages that the server has not got yet; they outlast the page in this tab. */
export function useOutbox(uid: string): { items: readonly Pending[]; outbox: Outbox | undefined } {
  const queries = useQueryClient()
  const [items, setItems] = useState<readonly Pending[]>([])
  const outbox = useRef<Outbox>(undefined)
  useEffect(() => {
    const kept = readKept(uid)
    setItems(kept)
    outbox.current = createOutbox({
      kept,
      async send(input) {
        try {
          await http.request(sendSupportMessage, input)
        } catch (error) {
          return attemptOf(error)
        }
        // It is in the list before it is gone from here.
        await Promise.all(
          [supportMessages, supportState].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
        )
        return { is: 'sent' }
      },
      onChange(next) {
        setItems(next)
        sessionStorage.setItem(keptUnder(uid), JSON.stringify(next))
      },
      later(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    })
    const unsubscribe = useConnection.subscribe(({ isOnline, isStale }, before) => {
      if (isOnline && !isStale && (before.isStale || !before.isOnline)) outbox.current?.wake()
    })
    return () => {
      unsubscribe()
      outbox.current?.stop()
    }
  }, [uid, queries])
  return { items, outbox: outbox.current }
}
