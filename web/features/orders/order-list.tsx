import type { ReactNode } from 'react'
import { PagedList } from '#web/app/paged-list.tsx'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useOpened } from './use-url-choice.ts'

interface OrderListProps<Item> {
  list: PagedResult<Item>
  /** What is said while there is none. */
  empty: Parameters<typeof EmptyState>[0]
  rows?: number
  rowHeight?: number
  /** One line of the list; tapping it opens its order. */
  row: (item: Item, open: () => void) => ReactNode
  /** The sheet of the order that the URL opens; `item` is what the list knows of it. */
  sheet: (id: string, item: Item | undefined, close: () => void) => ReactNode
}

/** What a customer has ordered or asked for, page by page; each opens a sheet that has a URL of its own. */
export function OrderList<Item extends { readonly id: string }>(props: OrderListProps<Item>) {
  const { list, empty, rows = 3, rowHeight = 60, row, sheet } = props
  const { t } = useTexts()
  const [opened, open] = useOpened()
  return (
    <>
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
    </>
  )
}
