import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type OrderView, spotList } from '#domain/spot/contract.ts'
import { orderStatuses } from '#domain/spot/rules.ts'
import { http } from '#web/app/api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderRow } from './order-row.tsx'
import { OrderSheet } from './order-sheet.tsx'

const filters = ['past', ...orderStatuses.filter((status) => status !== 'open')] as const

/** Past orders, page by page; paging by the last id stays stable while new orders arrive. */
export function OrderHistory() {
  const { t } = useTexts()
  const [query, setQuery] = useSearchParams()
  const status = filters.find((filter) => filter === query.get('status')) ?? 'past'
  const [opened, setOpened] = useState<OrderView>()
  const pages = useInfiniteQuery({
    queryKey: [spotList.path, 'history', status],
    queryFn: ({ pageParam, signal }) =>
      http.request(
        spotList,
        { status, limit: '20', ...(pageParam ? { before: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const orders = pages.data?.pages.flatMap(({ list }) => list)
  return (
    <>
      <Chips
        label={t('trade.status')}
        choices={filters.map((id) => ({ id, label: t(`trade.filter_${id}`) }))}
        value={status}
        onChange={(id) => setQuery({ view: 'history', status: id }, { replace: true })}
      />
      {pages.isError && !orders && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <SkeletonRows />}
      {orders?.length === 0 && <EmptyState isSmall title={t('trade.no_past_orders')} />}
      {orders?.map((order) => (
        <OrderRow key={order.id} order={order} showsSymbol onOpen={() => setOpened(order)} />
      ))}
      {pages.hasNextPage && (
        <div className="gutter pt-4">
          <Button
            size="small"
            className="w-full"
            isPending={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('trade.older')}
          </Button>
        </div>
      )}
      <OrderSheet order={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
