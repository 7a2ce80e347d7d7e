import type { ArgumentsOf } from '#domain/endpoint.ts'
import type { ItemOf, ListEndpoint } from '#domain/list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { t } from '../texts.ts'
import { Filters, type OwnFilter } from './filters.tsx'
import { ListTable } from './list-table.tsx'
import type { Column } from './table.tsx'
import { useTableState } from './table-state.ts'

/**
 * A table of the console: search, filters, order, pages and the CSV file of a call made with `tableOf`. Which of the
 * shared filters there are follows from the call; a page brings its columns, and the filters that only it has.
 */
export function DataTable<E extends ListEndpoint>({
  endpoint,
  columns,
  filters = [],
  defaults,
  fixed = {},
  refetchMs,
  prefix,
  ...table
}: {
  endpoint: E
  label: string
  empty: string
  columns: readonly Column<ItemOf<E>>[]
  keyOf: (row: ItemOf<E>) => string
  filters?: readonly OwnFilter[]
  /** Filters in use while the URL says nothing of them, by their names there. */
  defaults?: Readonly<Record<string, string>>
  /** What is always asked, by the call's names. @example { customer: '10000' } */
  fixed?: Readonly<Record<string, string>>
  refetchMs?: number
  /** Before its names in the URL, of a table beside the page's own. @example 'followers-' */
  prefix?: string
  isDense?: boolean
  chosen?: string | undefined
  onChoose?: (row: ItemOf<E>) => void
}) {
  const names = filters.map(({ name }) => name)
  const state = useTableState(endpoint, names, defaults, prefix)
  const input = { ...state.input, ...fixed } as ArgumentsOf<E>
  const list = usePagedList(endpoint, input, {
    keepsPrevious: true,
    ...(refetchMs !== undefined && { refetchMs }),
  })
  const sortable = columns.filter(({ sort }) => sort !== undefined)
  const hasCurrency = state.of('currency') !== ''
  return (
    <>
      <Filters
        table={endpoint}
        state={state}
        own={filters}
        fixed={fixed}
        sorts={sortable.flatMap(({ sort, title }) =>
          sort === 'amount' && !hasCurrency
            ? []
            : [
                { id: `${sort} desc`, label: t('table.order_down', { column: title }) },
                { id: `${sort} asc`, label: t('table.order_up', { column: title }) },
              ],
        )}
      />
      <ListTable
        {...table}
        list={list}
        empty={state.isNarrowed ? t('table.no_match') : table.empty}
        columns={columns}
        order={{
          sort: state.of('sort') || (sortable[0]?.sort ?? ''),
          isAscending: state.of('dir') === 'asc',
          isKnown: state.of('dir') !== '',
          refusedFor: (sort) => (sort === 'amount' && !hasCurrency ? t('table.needs_currency') : undefined),
          onSort: (sort, dir) => state.set({ sort, dir }),
        }}
      />
    </>
  )
}
