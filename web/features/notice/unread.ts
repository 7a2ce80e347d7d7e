import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noticeChannel, notices, unreadNotices } from '#domain/notice/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { subscribe } from '#web/app/socket.ts'
import { useApiQuery } from '#web/app/use-api.ts'

/** Puts a new number of unread notices on every page that shows it; the list is asked for again. */
export function showUnread(queries: QueryClient, unread: number): void {
  queries.setQueryData([unreadNotices.path, {}], { unread })
  void queries.invalidateQueries({ queryKey: [notices.path] })
}

/** How many notices are unread, as the server tells; nothing for a visitor. */
export function useUnread(): number {
  const queries = useQueryClient()
  const isSignedIn = useSignedIn()
  const answer = useApiQuery(unreadNotices, {}, { enabled: isSignedIn })
  useEffect(() => subscribe(noticeChannel, {}, ({ unread }) => showUnread(queries, unread)), [queries])
  return isSignedIn ? (answer.data?.unread ?? 0) : 0
}
