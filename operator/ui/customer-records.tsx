import { useNavigate } from 'react-router'
import type { ItemOf, ListEndpoint } from '#domain/list.ts'
import { useProducts } from '../app/products.ts'
import { referenceColumn } from './columns.tsx'
import { DataTable } from './data-table.tsx'
import type { OwnFilter } from './filters.tsx'
import type { Column } from './table.tsx'

/** The records of one customer, on their page; what is chosen opens on the page of all of them, whatever its status. */
export function CustomerRecords<E extends ListEndpoint>({
  customer,
  columns,
  ...table
}: {
  customer: string
  endpoint: E
  label: string
  empty: string
  /** Beside the reference. */
  columns: readonly Column<ItemOf<E>>[]
  filters?: readonly OwnFilter[]
}) {
  const navigate = useNavigate()
  const pages = useProducts().flatMap((product) => product.pages ?? [])
  const { path } = pages.find(({ endpoint }) => endpoint === table.endpoint)!
  const idOf = (row: ItemOf<E>) => (row as { readonly id: string }).id
  return (
    <DataTable
      {...table}
      columns={[referenceColumn as Column<ItemOf<E>>, ...columns]}
      fixed={{ customer }}
      keyOf={idOf}
      onChoose={(row) => navigate(`${path}?status=&at=${idOf(row)}`)}
    />
  )
}
