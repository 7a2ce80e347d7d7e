import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Endpoint, OutputOf } from '#domain/endpoint.ts'
import { sendSupportMessage, supportMessages } from '#domain/support/contract.ts'
import type { SupportMessageView } from '#domain/support/view.ts'
import { ApiError } from '#web/app/api-error.ts'
import type { HttpClient } from '#web/app/http-client.ts'
import { pagedQuery, queryDefaults } from '#web/app/query-base.ts'
import { createSender, withMessage } from './send.ts'

type Page = OutputOf<typeof supportMessages>

const message = (id: number): SupportMessageView => ({
  ...{ id: String(id), conversationId: '7', from: 'customer', event: null, text: `message ${id}` },
  ...{ image: null, order: null, key: `message-${id}`, atMs: id },
})
const page = (ids: readonly number[], next: string | null = null): Page => ({ items: ids.map(message), next })
const listOf = (...pages: Page[]): InfiniteData<Page> => ({ pages, pageParams: pages.map(() => '') })
const idsOf = ({ pages }: InfiniteData<Page>) =>
  pages.flatMap(({ items }) => items.map(({ id }) => Number(id)))

test('a message that the server has taken is in the list, though the list cannot be asked for again', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { ...queryDefaults, retry: false } } })
  let isUp = true
  const http: Pick<HttpClient, 'request'> = {
    async request<E extends Endpoint>(endpoint: E): Promise<OutputOf<E>> {
      if (!isUp) throw new ApiError('NETWORK', 'no server')
      if (endpoint.path !== sendSupportMessage.path) return page([1]) as OutputOf<E>
      // It is taken, and the server is gone right afterwards.
      isUp = false
      return message(2) as OutputOf<E>
    },
  }
  const list = new InfiniteQueryObserver(queries, pagedQuery(http, supportMessages, { limit: '50' }))
  const leave = list.subscribe(() => {})
  await list.refetch()
  expect(await createSender(http, queries)({ key: 'message-2', text: 'message 2' })).toEqual({ is: 'sent' })
  expect(idsOf(list.getCurrentResult().data!)).toEqual([2, 1])
  // What gets no answer is not in the list: it is still on its way.
  expect(await createSender(http, queries)({ key: 'message-3', text: 'message 3' })).toEqual({ is: 'lost' })
  expect(idsOf(list.getCurrentResult().data!)).toEqual([2, 1])
  leave()
})

test.each([
  { title: 'after what came before it', list: listOf(page([4, 3])), sent: 5, ids: [5, 4, 3] },
  { title: 'before what was written after it', list: listOf(page([5, 3])), sent: 4, ids: [5, 4, 3] },
  { title: 'once, where it has come', list: listOf(page([4, 3])), sent: 3, ids: [4, 3] },
  { title: 'once, on a later page', list: listOf(page([4], '4'), page([3])), sent: 3, ids: [4, 3] },
  { title: 'not where it is further back', list: listOf(page([4, 3], '3')), sent: 2, ids: [4, 3] },
  { title: 'where it is the first of all', list: listOf(page([])), sent: 1, ids: [1] },
])('a message stands in the list $title', ({ list, sent, ids }) => {
  expect(idsOf(withMessage(list, message(sent)))).toEqual(ids)
})
