import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractSubmit } from '#domain/contract/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import {
  candles,
  classes,
  quoteOf,
  quotesByClass,
  quotesFlat,
  quotesOfClass,
  sparklines,
  watchlistAdd,
} from '#domain/market/contract.ts'
import { tapeCheckpoint, tapeSegment, tapeTick } from '#domain/proof/contract.ts'
import { spotDepth, spotTrade } from '#domain/spot/contract.ts'
import { HOUR_MS } from '#domain/time.ts'
import { restingOrder } from '../products/spot/testing.ts'
import { type Exchange, openExchange } from '../testing/exchange.ts'

/** Whoever asks is answered the same prices, by the calls that a customer's app makes. */

let exchange: Exchange
beforeAll(async () => {
  exchange = await openExchange()
  const { alice } = exchange
  // One of them has all that could make a difference; the other has nothing.
  await alice.ask(contractSubmit, { symbol: 'BTC-USDT', direction: 'long', lots: '0.01', leverage: '10' })
  await alice.ask(spotTrade, await restingOrder(alice))
  await alice.ask(watchlistAdd, { symbol: 'BTC-USDT' })
  await exchange.advance(1_000)
})
afterAll(() => exchange?.close())

test('two customers and a visitor get byte-equal quotes, candles, order books and ticks, moment by moment', async () => {
  const { alice, bob } = exchange
  for (let moment = 0; moment < 5; moment++) {
    await exchange.advance(1_000)
    const { sequence, atMs } = await alice.ask(quoteOf, { symbol: 'BTC-USDT' })
    const { sequence: size } = await alice.ask(tapeCheckpoint)
    const asked: readonly (readonly [Endpoint, Readonly<Record<string, unknown>>])[] = [
      ...([quotesByClass, quotesFlat, classes, sparklines, tapeCheckpoint] as const).map(
        (call) => [call, {}] as const,
      ),
      [quotesOfClass, { classId: '2' }],
      [quoteOf, { symbol: 'BTC-USDT' }],
      [spotDepth, { symbol: 'BTC-USDT' }],
      [candles, { symbol: 'BTC-USDT', period: '1m', fromMs: atMs! - HOUR_MS, toMs: atMs! + 1_000 }],
      [tapeTick, { sequence: sequence!, size }],
      [tapeSegment, { sequence: sequence! }],
    ]
    for (const [call, input] of asked) {
      const own = await exchange.send('customers', call, alice.token, input)
      expect(own.ok, `${call.path}: ${own.text.slice(0, 200)}`).toBe(true)
      for (const token of [bob.token, undefined]) {
        expect((await exchange.send('customers', call, token, input)).text, call.path).toBe(own.text)
      }
    }
  }
})
