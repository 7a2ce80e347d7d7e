import { useQueryClient } from '@tanstack/react-query'
import { consoleSupportChannel } from '#domain/support/channel.ts'
import { consoleConversation, consoleSupport, consoleSupportMessages } from '#domain/support/console.ts'
import { useChannel } from '../../app/socket.ts'

/** Asks again for the list of chats at whatever happens in one, and for the one that is shown when it happens there. */
export function useSupportLive(shown?: string): void {
  const queries = useQueryClient()
  useChannel(consoleSupportChannel, (changed) => {
    void queries.invalidateQueries({ queryKey: [consoleSupport.path] })
    if (shown === undefined || (changed && changed.id !== shown)) return
    for (const { path } of [consoleConversation, consoleSupportMessages])
      void queries.invalidateQueries({ queryKey: [path] })
  })
}
