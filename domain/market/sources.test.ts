import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOfSources,
  medianOf,
  medianOfAll,
  type NamedSource,
  type SourceQuote,
  sourcesOf,
  type TickSources,
} from './sources.ts'

/** 0.5 % of 2,000,000 is 10,000. */
const PRICE = 2_000_000
const bitcoin = { symbol: 'BTC-USDT', class: 'crypto', collar: 'major' } as const

/** Of which tick the prices are. */
const tick = { symbol: 'BTC-USDT', source: 'median' }

const quote = (price: number, change: Partial<SourceQuote> = {}): SourceQuote => ({
  ...{ price, bid: price - 5, ask: price + 5, ageMs: 100 },
  ...change,
})
const named = (...quotes: readonly (SourceQuote | number | undefined)[]): TickSources =>
  sourcesOf(
    bitcoin,
    quotes.map((each, n): NamedSource => {
      const said = typeof each === 'number' ? quote(each) : each
      return { source: `venue-${n}`, ...(said && { quote: said }) }
    }),
  )

const old = quote(PRICE, { ageMs: 2_001 })
const crossed = quote(PRICE, { bid: PRICE + 5, ask: PRICE - 5 })
const outside = quote(PRICE, { ask: PRICE - 1 })

describe('the price of several sources', () => {
  test.each<[string, TickSources, number | undefined, string]>([
    ['is the middle one of three', named(PRICE + 30, PRICE, PRICE + 10), PRICE + 10, 'counts counts counts'],
    [
      'is half-way between the middle two of four, rounded down',
      named(PRICE, PRICE + 10, PRICE + 13, PRICE + 90),
      PRICE + 11,
      'counts counts counts counts',
    ],
    [
      'counts at the very edge of its age',
      named(quote(PRICE, { ageMs: 2_000 }), PRICE),
      PRICE,
      'counts counts',
    ],
    [
      'counts at the very edge of the bound',
      named(PRICE, PRICE, quote(PRICE + 9_995)),
      PRICE,
      'counts counts counts',
    ],
    ['leaves out one beyond it', named(PRICE, PRICE, quote(PRICE + 9_996)), PRICE, 'counts counts deviates'],
    [
      'leaves out one that spikes',
      named(PRICE, PRICE * 1.2, PRICE + 20),
      PRICE + 10,
      'counts deviates counts',
    ],
    [
      'leaves out one whose bid is far away',
      named(PRICE, quote(PRICE, { bid: 1 }), PRICE),
      PRICE,
      'counts deviates counts',
    ],
    ['leaves out one that is old', named(PRICE, PRICE + 20, old), PRICE + 10, 'counts counts old'],
    ['leaves out one that is silent', named(undefined, PRICE, PRICE), PRICE, 'silent counts counts'],
    ['leaves out bid over ask', named(PRICE, crossed, PRICE + 2), PRICE + 1, 'counts crossed counts'],
    [
      'leaves out a price outside its own bid and ask',
      named(PRICE, outside, PRICE),
      PRICE,
      'counts crossed counts',
    ],
    ['is none of one left of several', named(PRICE, old, undefined), undefined, 'counts old silent'],
    ['is none of two that disagree', named(PRICE, PRICE * 1.2), undefined, 'deviates deviates'],
    [
      'is none of three that all disagree',
      named(PRICE, PRICE * 1.2, PRICE * 1.4),
      undefined,
      'deviates counts deviates',
    ],
    [
      'is none of two against two',
      named(PRICE, PRICE, PRICE * 1.2, PRICE * 1.2),
      undefined,
      'deviates deviates deviates deviates',
    ],
    [
      'is none where the two in the middle of five are no majority',
      named(PRICE, PRICE + 10, PRICE * 1.2, PRICE * 0.8, PRICE * 0.7),
      undefined,
      'counts counts deviates deviates deviates',
    ],
    ['is none of nothing', named(undefined, undefined, undefined), undefined, 'silent silent silent'],
    ['is none where a coin has one source alone', named(PRICE), undefined, 'counts'],
    ['is none where the only one that is asked is old', named(old), undefined, 'old'],
  ])('%s', (_, sources, price, states) => {
    const found = medianOf(sources)
    expect(found.states.join(' ')).toBe(states)
    expect(found.prices?.price).toBe(price)
  })

  test('takes bid and ask as it takes the price', () => {
    const sources = named(
      quote(PRICE, { bid: PRICE - 1, ask: PRICE + 9 }),
      quote(PRICE + 2, { bid: PRICE - 3, ask: PRICE + 4 }),
      quote(PRICE + 1, { bid: PRICE - 2, ask: PRICE + 7 }),
    )
    expect(medianOf(sources).prices).toEqual({ price: PRICE + 1, bid: PRICE - 2, ask: PRICE + 7 })
  })

  test('is recorded also where it does not count, as the median of whatever was said', () => {
    expect(medianOfAll(named(PRICE, old, undefined, PRICE + 8))?.price).toBe(PRICE)
    expect(medianOfAll(named(undefined))).toBeUndefined()
  })

  test('is within a bound that depends on how deep the market is', () => {
    const wide = { ...bitcoin, collar: 'other' } as const
    const sources = named(PRICE, PRICE, PRICE + 15_000)
    expect(medianOf(sources).states).toContain('deviates')
    expect(medianOf(sourcesOf(wide, sources.named)).states).not.toContain('deviates')
  })
})

