import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bill } from '#domain/wallet/contract.ts'
import { http } from '#web/app/api.ts'
import type { ApiError } from '#web/app/api-error.ts'
import { type BillFilter, toQuestion } from './bill-filter.ts'
import { billRows } from './bill-rows.ts'

const PAGE_SIZE = '100'

/**
 * The bill, page after page by its cursor, so that new entries move nothing that is already read. `sums` are
 * of the whole filter; null where there is too much to add up, undefined until the first page is there.
 */
export function useBill(filter: BillFilter) {
  const question = toQuestion(filter)
  const pages = useInfiniteQuery({
    queryKey: [bill.path, question],
    queryFn: ({ pageParam, signal }) =>
      http.request(
        bill,
        { ...question, ...(pageParam && { cursor: pageParam }), limit: PAGE_SIZE },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  const rows = useMemo(() => billRows(pages.data?.pages.flatMap((page) => page.entries) ?? []), [pages.data])
  return { ...pages, error: pages.error as ApiError | null, rows, sums: pages.data?.pages[0]?.sums }
}
