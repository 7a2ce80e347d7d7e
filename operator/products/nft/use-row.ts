import { useState } from 'react'
import type { ArgumentsOf } from '#domain/endpoint.ts'
import type { ItemOf, ListEndpoint } from '#domain/list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useChosen } from '../../ui/use-chosen.ts'

const REFRESH_MS = 5_000

/**
 * The row of a table that `?at=` names, as it is now; of one that is older than the newest, as it was when it was chosen.
 * `none`: the names of other things of the page.
 */
export function useRow<E extends ListEndpoint>(endpoint: E, none: readonly string[] = []) {
  const [at, choose] = useChosen()
  const [kept, keep] = useState<ItemOf<E>>()
  const isRow = at !== undefined && !none.some((name) => at.startsWith(name))
  const newest = usePagedList(endpoint, { limit: '100' } as ArgumentsOf<E>, {
    enabled: isRow,
    refetchMs: REFRESH_MS,
  })
  const idOf = (row: ItemOf<E>) => (row as { readonly id: string }).id
  const found = isRow ? newest.items?.find((row) => idOf(row) === at) : undefined
  const row = found ?? (isRow && kept && idOf(kept) === at ? kept : undefined)
  return {
    ...{ at, row },
    close: () => choose(undefined),
    open: choose,
    table: {
      keyOf: idOf,
      chosen: at,
      onChoose: (next: ItemOf<E>) => {
        keep(next)
        choose(idOf(next))
      },
      refetchMs: REFRESH_MS,
    },
  }
}
