import type { ReactNode } from 'react'
import type { ItemOf, ListEndpoint } from '#domain/list.ts'
import { DataTable } from './data-table.tsx'
import type { OwnFilter } from './filters.tsx'
import { Page } from './page.tsx'
import type { Column } from './table.tsx'
import { useChosen } from './use-chosen.ts'

const REFRESH_MS = 5_000

/** A page with the table of all records of a kind; the one that is chosen opens at the right. What others do shows within seconds. */
export function RecordPage<E extends ListEndpoint>({
  title,
  summary,
  panel,
  ...table
}: {
  title: string
  summary?: string
  panel: (id: string, close: () => void) => ReactNode
  endpoint: E
  empty: string
  columns: readonly Column<ItemOf<E>>[]
  filters?: readonly OwnFilter[]
  /** Filters in use while the URL says nothing of them, by their names there. */
  defaults?: Readonly<Record<string, string>>
}) {
  const [at, choose] = useChosen()
  const idOf = (row: ItemOf<E>) => (row as { readonly id: string }).id
  return (
    <Page title={title} summary={summary} panel={at && panel(at, () => choose(undefined))}>
      <DataTable
        {...table}
        label={title}
        keyOf={idOf}
        chosen={at}
        onChoose={(row) => choose(idOf(row))}
        refetchMs={REFRESH_MS}
      />
    </Page>
  )
}
