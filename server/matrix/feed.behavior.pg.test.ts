import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoteOf } from '#domain/market/contract.ts'
import { spotTrade } from '#domain/spot/contract.ts'
import { restingOrder } from '#server/products/spot/testing.ts'
import { type Exchange, openExchange } from '#server/testing/exchange.ts'

/** The feed dies and comes back: prices are said to be old, and nobody trades on them at the market. */

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
})
afterAll(() => exchange?.close())

const isStale = async () => {
  const reply = await exchange.send('customers', quoteOf, undefined, { symbol: 'BTC-USDT' })
  return (reply.data as { isStale: boolean }).isStale
}
const atMarket = { base: 'BTC', quote: 'USDT', side: 'buy', quantity: '0.01', orderType: 'market' }
const place = (input: Readonly<Record<string, unknown>>) =>
  exchange.send('customers', spotTrade, exchange.alice.token, input)

test('T26: a dead feed makes quotes stale and refuses market orders, until it is back', async () => {
  expect(await isStale()).toBe(false)
  const resting = await restingOrder(exchange.alice)
  const fresh = await place(atMarket)
  expect(fresh.error).not.toBe('PRICE_STALE')

  await exchange.stopFeed()
  exchange.passTime(60_000)
  expect(await isStale()).toBe(true)
  expect((await place(atMarket)).error).toBe('PRICE_STALE')
  // A limit says its own price: it may exchange.
  expect((await place(resting)).ok).toBe(true)

  exchange.startFeed()
  await exchange.advance(3_000)
  expect(await isStale()).toBe(false)
  expect((await place(atMarket)).error).not.toBe('PRICE_STALE')
})
