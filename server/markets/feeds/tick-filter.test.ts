import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adoptListing } from '#domain/listing/listing.ts'
import { seedListing } from '#domain/seed/listing.ts'
import type { RawTick } from './feed.ts'
import { createTickFilter } from './tick-filter.ts'

const START = 1_670_889_600_000

const tick = (price: number, atMs: number, change: Partial<RawTick> = {}): RawTick => ({
  ...{ symbol: 'BTC-USDT', price, bid: price - 1, ask: price + 1, volume: 0, source: 'test' },
  sourceAtMs: START + atMs,
  ...change,
})

/** What the tick filter says of ticks one after the other. */
const verdicts = (ticks: readonly RawTick[]) => {
  const filter = createTickFilter()
  return ticks.map((one) => {
    const verdict = filter.classify(one, one.sourceAtMs)
    if ('use' in verdict) return 'use'
    return 'hold' in verdict ? `hold: ${verdict.why}` : `drop: ${verdict.drop}`
  })
}

describe('the tick filter in front of the tape', () => {
  const steady = tick(1_777_800, 0)

  it.each([
    ['an ordinary move', [tick(1_778_000, 1_000)], ['use']],
    ['the same price a second later', [tick(1_777_800, 1_000)], ['use']],
    ['a tick said twice', [tick(1_778_000, 1_000), tick(1_778_000, 1_000)], ['use', 'drop: duplicate']],
    [
      'a tick that comes late',
      [tick(1_778_000, 2_000), tick(1_777_900, 1_000)],
      ['use', 'drop: out of order'],
    ],
    ['bid over ask', [tick(1_777_800, 1_000, { bid: 1_777_810, ask: 1_777_790 })], ['hold: crossed']],
    ['a price outside its own bid and ask', [tick(1_777_800, 1_000, { ask: 1_777_799 })], ['hold: crossed']],
    [
      'sides that any price lies between',
      [tick(1_777_800, 1_000, { bid: 1, ask: 12_000_000 })],
      ['hold: wide'],
    ],
    ['a bid of nothing', [tick(1_777_800, 1_000, { bid: 1 })], ['hold: wide']],
    ['an ask far away', [tick(1_777_800, 1_000, { ask: 1_830_000 })], ['hold: wide']],
    ['a spread of a thin hour', [tick(1_777_800, 1_000, { bid: 1_770_000, ask: 1_785_000 })], ['use']],
    ['a spike', [tick(1_900_000, 1_000), tick(1_777_900, 2_000)], ['hold: jump', 'use']],
    ['a zero', [tick(0, 1_000, { bid: 0, ask: 0 })], ['drop: not a price']],
    ['a negative price', [tick(-5, 1_000)], ['drop: not a price']],
    ['half a tick', [tick(1_777_800.5, 1_000)], ['drop: not a price']],
    ['not a number', [tick(Number.NaN, 1_000)], ['drop: not a price']],
    ['a negative volume', [tick(1_777_800, 1_000, { volume: -1 })], ['drop: not a price']],
    ['a stranger', [tick(1, 1_000, { symbol: 'NO-SUCH' })], ['drop: unknown instrument']],
    [
      'a jump that three ticks over half a second confirm',
      [tick(1_900_000, 1_000), tick(1_900_100, 1_300), tick(1_900_200, 1_600), tick(1_900_300, 1_900)],
      ['hold: jump', 'hold: jump', 'use', 'use'],
    ],
    [
      'a jump confirmed only within an instant',
      [tick(1_900_000, 1_000), tick(1_900_100, 1_010), tick(1_900_200, 1_020)],
      ['hold: jump', 'hold: jump', 'hold: jump'],
    ],
    [
      'spikes in different places, which confirm nothing',
      [tick(1_900_000, 1_000), tick(2_100_000, 1_400), tick(1_600_000, 1_800)],
      ['hold: jump', 'hold: jump', 'hold: jump'],
    ],
    ['a wide move after a long pause', [tick(1_860_000, 6 * 3_600_000)], ['use']],
  ])('%s', (_, ticks, expected) => {
    expect(verdicts([steady, ...ticks])).toEqual(['use', ...expected])
  })

  it('holds what lies further ahead of our clock than clocks differ, and hears the next tick all the same', () => {
    const filter = createTickFilter()
    const classify = (atMs: number, nowMs: number) => filter.classify(tick(1_777_800, atMs), START + nowMs)
    expect(classify(0, 0)).toHaveProperty('use')
    expect(classify(10 * 365 * 86_400_000, 1_000)).toMatchObject({ why: 'ahead' })
    expect(classify(9_000, 1_000)).toMatchObject({ why: 'ahead' })
    expect(classify(3_000, 2_000)).toHaveProperty('use')
    expect(classify(4_000, 3_000)).toHaveProperty('use')
  })

  it('goes by the price collar of the moment, not by the one of the first tick', () => {
    const filter = createTickFilter()
    const classify = (price: number, atMs: number) => filter.classify(tick(price, atMs), START + atMs)
    const wide = Math.round(steady.price * 1.02)
    onTestFinished(() => adoptListing(seedListing))
    expect(classify(steady.price, 0)).toHaveProperty('use')
    expect(classify(wide, 1_000)).toMatchObject({ why: 'jump' })
    const instruments = seedListing.instruments.map((one) => ({ ...one, collar: 'other' as const }))
    adoptListing({ ...seedListing, instruments })
    expect(classify(wide, 2_000)).toHaveProperty('use')
  })

  it('holds absurd sides of the very first tick too', () => {
    const first = tick(1_777_800, 0, { bid: 1, ask: 12_000_000 })
    expect(createTickFilter().classify(first, START)).toMatchObject({ why: 'wide' })
  })

  it('drops moments and prices that the tape cannot write down', () => {
    const drop = { drop: 'not a price' }
    const filter = createTickFilter()
    for (const sourceAtMs of [Number.MAX_SAFE_INTEGER, 2 ** 52, -1]) {
      expect(filter.classify(tick(1_777_800, 0, { sourceAtMs }), START)).toEqual(drop)
    }
    expect(filter.classify(tick(1_777_800, 0, { ask: 2 ** 52 }), START)).toEqual(drop)
  })

  it('never uses a move wider than a hundredth of bitcoin’s price without confirmation', () => {
    const moves = fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 4_000_000 }), pause: fc.integer({ min: 0, max: 160 }) }),
    )
    fc.assert(
      fc.property(moves, (drafts) => {
        const filter = createTickFilter()
        let atMs = 0
        let last = steady.price
        filter.classify(steady, START)
        let sinceFirstCandidate = 0
        for (const { price, pause } of drafts) {
          atMs += pause
          const verdict = filter.classify(tick(price, atMs), START + atMs)
          if ('use' in verdict) {
            // Three ticks no more than 160 ms apart cannot span half a second.
            if (sinceFirstCandidate < 3) expect(Math.abs(price - last) / last).toBeLessThanOrEqual(0.01)
            last = price
            sinceFirstCandidate = 0
          } else if ('hold' in verdict) sinceFirstCandidate++
        }
      }),
    )
  })
})
