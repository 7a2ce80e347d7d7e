import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  /** Leaves the column out where there is little page. */
  readonly isWide?: boolean
  readonly width?: string
  /** The call's name of the order by this column. */
  readonly sort?: 'time' | 'amount'
  /** What a whole list is ordered by, and what its CSV file has. */
  readonly value?: (row: Row) => string
}

/** How the rows are ordered, and how another order is asked for. */
export interface Order {
  readonly sort: string
  /** The rows are ordered here, by the columns' values. */
  readonly isHere?: boolean
  readonly isAscending: boolean
  /** Whether somebody chose it; else it is the table's own. */
  readonly isKnown: boolean
  /** Why there is no such order now. */
  readonly refusedFor: (sort: string) => string | undefined
  readonly onSort: (sort: string, direction: 'asc' | 'desc') => void
}

/**
 * Rows of figures. Where `onChoose` is given a row can be chosen by click, Enter and the arrows. Where there is no room for
 * columns each row is a block of its own, with the columns' titles in it.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  chosen,
  onChoose,
  order,
  isDense = false,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  chosen?: string | undefined
  onChoose?: ((row: Row) => void) | undefined
  order?: Order | undefined
  /** One line a row, for long lists of figures. */
  isDense?: boolean
}) {
  return (
    // The roles are said: what is no table to the eye would be none to a screen reader.
    // biome-ignore-start lint/a11y/noRedundantRoles: display: block takes the elements' own roles away
    // biome-ignore-start lint/a11y/useSemanticElements: as above
    <table
      role="table"
      aria-label={label}
      className="block w-full border-collapse text-13 @min-[600px]:table"
    >
      <thead role="rowgroup" className="sr-only @min-[600px]:not-sr-only @min-[600px]:table-header-group">
        <tr role="row" className="h-9 border-b border-line text-12 text-t2">
          {columns.map((column, index) => {
            const sort = orderName(column, index, order)
            return (
              <th
                key={column.title}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(sort, order)}
                className={cx('font-normal', cellClass(column))}
              >
                {sort && order ? <SortButton column={column} sort={sort} order={order} /> : column.title}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block @min-[600px]:table-row-group">
        {rows.map((row) => {
          const isChosen = keyOf(row) === chosen
          return (
            <tr
              key={keyOf(row)}
              role="row"
              aria-selected={onChoose ? isChosen : undefined}
              tabIndex={onChoose ? 0 : undefined}
              onClick={onChoose && ((event) => !isLink(event.target) && onChoose(row))}
              onKeyDown={(event) => onChoose && moveOrChoose(event, () => onChoose(row))}
              className={cx(
                'grid grid-cols-2 gap-x-4 gap-y-2 border-b border-line px-5 py-3 -outline-offset-2 @min-[600px]:table-row',
                isDense ? '@min-[600px]:h-10' : '@min-[600px]:h-14',
                onChoose && 'cursor-pointer hover:bg-s1',
                isChosen && 'bg-s1 [box-shadow:inset_2px_0_var(--color-white)]',
              )}
            >
              {columns.map((column) => (
                <td key={column.title} role="cell" className={cellClass(column)}>
                  <span aria-hidden className="block text-11 font-normal text-t3 @min-[600px]:hidden">
                    {column.title}
                  </span>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: as above
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

/** What the order by a column is called: by the call, or by its place in a list that is ordered here. */
const orderName = <Row,>({ sort, value }: Column<Row>, index: number, order: Order | undefined) =>
  order?.isHere ? value && String(index) : sort

function ariaSort(sort: string | undefined, order: Order | undefined) {
  if (!sort || !order || order.sort !== sort || !order.isKnown) return undefined
  return order.isAscending ? 'ascending' : 'descending'
}

function SortButton<Row>({
  column: { title, align },
  sort,
  order,
}: {
  column: Column<Row>
  sort: string
  order: Order
}) {
  const isThis = order.isKnown && order.sort === sort
  const refused = order.refusedFor(sort)
  const Arrow = isThis && order.isAscending ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      disabled={refused !== undefined}
      title={refused}
      onClick={() => order.onSort(sort, isThis && !order.isAscending ? 'asc' : 'desc')}
      className={cx(
        'press inline-flex min-h-9 items-center gap-1 text-left disabled:cursor-default',
        align === 'right' && 'flex-row-reverse text-right',
        isThis && 'font-semibold text-t1',
      )}
    >
      {title}
      <Arrow aria-hidden size={14} className={cx('shrink-0', !isThis && 'opacity-40')} />
    </button>
  )
}

const cellClass = <Row,>({ align, isWide, width }: Column<Row>) =>
  cx(
    'min-w-0 text-left break-words @min-[600px]:px-2 @min-[600px]:py-1 @min-[600px]:first:pl-5 @min-[600px]:last:pr-5',
    align === 'right' && 'figures @min-[600px]:text-right',
    isWide && '@min-[600px]:hidden @min-[700px]:table-cell',
    width,
  )

/** What is followed instead of chosen. */
const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a') !== null

function moveOrChoose(event: React.KeyboardEvent<HTMLElement>, choose: () => void): void {
  const { key, currentTarget, target } = event
  if (isLink(target)) return
  if (key === 'Enter' || key === ' ') choose()
  else if (key === 'ArrowDown') (currentTarget.nextElementSibling as HTMLElement | null)?.focus()
  else if (key === 'ArrowUp') (currentTarget.previousElementSibling as HTMLElement | null)?.focus()
  else return
  event.preventDefault()
}

/** Two lines in one cell: what it is, and quietly what more there is to say; each is cut where it is too long, or wraps. */
export function Two({
  first,
  second,
  isStrong = false,
  wraps = false,
}: {
  first: ReactNode
  second: ReactNode
  isStrong?: boolean
  wraps?: boolean
}) {
  const long = wraps ? 'break-words' : 'truncate'
  return (
    <>
      <span className={cx('block text-t1', long, isStrong && 'font-semibold')}>{first}</span>
      {second && <span className={cx('block text-12 text-t3', long)}>{second}</span>}
    </>
  )
}
