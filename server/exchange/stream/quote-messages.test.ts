import { expect, test } from 'vitest'
import type { CandleView, QuoteView } from '#domain/market/contract.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { Tick } from '#domain/market/tick.ts'
import { decimal } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import { bestOfQuote, contractBest, kline, markPrice, miniTicker, ticker } from './quote-messages.ts'

const btc = findInstrument('BTC-USDT')!
const NOW = 10 * DAY_MS

const quote: QuoteView = {
  ...{ symbol: 'BTC-USDT', label: 'BTC/USDT', name: 'Bitcoin', classId: 2, source: 'simulated' },
  ...{ lastPrice: decimal('19900.00'), bid: decimal('19899.90'), ask: decimal('19900.10') },
  ...{ open24h: decimal('20000.00'), high24h: decimal('20100.00'), low24h: decimal('19000.00') },
  ...{ volume24h: decimal('500.00000'), turnover24h: decimal('9900000.00') },
  ...{ ownVolume24h: decimal('2.00000'), ownTurnover24h: decimal('39000.00000000') },
  ...{ changePercent: decimal('-0.50'), isOpen: true, nextChangeAtMs: null, isStale: false },
  ...{ atMs: 5, sequence: 77, closeOfMs: null, isPriced: true },
}

test('a short ticker has what was traded here, not at the venues that prices come from', () => {
  expect(miniTicker(btc, quote, NOW)).toEqual({
    ...{ e: '24hrMiniTicker', E: NOW, s: 'BTCUSDT', c: '19900.00', o: '20000.00' },
    ...{ h: '20100.00', l: '19000.00', v: '2.00000', q: '39000.00000000' },
  })
})

test('a ticker has the change, the average price of what was traded, and the best bid and ask', () => {
  expect(ticker(btc, quote, { b: '1', B: '2', a: '3', A: '4' }, NOW)).toEqual({
    ...{ e: '24hrTicker', E: NOW, s: 'BTCUSDT', p: '-100.00', P: '-0.50', w: '19500.00', x: '20000.00' },
    ...{ c: '19900.00', Q: '0', b: '1', B: '2', a: '3', A: '4', o: '20000.00', h: '20100.00', l: '19000.00' },
    ...{ v: '2.00000', q: '39000.00000000', O: NOW - DAY_MS, C: NOW, F: -1, L: -1, n: 0 },
  })
})

test('where nothing was traded the average price is the last', () => {
  const quiet = { ...quote, ownVolume24h: decimal('0.00000'), ownTurnover24h: decimal('0') }
  expect(ticker(btc, quiet, bestOfQuote(quote), NOW)).toMatchObject({ w: '19900.00', v: '0.00000' })
})

test('without a price nothing is said', () => {
  const unknown = { ...quote, lastPrice: null, bid: null, ask: null }
  expect(miniTicker(btc, unknown, NOW)).toBeUndefined()
  expect(ticker(btc, unknown, bestOfQuote(unknown), NOW)).toBeUndefined()
  expect(contractBest(btc, unknown, NOW)).toBeUndefined()
})

test('bid and ask of a contract come with the tick that they are of', () => {
  expect(contractBest(btc, quote, NOW)).toEqual({
    ...{ e: 'bookTicker', u: 77, s: 'BTCUSDT', b: '19899.90', B: '0', a: '19900.10', A: '0', T: 5, E: NOW },
  })
})

test('a mark price is between bid and ask', () => {
  const tick = { bid: 1_990_000, ask: 1_990_011 } as Tick
  expect(markPrice(btc, tick, NOW + 1, NOW)).toEqual({
    ...{ e: 'markPriceUpdate', E: NOW, s: 'BTCUSDT', p: '19900.055', i: '19900.055', P: '19900.055', r: '0' },
    T: NOW + 1,
  })
})

test('a candle says when it began and ends, and whether it is over', () => {
  const candle: CandleView = {
    ...{ openAtMs: 60_000, open: decimal('2.00'), high: decimal('4.00'), low: decimal('1.00') },
    ...{ close: decimal('3.00'), volume: decimal('1.50000'), origin: 'simulated' },
  }
  expect(kline(btc, '5m', candle, true, NOW)).toEqual({
    ...{ e: 'kline', E: NOW, s: 'BTCUSDT' },
    k: {
      ...{ t: 60_000, T: 359_999, s: 'BTCUSDT', i: '5m', f: -1, L: -1 },
      ...{ o: '2.00', c: '3.00', h: '4.00', l: '1.00', v: '1.50000', n: 0, x: true },
      ...{ q: '0', V: '0', Q: '0', B: '0' },
    },
  })
})
