import type { ReactNode } from 'react'
import { PagedList } from '#web/app/paged-list.tsx'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { WithPane } from './pane-sheet.tsx'
import { useOpened } from './use-url-choice.ts'

interface RecordListProps<Item> {
  list: PagedResult<Item>
  /** What is said while there is none. */
  empty: Parameters<typeof EmptyState>[0]
  rows?: number
  rowHeight?: number
  /** One line of the list; tapping it opens its sheet. */
  row: (item: Item, open: () => void) => ReactNode
  /** The sheet of the record that the URL opens; `item` is what the list knows of it. */
  sheet: (id: string, item: Item | undefined, close: () => void) => ReactNode
}

/**
 * Orders, deposits or subscriptions of a customer, page by page; each opens a sheet that has a URL of its own, or
 * the pane beside the list where there is room.
 */
export function RecordList<Item extends { readonly id: string }>(props: RecordListProps<Item>) {
  const { list, empty, rows = 3, rowHeight = 60, row, sheet } = props
  const { t } = useTexts()
  const [opened, open] = useOpened()
  return (
    <WithPane hint={!opened && list.items?.length ? t('common.pick_to_see') : undefined}>
      <PagedList
        list={list}
        skeleton={<SkeletonRows count={rows} height={rowHeight} />}
        empty={<EmptyState {...empty} />}
        more={t('common.more')}
      >
        {(items) => (
          <ul>
            {items.map((item) => (
              <li key={item.id}>{row(item, () => open(item.id))}</li>
            ))}
          </ul>
        )}
      </PagedList>
      {opened &&
        sheet(
          opened,
          list.items?.find(({ id }) => id === opened),
          () => open(),
        )}
    </WithPane>
  )
}
