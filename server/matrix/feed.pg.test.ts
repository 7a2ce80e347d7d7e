import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteOf } from '#domain/market/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { goodOrder, openStand, priceOf, type Stand } from './stand.ts'

/** The feed dies and comes back: prices are said to be old, and nobody trades on them at the market. */

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => stand?.close())

const isStale = async () => {
  const reply = await stand.send('customers', quoteOf, undefined, { symbol: 'BTC-USDT' })
  return (reply.data as { isStale: boolean }).isStale
}
const atMarket = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01', orderType: 'market' }
const place = (input: Record<string, unknown>) => stand.send('customers', spotTrade, stand.alice.token, input)

test('a dead feed makes quotes stale and refuses market orders, until it is back', async () => {
  expect(await isStale()).toBe(false)
  const price = await priceOf(stand)
  const fresh = await place(atMarket)
  expect(fresh.error).not.toBe('PRICE_STALE')

  await stand.stopFeed()
  stand.passTime(60_000)
  expect(await isStale()).toBe(true)
  expect((await place(atMarket)).error).toBe('PRICE_STALE')
  // A limit says its own price: it may stand.
  expect((await place(goodOrder(price))).ok).toBe(true)

  stand.startFeed()
  await stand.advance(3_000)
  expect(await isStale()).toBe(false)
  expect((await place(atMarket)).error).not.toBe('PRICE_STALE')
})
