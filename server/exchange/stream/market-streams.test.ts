import { afterEach, expect, test, vi } from 'vitest'
import { virtualClock } from '#server/platform/clock.ts'
import type { BookDepth } from '#server/products/spot/books.ts'
import type { EngineEvent } from '#server/products/spot/engine.ts'
import { createStreamHub } from './hub.ts'
import { createMarketStreams, type MarketStreamsDeps } from './market-streams.ts'
import { SLOW_MS, streamOf } from './names.ts'

/** Streams of spot whose engine is in another process. */

const SYMBOL = 'BTC-USDT'
const level = (price: number) => ({ price, quantity: 5, orders: 1 })
const book = (sequence: number): BookDepth => ({
  ...{ bids: [level(2_000_000)], asks: [level(2_000_100)], sequence, atMs: sequence },
})

afterEach(() => {
  vi.useRealTimers()
})

/** Streams by their names, of an engine that is not reached yet. */
function listen(names: readonly string[]) {
  vi.useFakeTimers()
  let tell: (event: EngineEvent) => void = () => {}
  let known: BookDepth | undefined
  const quote = { symbol: SYMBOL, lastPrice: '20000.00', bid: '19999.99', ask: '20000.01' }
  const hub = createStreamHub()
  const streams = createMarketStreams({
    hub,
    spot: {
      subscribe(listener) {
        tell = listener
        return () => {}
      },
      depth: () => known,
      hasBooks: () => known !== undefined,
    },
    markets: {
      events: { subscribe: () => () => {} },
      quote: () => quote,
    } as unknown as MarketStreamsDeps['markets'],
    clock: virtualClock(1),
    onError(error) {
      throw error
    },
  })
  const heard: Record<string, object[]> = {}
  const restarted: string[] = []
  for (const address of names) {
    const [market, name] = address.split(' ') as ['spot' | 'contract', string]
    const stream = streamOf(market, name)!
    const messages: object[] = []
    heard[address] = messages
    hub.join(stream, {
      isCombined: false,
      send: (message) => messages.push(JSON.parse(message.toString())),
      restart() {
        restarted.push(address)
        if (hub.leave(stream, this)) streams.left(stream)
      },
    })
    const state = streams.joined(stream)
    if (state) messages.push(state)
  }
  return {
    heard,
    restarted,
    tell: (event: EngineEvent) => tell(event),
    reach(depth: BookDepth) {
      known = depth
      tell({ kind: 'book', symbol: SYMBOL, depth })
      vi.advanceTimersByTime(SLOW_MS)
    },
  }
}

test('who came while no book was known is told it once it is, and nothing before', () => {
  const names = ['spot btcusdt@depth5@100ms', 'spot btcusdt@bookTicker', 'spot btcusdt@depth@100ms']
  const { heard, reach } = listen([...names, 'spot btcusdt@ticker'])
  expect(Object.values(heard).flat()).toEqual([])
  reach(book(7))
  const [levels, best, changes] = names.map((name) => heard[name])
  expect(levels).toMatchObject([{ lastUpdateId: 7, bids: [['20000.00', '0.00005']] }])
  expect(best).toMatchObject([{ u: 7, b: '20000.00', a: '20001.00' }])
  expect(changes).toMatchObject([{ U: 7, u: 7, b: [['20000.00', '0.00005']], a: [['20001.00', '0.00005']] }])
})

test('what was told while the engine was not reached is not known: streams of spot’s book and trades begin anew', () => {
  const spot = ['spot btcusdt@trade', 'spot btcusdt@aggTrade', 'spot btcusdt@bookTicker']
  const books = ['spot btcusdt@depth', 'spot btcusdt@depth@100ms', 'spot btcusdt@depth20']
  const { restarted, reach, tell } = listen([
    ...[...spot, ...books],
    ...['spot btcusdt@ticker', 'spot btcusdt@kline_1m', 'spot !ticker@arr'],
    ...['contract btcusdt@bookTicker', 'contract btcusdt@kline_1m'],
  ])
  reach(book(7))
  expect(restarted).toEqual([])
  tell({ kind: 'missed' })
  expect(restarted.toSorted()).toEqual([...spot, ...books].toSorted())
})
