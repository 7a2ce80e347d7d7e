import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { consoleSupportChannel } from '#domain/support/channel.ts'
import { consoleConversation, consoleSupport, consoleSupportMessages } from '#domain/support/console.ts'
import { useChannel } from '../../app/socket.ts'
import { createGather } from './gather.ts'

/** What happens in hundreds of chats at once is asked for twice a second: the server refuses more than 600 calls in ten seconds. */
const GATHER_MS = 500

/** Asks again for the list of chats at whatever happens in one, and for the one that is shown when it happens there. */
export function useSupportLive(shown?: string): void {
  const queries = useQueryClient()
  const list = useRef(createGather(GATHER_MS))
  useEffect(() => {
    const gather = list.current
    return () => gather.stop()
  }, [])
  useChannel(consoleSupportChannel, (changed) => {
    list.current.soon(() => void queries.invalidateQueries({ queryKey: [consoleSupport.path] }))
    if (shown === undefined || (changed && changed.id !== shown)) return
    for (const { path } of [consoleConversation, consoleSupportMessages])
      void queries.invalidateQueries({ queryKey: [path] })
  })
}
