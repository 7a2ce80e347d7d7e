import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { PagedList } from '#web/app/paged-list.tsx'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { WithPane } from './pane-sheet.tsx'
import { useOpened } from './use-url-choice.ts'

/** A column: its head, and what stands there for a record. One with a `sortKey` can be sorted by. */
export interface TableColumn<Item, Key extends string = never> {
  readonly id: string
  /** Empty where buttons stand. */
  readonly head: string
  readonly isFigure?: boolean
  /** How wide the table must be for it; always there without. */
  readonly from?: 'middle' | 'wide'
  /** Stays at the right edge, in sight, however far the table is scrolled: for what a record can be told to do. */
  readonly isPinned?: boolean
  readonly sortKey?: Key
  cell(item: Item, open: () => void): ReactNode
}

/** By what a table is sorted, and how to choose. */
export interface TableSort<Item, Key extends string> {
  readonly by: { readonly key: Key; readonly isDescending: boolean } | undefined
  choose(key: Key): void
  arrange(items: readonly Item[]): readonly Item[]
}

/** Records of a customer as a table with all its states; each opens what its list opens, which has a URL of its own. */
export function RecordTable<Item extends { readonly id: string }, Key extends string = never>({
  list,
  empty,
  columns,
  inPane,
  sort,
  note,
  sheet,
}: {
  list: PagedResult<Item>
  empty: Parameters<typeof EmptyState>[0]
  columns: readonly TableColumn<Item, Key>[]
  /** Whether what a row opens stands in the pane beside the page. */
  inPane: boolean
  sort?: TableSort<Item, Key>
  /** Stands under the rows. */
  note?: string | undefined
  sheet: (id: string, listed: Item | undefined, close: () => void) => ReactNode
}) {
  const { t } = useTexts()
  const [opened, open] = useOpened()
  const table = (
    <>
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={3} height={44} />}
        empty={<EmptyState {...empty} />}
        more={t('common.more')}
      >
        {(items) => (
          <div className="@container overflow-x-auto">
            <table className="figures w-full text-12 @min-[680px]:text-13">
              <thead>
                <tr className="h-8 bg-bg text-left text-11 text-t3">
                  {columns.map((column) => (
                    <Head key={column.id} column={column} sort={sort} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {(sort ? sort.arrange(items) : items).map((item) => (
                  // The whole row for a pointer; the keyboard has the button in it.
                  <tr
                    key={item.id}
                    onClick={({ target }) => {
                      const isOwn = (target as Element).closest('a, button') === null
                      if (isOwn && getSelection()?.isCollapsed !== false) open(item.id)
                    }}
                    className={cx(
                      'h-11 cursor-pointer border-t border-line',
                      item.id === opened ? 'bg-s2' : 'bg-bg focus-within:bg-s1 hover:bg-s1',
                    )}
                  >
                    {columns.map((column) => (
                      <td key={column.id} className={look(column)}>
                        {column.cell(item, () => open(item.id))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {note && <p className="gutter pt-3 text-12 text-t3">{note}</p>}
          </div>
        )}
      </PagedList>
      {opened &&
        sheet(
          opened,
          list.items?.find(({ id }) => id === opened),
          () => open(),
        )}
    </>
  )
  return inPane ? <WithPane isOpen={opened !== undefined}>{table}</WithPane> : table
}

type Looks = Pick<TableColumn<unknown>, 'isFigure' | 'from' | 'isPinned'>

const look = ({ isFigure, from, isPinned }: Looks): string =>
  cx(
    'px-1.5 first:pl-4 last:pr-4 @min-[680px]:px-2',
    isFigure && 'text-right whitespace-nowrap',
    isPinned && 'sticky right-0 bg-inherit',
    from === 'middle' && 'hidden @min-[680px]:table-cell',
    from === 'wide' && 'hidden @min-[920px]:table-cell',
  )

/** A column's head; one that can be sorted by is a button that says how it is. */
function Head<Item, Key extends string>({
  column,
  sort,
}: {
  column: TableColumn<Item, Key>
  sort: TableSort<Item, Key> | undefined
}) {
  const { head, isFigure, sortKey } = column
  if (head === '') return <td className={look(column)} />
  if (!sort || sortKey === undefined) return <th className={cx(look(column), 'font-normal')}>{head}</th>
  const isChosen = sort.by?.key === sortKey
  const Arrow = sort.by?.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      aria-sort={isChosen ? (sort.by?.isDescending ? 'descending' : 'ascending') : 'none'}
      className={cx(look(column), 'font-normal')}
    >
      <button
        type="button"
        onClick={() => sort.choose(sortKey)}
        className={cx(
          'press inline-flex h-8 items-center gap-0.5 hover:text-t1',
          isFigure && 'flex-row-reverse',
          isChosen && 'text-t1',
        )}
      >
        {head}
        {isChosen && <Arrow aria-hidden size={12} />}
      </button>
    </th>
  )
}
