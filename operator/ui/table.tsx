import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  /** Leaves the column out where there is little page. */
  readonly isWide?: boolean
  readonly width?: string
}

/** Rows of figures. Where `onChoose` is given a row can be chosen by click, Enter and the arrows. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  chosen,
  onChoose,
  isDense = false,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  chosen?: string | undefined
  onChoose?: ((row: Row) => void) | undefined
  /** One line a row, for long lists of figures. */
  isDense?: boolean
}) {
  return (
    <table aria-label={label} className="w-full border-collapse text-13">
      <thead>
        <tr className="h-9 border-b border-line text-12 text-t2">
          {columns.map((column) => (
            <th key={column.title} scope="col" className={cx('font-normal', cellClass(column))}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isChosen = keyOf(row) === chosen
          return (
            <tr
              key={keyOf(row)}
              aria-selected={onChoose ? isChosen : undefined}
              tabIndex={onChoose ? 0 : undefined}
              onClick={onChoose && (() => onChoose(row))}
              onKeyDown={(event) => onChoose && moveOrChoose(event, () => onChoose(row))}
              className={cx(
                'border-b border-line -outline-offset-2',
                isDense ? 'h-10' : 'h-14',
                onChoose && 'cursor-pointer hover:bg-s1',
                isChosen && 'bg-s1 shadow-[inset_2px_0_var(--color-white)]',
              )}
            >
              {columns.map((column) => (
                <td key={column.title} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const cellClass = <Row,>({ align, isWide, width }: Column<Row>) =>
  cx(
    'px-2 py-1 first:pl-5 last:pr-5',
    align === 'right' ? 'figures text-right' : 'text-left',
    isWide && 'hidden wide:table-cell',
    width,
  )

function moveOrChoose(event: React.KeyboardEvent<HTMLElement>, choose: () => void): void {
  const { key, currentTarget } = event
  if (key === 'Enter' || key === ' ') choose()
  else if (key === 'ArrowDown') (currentTarget.nextElementSibling as HTMLElement | null)?.focus()
  else if (key === 'ArrowUp') (currentTarget.previousElementSibling as HTMLElement | null)?.focus()
  else return
  event.preventDefault()
}

/** Two lines in one cell: what it is, and quietly what more there is to say. */
export function Two({
  first,
  second,
  isStrong = false,
}: {
  first: ReactNode
  second: ReactNode
  isStrong?: boolean
}) {
  return (
    <>
      <span className={cx('block truncate text-t1', isStrong && 'font-semibold')}>{first}</span>
      {second && <span className="block truncate text-12 text-t3">{second}</span>}
    </>
  )
}
