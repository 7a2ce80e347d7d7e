import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tick } from '../market/tick.ts'
import { type Chain, nextLinks, noChain, stepBack } from './links.ts'
import { decodeTicks, encodeTick } from './tick-bytes.ts'

/** Ticks of one instrument with these prices, linked; between them are those of others. */
function linked(prices: readonly number[], gap = 3): Tick[] {
  let chain: Chain = noChain
  return prices.map((price, n): Tick => {
    const sequence = 1 + n * gap
    const next = nextLinks(chain, { sequence, price, bid: price - 1, ask: price + 1 })
    chain = next.chain
    return {
      ...{
        sequence,
        symbol: 'BTC-USDT',
        price,
        bid: price - 1,
        ask: price + 1,
        volume: 0,
        source: 'simulated',
      },
      ...{ sourceAtMs: n, atMs: n, isHeld: false, links: next.links },
    }
  })
}

const anyPrices = (max: number) =>
  fc.array(fc.integer({ min: 1, max: 2 ** 45 }), { minLength: 1, maxLength: max })

test('each tick names the one before it, and each span is what its ticks were', () => {
  fc.assert(
    fc.property(anyPrices(700), (prices) => {
      const ticks = linked(prices)
      ticks.forEach(({ links }, n) => {
        expect(links!.previous).toBe(ticks[n - 1]?.sequence ?? 0)
        const sizes = [16, 256].filter((size) => (n + 1) % size === 0)
        const spans = sizes.map((size) => {
          const part = prices.slice(n + 1 - size, n + 1)
          const after = ticks[n - size]?.sequence ?? 0
          const [low, high] = [Math.min(...part), Math.max(...part)]
          const marks = { lowMark: 2 * low, highMark: 2 * high, lowAsk: low + 1, highBid: high - 1 }
          return { after, low, high, marks }
        })
        expect(links!.spans).toEqual(spans)
      })
    }),
    { numRuns: 20 },
  )
})

test('the links are among the bytes of a tick', () => {
  fc.assert(
    fc.property(anyPrices(40), fc.integer({ min: 1, max: 2 ** 20 }), (prices, gap) => {
      for (const tick of linked(prices, gap)) expect(decodeTicks(encodeTick(tick))).toEqual([tick])
    }),
  )
})

/** The sequences of the ticks that a way back stops at, the newest first, and what it passed. */
function wayBack(ticks: readonly Tick[], from: number, after: number) {
  const bySequence = new Map(ticks.map((tick) => [tick.sequence, tick]))
  const stops: number[] = []
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = from; at > after; ) {
    const step = stepBack(bySequence.get(at)!, after, at === from)!
    if (at !== from) [low, high] = [Math.min(low, step.low), Math.max(high, step.high)]
    stops.push(at)
    at = step.to
  }
  return { stops, low, high }
}

test('a way back passes every tick behind its end, and none before it', () => {
  fc.assert(
    fc.property(anyPrices(600), fc.nat(), fc.nat(), (prices, to, from) => {
      const ticks = linked(prices)
      const last = ticks[to % ticks.length]!
      const after = from % last.sequence
      const between = ticks.filter(({ sequence }) => sequence > after && sequence < last.sequence)
      const { low, high } = wayBack(ticks, last.sequence, after)
      const passed = between.map(({ price }) => price)
      expect([low, high]).toEqual([Math.min(...passed), Math.max(...passed)])
    }),
    { numRuns: 60 },
  )
})

test('a way back over 100,000 ticks has fewer than 150 stops', () => {
  const ticks = linked(Array.from({ length: 100_000 }, (_, n) => 1_000 + (n % 97)))
  for (const after of [0, 1, 2, 12_345, 250_000])
    expect(wayBack(ticks, ticks.at(-2)!.sequence, after).stops.length).toBeLessThan(150)
})
