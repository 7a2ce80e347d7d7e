import type { ReactNode } from 'react'
import type { PagedResult } from '#web/app/use-paged-list.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ErrorState } from './error-state.tsx'

/** A list with all its states: loading, failed, empty, and more to load at its end. */
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
  if (list.error && !list.items) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.items) return skeleton
  if (list.items.length === 0) return empty
  return (
    <>
      {children(list.items)}
      <LoadMore
        label={more}
        hasMore={list.hasNextPage}
        isPending={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
