import { expect, test } from 'vitest'
import { streamOf } from './names.ts'

const btc = { market: 'spot', symbol: 'BTC-USDT' }

test.each([
  ['btcusdt@depth', { kind: 'depth', everyMs: 1_000 }],
  ['btcusdt@depth@100ms', { kind: 'depth', everyMs: 100 }],
  ['btcusdt@depth@1000ms', { kind: 'depth', everyMs: 1_000 }],
  ['btcusdt@depth5', { kind: 'levels', levels: 5, everyMs: 1_000 }],
  ['btcusdt@depth10@100ms', { kind: 'levels', levels: 10, everyMs: 100 }],
  ['btcusdt@depth20@100ms', { kind: 'levels', levels: 20, everyMs: 100 }],
  ['btcusdt@trade', { kind: 'trade' }],
  ['btcusdt@aggTrade', { kind: 'aggTrade' }],
  ['btcusdt@kline_1m', { kind: 'kline', period: '1m' }],
  ['btcusdt@kline_1w', { kind: 'kline', period: '1w' }],
  ['btcusdt@ticker', { kind: 'ticker' }],
  ['btcusdt@miniTicker', { kind: 'miniTicker' }],
  ['btcusdt@bookTicker', { kind: 'bookTicker' }],
])('%s is a stream of spot', (name, stream) => {
  expect(streamOf('spot', name)).toEqual({ ...btc, name, ...stream })
})

test('a stream of all instruments has no instrument', () => {
  for (const [name, kind] of [
    ['!ticker@arr', 'tickers'],
    ['!miniTicker@arr', 'miniTickers'],
  ])
    expect(streamOf('spot', name!)).toEqual({ market: 'spot', name, kind, symbol: undefined })
})

test.each(['btcusdt@markPrice', 'btcusdt@markPrice@1s', '!markPrice@arr', '!markPrice@arr@1s'])(
  '%s is a stream of contracts alone',
  (name) => {
    expect(streamOf('contract', name)).toMatchObject({ market: 'contract' })
    expect(streamOf('spot', name)).toBeUndefined()
  },
)

test('contracts trade at the tape’s prices and have no book of orders, and no trades between customers', () => {
  for (const topic of ['depth', 'depth5', 'trade', 'aggTrade'])
    expect(streamOf('contract', `btcusdt@${topic}`)).toBeUndefined()
})

test('what is traded in one market only has streams there only', () => {
  expect(streamOf('contract', 'aaplusd@ticker')).toMatchObject({ symbol: 'AAPL' })
  expect(streamOf('spot', 'aaplusd@ticker')).toBeUndefined()
})

test.each([
  ...['', '@', '@depth', 'btcusdt', 'btcusdt@', 'btcusdt@depth@', 'btcusdt@depth@250ms', 'btcusdt@depth7'],
  ...['BTCUSDT@trade', 'btcUSDT@trade', 'btc-usdt@trade', 'btcusdt@trade@100ms', 'btcusdt@kline_3m'],
  ...['btcusdt@kline_', 'btcusdt@depth@100ms@100ms', '!arr', '!ticker', 'btcusdt@ticker@arr', 'nosuch@trade'],
  ...['__proto__', 'constructor', 'toString@trade', 'orders', 'customer:1', 'btcusdt@executionReport'],
  ...['btcusdt@orders', '!orders@arr', '1000001@account'],
])('%j is no stream', (name) => {
  expect(streamOf('spot', name)).toBeUndefined()
})
