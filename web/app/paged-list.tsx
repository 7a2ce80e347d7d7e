import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ErrorState } from './error-state.tsx'
import { PullDown } from './pull-down.tsx'
import { isPulledDown } from './pulled-pages.ts'

/** A list with all its states: loading, failed, empty, more to load at its end, and the end after that; of orders and records it is pulled down to load anew. */
export function PagedList<Item>({
  list,
  skeleton = <SkeletonRows />,
  empty,
  more,
  children,
}: {
  list: PagedResult<Item>
  /** What stands there until the first page comes, as high as its rows. */
  skeleton?: ReactNode
  empty: ReactNode
  /** The words of the button at the end. */
  more?: string
  children: (items: readonly Item[]) => ReactNode
}) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  if (list.error && !list.items) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.items) return skeleton
  // A filter that lets little through may find nothing in one look: there is more to look through.
  const isEmpty = list.items.length === 0 && !list.hasNextPage
  return (
    <>
      {isPulledDown(pathname) && <PullDown onRefresh={list.refetch} />}
      {isEmpty ? empty : children(list.items)}
      <LoadMore
        label={more}
        hasMore={list.hasNextPage}
        isPending={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
      {!list.hasNextPage && list.pageCount > 1 && (
        <p role="status" className="gutter py-4 text-center text-12 text-t3">
          {t('common.no_more_data')}
        </p>
      )}
    </>
  )
}
