import { describe, expect, test } from 'vitest'
import { customerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { price, quantity } from '#domain/money/amount.ts'
import { MARKET_MAKER } from '#server/core/ledger/accounts.ts'
import { createBatch } from './batch.ts'
import type { Books } from './books.ts'
import { decidePlace, transfersOf } from './decide.ts'
import { loadBooks } from './load-books.ts'
import { payAccount } from './order.ts'
import { decideQuotes, type Quote } from './quotes.ts'

const BTC = findInstrument('BTC-USDT')!
const ALICE = customerId(10_000n)
const RICH = 10n ** 15n

const quotesOf = (books: Books) =>
  [...books.markets.get(BTC.symbol)!.quotes.keys()].map(({ side, price, quantity, filled }) => ({
    side,
    price,
    left: quantity - filled,
  }))

/** Everybody's money in a batch: `makerHas` of each currency for the market maker. */
function batchOn(books: Books, makerHas: bigint) {
  const market = books.markets.get(BTC.symbol)!
  const lines = (['buy', 'sell'] as const).flatMap((side) => [
    [payAccount(market, ALICE, side), RICH] as const,
    [payAccount(market, MARKET_MAKER, side), makerHas] as const,
  ])
  return createBatch(0, new Map(lines))
}

const quote = (books: Books, wanted: readonly Quote[]) => {
  const batch = batchOn(books, RICH)
  decideQuotes(books, batch, BTC.symbol, wanted)
  return batch
}

const aliceTakes = (books: Books, side: 'buy' | 'sell', at: number, size: number, makerHas = RICH) => {
  const batch = batchOn(books, makerHas)
  const limit = price(BigInt(at))
  const order = decidePlace(books, batch, {
    ...{ customer: ALICE, symbol: BTC.symbol, side, orderType: 'limit', timeInForce: 'gtc', postOnly: false },
    ...{ quantity: quantity(BigInt(size)), limitPrice: limit, worstPrice: limit, tapeSequence: 7 },
  })
  return { order, batch }
}

describe('quotes', () => {
  const bid = { side: 'buy', price: 99, quantity: 5 } as const
  const ask = { side: 'sell', price: 101, quantity: 5 } as const

  test('stand in the book and write nothing', () => {
    const books = loadBooks([BTC], [], 0)
    const batch = quote(books, [bid, ask])
    expect(quotesOf(books)).toEqual([
      { side: 'buy', price: 99, left: 5 },
      { side: 'sell', price: 101, left: 5 },
    ])
    expect([batch.added.size, batch.changed.size, transfersOf(books, batch)]).toEqual([0, 0, []])
    expect([...batch.quoted]).toEqual([BTC.symbol])
  })

  test('give place to others, and keep theirs when they are wanted again, in part filled or not', () => {
    const books = loadBooks([BTC], [], 0)
    quote(books, [bid, ask])
    aliceTakes(books, 'buy', 101, 2)
    quote(books, [ask, { ...bid, price: 98 }])
    expect(quotesOf(books)).toEqual([
      { side: 'sell', price: 101, left: 3 },
      { side: 'buy', price: 98, left: 5 },
    ])
    expect(quote(books, [ask, { ...bid, price: 98 }]).quoted.size).toBe(0)
  })

  test('never take: one that would cross a resting order is left out', () => {
    const books = loadBooks([BTC], [], 0)
    aliceTakes(books, 'buy', 101, 2)
    quote(books, [bid, ask])
    expect(quotesOf(books)).toEqual([{ side: 'buy', price: 99, left: 5 }])
  })

  test('are written as an order of each fill, of just its size, paid from what is available', () => {
    const books = loadBooks([BTC], [], 0)
    quote(books, [ask])
    const { order, batch } = aliceTakes(books, 'buy', 101, 7)
    expect(order).toMatchObject({ filled: 5, status: 'open' })
    const [filled, ...others] = [...batch.added].filter(({ customer }) => customer === MARKET_MAKER)
    expect(others).toEqual([])
    expect(filled).toMatchObject({ side: 'sell', price: 101, quantity: 5, filled: 5, status: 'filled' })
    expect(batch.trades).toMatchObject([
      { maker: filled!.id, taker: (order as { id: bigint }).id, quantity: 5 },
    ])
    expect(transfersOf(books, batch).map(({ debit }) => debit)).toContain(
      payAccount(books.markets.get(BTC.symbol)!, MARKET_MAKER, 'sell'),
    )
    expect(quotesOf(books)).toEqual([])
  })

  test('leave the book before an order crosses them, when they are not covered any more', () => {
    const books = loadBooks([BTC], [], 0)
    quote(books, [bid, ask])
    const { order, batch } = aliceTakes(books, 'buy', 101, 2, 1n)
    expect(order).toMatchObject({ filled: 0, status: 'open' })
    expect(batch.trades).toEqual([])
    expect(quotesOf(books)).toEqual([{ side: 'buy', price: 99, left: 5 }])
  })
})