test('a tick is what its sources come to, in price, bid and ask; one without sources is not asked', () => {
  const sources = named(PRICE, PRICE, PRICE)
  const prices = { price: PRICE, bid: PRICE - 5, ask: PRICE + 5 }
  expect(isOfSources({ ...tick, ...prices, sources })).toBe(true)
  expect(isOfSources({ ...tick, ...prices, source: 'kraken' })).toBe(true)
  // What says that it is the median of several cannot leave them out.
  expect(isOfSources({ ...tick, ...prices })).toBe(false)
  for (const name of ['price', 'bid', 'ask'] as const)
    expect(isOfSources({ ...tick, ...prices, [name]: prices[name] + 1, sources })).toBe(false)
  expect(isOfSources({ ...tick, ...prices, sources: named(PRICE, old) })).toBe(false)
})

test('a tick with other terms than ours, or with a source named twice, is of none', () => {
  const sources = named(PRICE, PRICE, PRICE * 1.2)
  const prices = { price: PRICE, bid: PRICE - 5, ask: PRICE + 5 }
  const first = sources.named[0] ?? expect.fail()
  expect(isOfSources({ ...tick, ...prices, sources })).toBe(true)
  for (const wrong of [
    { ...sources, minimum: 1 },
    { ...sources, freshMs: 60_000 },
    { ...sources, maxDeviationBps: 5_000 },
    { ...sources, named: [...sources.named, first] },
  ])
    expect(isOfSources({ ...tick, ...prices, sources: wrong })).toBe(false)
})

test('one source alone is the price of what no exchange of coins quotes, and never of a coin', () => {
  const prices = { price: PRICE, bid: PRICE - 5, ask: PRICE + 5 }
  const one = [{ source: 'kraken', quote: quote(PRICE) }]
  const passes = (symbol: string, sources: TickSources) =>
    isOfSources({ symbol, source: 'median', ...prices, sources })
  const euro = sourcesOf({ symbol: 'EUR-USD', class: 'forex', collar: 'major' }, one)
  expect(passes('EUR-USD', euro)).toBe(true)
  for (const symbol of ['AAPL', 'SPY', 'ES', '6E', 'XAU-USD', 'USD-CNH', 'USD-KRW'])
    expect(passes(symbol, sourcesOf({ ...bitcoin, symbol }, one))).toBe(true)
  expect(medianOf(sourcesOf(bitcoin, one)).prices).toBeUndefined()
  // Neither by the terms of the currencies, nor by those of coins.
  for (const symbol of ['BTC-USDT', 'EUR-USDT', 'XMR-USD', 'XAUT-USD']) {
    expect(passes(symbol, euro)).toBe(false)
    expect(passes(symbol, sourcesOf({ ...bitcoin, symbol }, one))).toBe(false)
  }
})

/** Sources near each other, as honest ones are: 0.1 % around a price. */
const honest = fc.array(
  fc.record({ at: fc.integer({ min: -2_000, max: 2_000 }), half: fc.integer({ min: 0, max: 200 }) }),
  { minLength: 2, maxLength: 8 },
)
const quotesOf = (drafts: readonly { at: number; half: number }[]) =>
  drafts.map(({ at, half }) => quote(PRICE + at, { bid: PRICE + at - half, ask: PRICE + at + half }))

test('one source, whatever it says, moves the price of three or more no further than the others are apart', () => {
  fc.assert(
    fc.property(
      honest.filter(({ length }) => length >= 2),
      fc.record({
        price: fc.integer({ min: 1, max: 4 * PRICE }),
        below: fc.integer({ min: -PRICE, max: PRICE }),
        above: fc.integer({ min: -PRICE, max: PRICE }),
        place: fc.nat(),
      }),
      (drafts, { price, below, above, place }) => {
        const others = quotesOf(drafts)
        const liar = quote(price, { bid: price - below, ask: price + above })
        const found = medianOf(named(...others.toSpliced(place % (others.length + 1), 0, liar)))
        if (!found.prices) return
        for (const name of ['price', 'bid', 'ask'] as const) {
          const values = others.map((each) => each[name])
          expect(found.prices[name]).toBeGreaterThanOrEqual(Math.min(...values))
          expect(found.prices[name]).toBeLessThanOrEqual(Math.max(...values))
        }
      },
    ),
  )
})

test('bid, price and ask stay in this order, and the order of the sources does not matter', () => {
  fc.assert(
    fc.property(honest, (drafts) => {
      const quotes = quotesOf(drafts)
      const { prices } = medianOf(named(...quotes))
      expect(prices && prices.bid <= prices.price && prices.price <= prices.ask).toBe(true)
      expect(medianOf(named(...quotes.toReversed())).prices).toEqual(prices)
    }),
  )
})
