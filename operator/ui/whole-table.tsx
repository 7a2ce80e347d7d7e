import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { saveFile } from '#web/ui/save-file.ts'
import { t } from '../texts.ts'
import { type Column, Table } from './table.tsx'
import { csvOfRows, inOrder } from './whole-list.ts'

/**
 * A table that the server answers whole: ordered by its columns, and saved as it stands. `name` is that of its file, and of
 * its order in the URL.
 */
export function WholeTable<Row>({
  name,
  rows,
  columns,
  ...table
}: {
  name: string
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  chosen?: string | undefined
  onChoose?: ((row: Row) => void) | undefined
  isDense?: boolean
}) {
  const [address, setAddress] = useSearchParams()
  const inUrl = `order-${name}`
  const order = address.get(inUrl) ?? ''
  const [sort = '', direction] = order.split(' ')
  const ordered = inOrder(rows, columns, order)
  return (
    <>
      <Table
        {...table}
        columns={columns}
        rows={ordered}
        order={{
          isHere: true,
          sort,
          isAscending: direction === 'asc',
          isKnown: order !== '',
          refusedFor: () => undefined,
          onSort: (by, dir) =>
            setAddress(
              (before) => {
                const next = new URLSearchParams(before)
                next.set(inUrl, `${by} ${dir}`)
                return next
              },
              { replace: true },
            ),
        }}
      />
      <p className="flex items-center gap-4 px-5 py-2 text-12 text-t3">
        <span className="figures">{t('table.rows', { count: rows.length })}</span>
        <button
          type="button"
          aria-label={t('table.csv_of', { table: table.label })}
          onClick={() => {
            const file = new Blob([csvOfRows(ordered, columns)], { type: 'text/csv;charset=utf-8' })
            saveFile(file, `plumb-${name}.csv`)
          }}
          className="press flex h-11 items-center gap-2 text-13 text-t2 hover:text-t1 md:h-9"
        >
          <Download aria-hidden size={16} />
          {t('table.csv')}
        </button>
      </p>
    </>
  )
}
