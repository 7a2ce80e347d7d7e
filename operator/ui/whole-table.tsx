import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { t } from '../texts.ts'
import { FindField } from './find-field.tsx'
import { Nothing } from './states.tsx'
import { type Column, Table } from './table.tsx'
import { csvOfRows, found, inOrder } from './whole-list.ts'

/** From so many rows on a list has a search of its own. */
const FIND_FROM = 9
/** Rows that are shown at once. */
const PART = 100

/**
 * A table that the server answers whole: searched and ordered by its columns, shown in parts, and saved as it is found. `name`
 * is that of its file, and of its search and order in the URL.
 */
export function WholeTable<Row>({
  name,
  rows,
  columns,
  isFound = false,
  ...table
}: {
  name: string
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The page has a search of its own. */
  isFound?: boolean
  chosen?: string | undefined
  onChoose?: ((row: Row) => void) | undefined
  isDense?: boolean
}) {
  const [address, setAddress] = useSearchParams()
  const [parts, setParts] = useState(1)
  const set = (key: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true },
    )
  const [inUrl, findInUrl] = [`order-${name}`, `find-${name}`]
  const order = address.get(inUrl) ?? ''
  const sought = isFound ? '' : (address.get(findInUrl) ?? '')
  const [sort = '', direction] = order.split(' ')
  const ordered = inOrder(found(rows, columns, sought), columns, order)
  const shown = ordered.slice(0, parts * PART)
  return (
    <>
      {!isFound && (rows.length >= FIND_FROM || sought !== '') && (
        <div className="px-5 pt-2">
          <FindField
            label={t('table.find_in', { table: table.label })}
            value={sought}
            onChange={(text) => set(findInUrl, text)}
          />
        </div>
      )}
      {shown.length === 0 && sought !== '' ? (
        <Nothing title={t('table.no_match')} />
      ) : (
        <Table
          {...table}
          columns={columns}
          rows={shown}
          order={{
            isHere: true,
            sort,
            isAscending: direction === 'asc',
            isKnown: order !== '',
            refusedFor: () => undefined,
            onSort: (by, dir) => set(inUrl, `${by} ${dir}`),
          }}
        />
      )}
      <p className="flex items-center gap-4 px-5 py-2 text-12 text-t3">
        <span className="figures">
          {shown.length < ordered.length
            ? t('table.rows_more', { count: shown.length })
            : t('table.rows', { count: ordered.length })}
        </span>
        {shown.length < ordered.length && (
          <Button size="small" onClick={() => setParts(parts + 1)}>
            {t('common.more')}
          </Button>
        )}
        <button
          type="button"
          aria-label={t('table.csv_of', { table: table.label })}
          onClick={() => {
            const file = new Blob([csvOfRows(ordered, columns)], { type: 'text/csv;charset=utf-8' })
            saveFile(file, `plumb-${name}.csv`)
          }}
          className="press flex min-h-11 items-center gap-2 text-13 text-t2 hover:text-t1 md:min-h-9"
        >
          <Download aria-hidden size={16} />
          {t('table.csv')}
        </button>
      </p>
    </>
  )
}
