import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  copyMine,
  copyOutcomes,
  copyPositions,
  ownCopiesChannel,
  type RelationView,
} from '#domain/copy/contract.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { subscribe } from '#web/app/socket.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'

/** Open copies are worth something else with every price. */
const RESYNC_MS = 5_000
/** More than a customer may have. */
const ALL = '100'

/** The relations that have not ended, the newest first; undefined while they are not known. */
export function useCurrentRelations() {
  const isSignedIn = useSignedIn()
  const options = { enabled: isSignedIn, refetchMs: RESYNC_MS }
  const calls = [
    useApiQuery(copyMine, { status: 'active', limit: ALL }, options),
    useApiQuery(copyMine, { status: 'paused', limit: ALL }, options),
  ]
  const items = calls.every(({ data }) => data) ? calls.flatMap(({ data }) => data!.items) : undefined
  return {
    items: items?.toSorted((one, other) => other.startedAtMs - one.startedAtMs),
    error: calls.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(calls.map((call) => call.refetch())),
  }
}

/** The relations that have ended, the newest first. */
export const useEndedRelations = () => usePagedList(copyMine, { status: 'ended', limit: '20' })

/** One relation of the customer's. */
export function useRelation(id: string) {
  const call = useApiQuery(copyMine, { relationId: id }, { refetchMs: RESYNC_MS })
  return { ...call, relation: call.data?.items[0] as RelationView | undefined }
}

/** The copied positions of a relation, the newest first. */
export const useCopiedPositions = (relationId: string, isOpen: boolean) =>
  usePagedList(
    copyPositions,
    { relationId, isOpen: isOpen ? '1' : '0', limit: isOpen ? ALL : '20' },
    isOpen ? { refetchMs: RESYNC_MS } : {},
  )

/** Asks again for what the page shows of copies whenever the server says that something became of one. */
export function useCopyEvents(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      subscribe(ownCopiesChannel, {}, () => {
        for (const { path } of [copyMine, copyPositions, copyOutcomes])
          void queries.invalidateQueries({ queryKey: [path] })
      }),
    [queries],
  )
}
