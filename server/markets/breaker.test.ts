import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { createRandom } from '#server/sim/random.ts'
import { type Breaker, closedMinutes, createBreaker, watchMove } from './breaker.ts'

const BEGIN = Date.UTC(2026, 0, 5)

/** The rule as it reads: over the lowest and highest price of each second of the last five minutes. */
function createNaive() {
  const seconds = new Map<number, { low: number; high: number }>()
  let closedUntilMs = 0
  return (price: number, atMs: number): number => {
    const second = Math.floor(atMs / SECOND_MS) * SECOND_MS
    const own = seconds.get(second) ?? { low: price, high: price }
    seconds.set(second, { low: Math.min(own.low, price), high: Math.max(own.high, price) })
    for (const at of seconds.keys()) if (at < atMs - 5 * MINUTE_MS) seconds.delete(at)
    const low = Math.min(...[...seconds.values()].map((each) => each.low))
    const high = Math.max(...[...seconds.values()].map((each) => each.high))
    if (price > low * 1.1 + 1e-9 || price < high * 0.9 - 1e-9) closedUntilMs = atMs + 5 * MINUTE_MS
    return closedUntilMs
  }
}

test.each([1, 2, 3, 4])('closes as the rule reads, on random prices of seed %i', (seed) => {
  const random = createRandom(seed)
  const [breaker, naive] = [createBreaker(), createNaive()]
  let [price, atMs, closings] = [1_000_000, BEGIN, 0]
  for (let n = 0; n < 20_000; n++) {
    atMs += random.chance(200) ? random.below(10) * MINUTE_MS : random.below(1_500)
    price = Math.max(1_000, price + random.below(10_001) - 5_000 + (random.chance(300) ? 60_000 : 0))
    const before = breaker.closedUntilMs
    watchMove(breaker, { price, atMs })
    expect(breaker.closedUntilMs).toBe(naive(price, atMs))
    if (breaker.closedUntilMs !== before) closings++
  }
  expect(closings).toBeGreaterThan(10)
})

test('a move of exactly 10 % closes nothing, of a tick more everything for five minutes', () => {
  const breaker = createBreaker()
  watchMove(breaker, { price: 1_000, atMs: BEGIN })
  watchMove(breaker, { price: 1_100, atMs: BEGIN + 1 })
  expect(closedMinutes(breaker, BEGIN + 1)).toBe(0)
  watchMove(breaker, { price: 1_101, atMs: BEGIN + 2 })
  expect(closedMinutes(breaker, BEGIN + 2)).toBe(5)
  expect(closedMinutes(breaker, BEGIN + 2 + 5 * MINUTE_MS - 1)).toBe(1)
  expect(closedMinutes(breaker, BEGIN + 2 + 5 * MINUTE_MS)).toBe(0)
})

test('what a breaker keeps is bounded, however long prices rise', () => {
  const breaker: Breaker = createBreaker()
  for (let n = 0; n < 100_000; n++) {
    watchMove(breaker, { price: 10_000_000 + n, atMs: BEGIN + n * 100 })
    watchMove(breaker, { price: 10_000_000 - (n % 7), atMs: BEGIN + n * 100 + 50 })
  }
  expect(breaker.lows.atMs.length).toBeLessThan(1_000)
  expect(breaker.highs.atMs.length).toBeLessThan(1_000)
})
