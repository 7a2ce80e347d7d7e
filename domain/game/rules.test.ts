import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refused } from '../errors.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Tick } from '../market/tick.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import {
  decideGuess,
  decideRound,
  openRound,
  pointsOf,
  timesOf,
  weekBegins,
  weekOf,
  weekOfRound,
} from './rules.ts'

const NOON = Date.UTC(2026, 10, 28, 12)
const noon = BigInt(NOON / HOUR_MS)

describe('the round that is open', () => {
  test.each([
    ['10:30', NOON - 90 * MINUTE_MS, noon],
    ['11:29:59.999', NOON - 30 * MINUTE_MS - 1, noon],
    ['11:30', NOON - 30 * MINUTE_MS, noon + 1n],
    ['12:00', NOON, noon + 1n],
    ['10:29:59.999', NOON - 90 * MINUTE_MS - 1, noon - 1n],
  ])('at %s is the one that it says', (_, nowMs, round) => {
    expect(openRound(nowMs)).toBe(round)
  })

  test('is always within its own times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (nowMs) => {
        const { opensAtMs, closesAtMs, endsAtMs } = timesOf(openRound(nowMs))
        expect(opensAtMs).toBeLessThanOrEqual(nowMs)
        expect(nowMs).toBeLessThan(closesAtMs)
        expect(endsAtMs - closesAtMs).toBe(30 * MINUTE_MS)
        expect(endsAtMs % HOUR_MS).toBe(0)
      }),
    )
  })
})

describe('a guess', () => {
  const btc = { symbol: 'BTC-USDT', tickSize: '0.01' } as Instrument
  const at = (price: string, round = noon) => decideGuess(btc, { round, price }, NOON - 40 * MINUTE_MS)

  test('is a price of the instrument, to its tick', () => {
    expect(at('20000.01')).toEqual({ ok: true, price: 2_000_001 })
  })
  test.each(['0', '-1', '1.001', 'abc', '1'.repeat(30)])('is not %s', (typed) => {
    expect(at(typed)).toEqual(refused('PRICE_INVALID'))
  })
  test.each([noon - 1n, noon + 1n, 1n, 2n ** 63n - 1n])('is refused for round %i', (round) => {
    expect(at('20000', round)).toEqual(refused('GAME_ROUND_CLOSED'))
  })
})

describe('points', () => {
  // The price is 20,000.00; a hundredth of a percent of it is 2.00.
  test.each([
    [2_000_000n, 100],
    [2_000_001n, 99],
    [2_000_200n, 99],
    [2_000_201n, 98],
    [1_999_799n, 98],
    [2_019_800n, 1],
    [2_019_801n, 0],
    [2_020_000n, 0],
    [1n, 0],
  ])('of a guess of %i ticks at 2,000,000 are %i', (guess, points) => {
    expect(pointsOf(guess, 2_000_000n)).toBe(points)
  })

  test('are never more for a guess that is further away, and between 0 and 100', () => {
    const ticks = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(ticks, ticks, ticks, (price, one, other) => {
        const away = (guess: bigint) => (guess > price ? guess - price : price - guess)
        const [near, far] = away(one) <= away(other) ? [one, other] : [other, one]
        expect(pointsOf(near, price)).toBeGreaterThanOrEqual(pointsOf(far, price))
        expect(pointsOf(far, price)).toBeGreaterThanOrEqual(0)
        expect(pointsOf(near, price)).toBeLessThanOrEqual(100)
        expect(pointsOf(price, price)).toBe(100)
      }),
    )
  })
})

describe('a round', () => {
  const round = { symbol: 'BTC-USDT', endsAtMs: NOON }
  const tick = (sequence: number, previous: number, atMs: number, changes: Partial<Tick> = {}): Tick => ({
    ...{ sequence, symbol: 'BTC-USDT', price: 2_000_000, bid: 1, ask: 1, volume: 0, source: 'simulated' },
    ...{ sourceAtMs: atMs, atMs, isHeld: false, links: { previous, spans: [] } },
    ...changes,
  })
  const after = tick(9, 7, NOON + 1)

  test('is decided by the last tick at its end or before', () => {
    for (const atMs of [NOON, NOON - 1, NOON - 2_000]) {
      const last = tick(7, 4, atMs)
      expect(decideRound(round, after, last)).toEqual({ state: 'counting', tick: last, after })
    }
  })
  test('is void where that tick is older than two seconds, or there is none', () => {
    expect(decideRound(round, after, tick(7, 4, NOON - 2_001))).toEqual({ state: 'void', after })
    const first = tick(9, 0, NOON + 1)
    expect(decideRound(round, first, undefined)).toEqual({ state: 'void', after: first })
  })
  test.each<[string, Tick | undefined, Tick | undefined]>([
    ['nothing after its end', undefined, tick(7, 4, NOON)],
    ['a tick at its end, not after it', tick(9, 7, NOON), tick(7, 4, NOON - 1)],
    ['another tick than the one before', after, tick(6, 4, NOON)],
    ['no tick before where there is one', after, undefined],
    ['a tick before where there is none', tick(9, 0, NOON + 1), tick(7, 4, NOON)],
    ['a tick after its end as the last', after, tick(7, 4, NOON + 1)],
    ['another instrument', after, tick(7, 4, NOON, { symbol: 'ETH-USDT' })],
    ['another instrument after it', { ...after, symbol: 'ETH-USDT' }, tick(7, 4, NOON)],
    ['a held tick', after, tick(7, 4, NOON, { isHeld: true })],
    ['a held tick after it', { ...after, isHeld: true }, tick(7, 4, NOON)],
  ])('is not decided by %s', (_, next, last) => {
    expect(decideRound(round, next, last)).toBeUndefined()
  })
})

describe('a week', () => {
  test('begins on Monday at midnight', () => {
    const monday = Date.UTC(2026, 10, 30)
    expect(new Date(monday).getUTCDay()).toBe(1)
    expect(weekBegins(weekOf(monday))).toBe(monday)
    expect(weekOf(monday - 1)).toBe(weekOf(monday) - 1)
  })
  test('has the round that ends with it', () => {
    const monday = Date.UTC(2026, 10, 30)
    expect(weekOfRound(monday)).toBe(weekOf(monday) - 1)
    expect(weekOfRound(monday + HOUR_MS)).toBe(weekOf(monday))
  })
})
