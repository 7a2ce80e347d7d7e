import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ArgumentsOf, OutputOf } from '#domain/endpoint.ts'
import type { ItemOf, ListEndpoint } from '#domain/list.ts'
import type { ApiError } from './api-error.ts'
import { pagedQuery } from './query-base.ts'
import { type QueryOptions, useHttpClient } from './use-api.ts'

/** A list as far as it has been read. */
export interface PagedResult<Item, First = unknown> {
  readonly items: readonly Item[] | undefined
  /** The first page, with what is answered beside the items. */
  readonly first: First | undefined
  readonly error: ApiError | null
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  /** How many pages have been read. */
  readonly pageCount: number
  fetchNextPage(): unknown
  refetch(): Promise<unknown>
}

/**
 * Asks for a list page by page, by its cursor: new rows move nothing that has been read.
 * @example const records = usePagedList(deposits, { status: 'pending' })
 */
export function usePagedList<E extends ListEndpoint>(
  endpoint: E,
  input: ArgumentsOf<E>,
  options: QueryOptions = {},
): PagedResult<ItemOf<E>, OutputOf<E>> {
  const http = useHttpClient()
  const pages = useInfiniteQuery({
    ...pagedQuery(http, endpoint, input),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  return {
    items,
    first: data?.pages[0],
    error: pages.error as ApiError | null,
    hasNextPage,
    isFetchingNextPage,
    pageCount: data?.pages.length ?? 0,
    fetchNextPage,
    refetch,
  }
}
