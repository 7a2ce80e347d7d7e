import { expect, test } from 'vitest'
import { customerId, orderId, tradeId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Depth } from '#domain/spot/book-rows.ts'
import type { Trade } from '#server/products/spot/batch.ts'
import { aggregateTrade, bestLevels, bestOfBook, depthUpdate, tradeMessage } from './book-messages.ts'

/** BTC-USDT: a tick of 0.01, a step of 0.00001. */
const btc = findInstrument('BTC-USDT')!

const level = (price: number, quantity: number): Depth => ({ price, quantity, orders: 1 })
const book = (sequence: number, bids: Depth[], asks: Depth[]) => ({ bids, asks, sequence, atMs: sequence })

test('an update says what is other than before: new and changed levels, then those that are gone', () => {
  const before = book(10, [level(2_000_000, 5), level(1_999_900, 7)], [level(2_000_100, 1)])
  const now = book(14, [level(2_000_050, 3), level(2_000_000, 4)], [level(2_000_100, 1)])
  expect(depthUpdate(btc, before, now, 99)).toEqual({
    ...{ e: 'depthUpdate', E: 99, s: 'BTCUSDT', U: 11, u: 14 },
    b: [
      ['20000.50', '0.00003'],
      ['20000.00', '0.00004'],
      ['19999.00', '0.00000'],
    ],
    a: [],
  })
})

test('nothing is said of a change behind what is published, and the next update begins where that one would have', () => {
  const before = book(10, [level(2_000_000, 5)], [])
  expect(depthUpdate(btc, before, book(11, [level(2_000_000, 5)], []), 1)).toBeUndefined()
  expect(depthUpdate(btc, before, book(12, [], []), 1)).toMatchObject({ U: 11, u: 12 })
})

test('who applies each update to the book it follows has the newest book', () => {
  // Every side of at most three levels of two prices each and two quantities, one after the other.
  const sides = [[], [level(3, 1)], [level(3, 2)], [level(4, 1), level(3, 1)], [level(5, 2), level(4, 1)]]
  const held = new Map<string, string>()
  let sequence = 0
  let last = book(0, [], [])
  for (const first of sides)
    for (const second of sides)
      for (const bids of [first, second]) {
        const now = book(++sequence, bids, [])
        const update = depthUpdate(btc, last, now, 1)
        for (const [price, quantity] of update?.b ?? [])
          if (Number(quantity) === 0) held.delete(price)
          else held.set(price, quantity)
        if (update) last = now
        expect([...held].toSorted()).toEqual(bestLevels(btc, now, 5).bids.toSorted())
      }
})

test('the best levels are as many as asked for, with the number of the book', () => {
  const bids = [level(2_000_000, 5), level(1_999_900, 7)]
  expect(bestLevels(btc, book(10, bids, []), 1)).toEqual({
    ...{ lastUpdateId: 10, bids: [['20000.00', '0.00005']], asks: [] },
  })
})

test('of a side where nothing stands the best price is zero', () => {
  expect(bestOfBook(btc, book(10, [level(2_000_000, 5)], []))).toEqual({
    ...{ u: 10, s: 'BTCUSDT', b: '20000.00', B: '0.00005', a: '0.00', A: '0.00000' },
  })
})

const trade: Trade = {
  ...{ id: tradeId(144_115_188_075_855_873n), symbol: btc.symbol, price: 2_000_000, quantity: 150 },
  ...{ maker: orderId(1n), makerCustomer: customerId(1_001n), makerFee: 1n },
  ...{ taker: orderId(2n), takerCustomer: customerId(1_002n), takerSide: 'sell', takerFee: 1n },
}

test('a trade keeps all digits of its id, and says nothing of who traded', () => {
  expect(JSON.stringify(tradeMessage(btc, trade, 7, 9))).toBe(
    '{"e":"trade","E":9,"s":"BTCUSDT","t":144115188075855873,"p":"20000.00","q":"0.00150","T":7,"m":true,"M":true}',
  )
})

test('an aggregate trade is one trade', () => {
  expect(JSON.stringify(aggregateTrade(btc, trade, 7, 9))).toBe(
    '{"e":"aggTrade","a":144115188075855873,"f":144115188075855873,"l":144115188075855873,"E":9,"s":"BTCUSDT","p":"20000.00","q":"0.00150","T":7,"m":true,"M":true}',
  )
})
