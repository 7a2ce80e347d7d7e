import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deposits } from '#domain/deposit/contract.ts'
import { earnSubscriptions } from '#domain/earn/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { quotesFlat } from '#domain/market/contract.ts'
import { spotList, spotTrade } from '#domain/spot/contract.ts'
import { statement } from '#domain/statement/contract.ts'
import { editProfile, profile } from '#domain/user/contract.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { useClient } from './client-state.ts'
import { connectionDown, connectionUp } from './connection.ts'
import { queries } from './queries.ts'
import { queryBase } from './query-base.ts'

const showing = [walletList, statement, deposits, spotList, earnSubscriptions]
const asked = [...showing, quotesFlat, profile]

beforeEach(async () => {
  for (const endpoint of asked)
    await queries.prefetchQuery({ ...queryBase(endpoint, {}), queryFn: async () => 'answer' })
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

/** Which of the answers are out of date. */
const old = () => asked.filter(({ path }) => queries.getQueryState([path, {}])?.isInvalidated)

const done = ({ money }: Endpoint, mutationFn: () => Promise<unknown>) =>
  queries
    .getMutationCache()
    .build(queries, { mutationFn, meta: { movesMoney: money } })
    .execute(undefined)

test.each([spotTrade, walletTransfer])('what shows money is old after $path', async (endpoint) => {
  await done(endpoint, async () => 'done')
  expect(old()).toEqual(showing)
})

test('also after one that was refused: what the page shows may be why', async () => {
  await done(spotTrade, () => Promise.reject(new Error('refused'))).catch(() => undefined)
  expect(old()).toEqual(showing)
})

test('what moves no money leaves all as it is', async () => {
  await done(editProfile, async () => 'done')
  expect(old()).toEqual([])
})

test('after an outage all is asked for again, once the connection is back and not before', () => {
  connectionDown()
  expect(old()).toEqual([])
  connectionUp()
  expect(old()).toEqual(asked)
})

test('the first connection asks for nothing again', () => {
  connectionUp()
  expect(old()).toEqual([])
})

test('a new language keeps no answer for a page that is opened later', () => {
  useClient.setState({ language: 'jp' })
  expect(queries.getQueryCache().getAll()).toEqual([])
  useClient.setState({ language: 'en' })
})
