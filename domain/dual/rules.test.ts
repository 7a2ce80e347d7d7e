import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowed, refused } from '../errors.ts'
import { findInstrument } from '../market/instruments.ts'
import type { Tick } from '../market/tick.ts'
import { MAX_UNITS, RATE_ONE, rate, type Units, units } from '../money/amount.ts'
import { parsePercent } from '../money/rate.ts'
import { readAmount } from '../money/read-amount.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { draftsOf, ladderStart, parseRungs, rungsText, strikeAt } from './ladder.ts'
import {
  averageBefore,
  breakEven,
  canCancel,
  type DualContext,
  type DualDraft,
  type DualProduct,
  type DualTerms,
  decideAt,
  decideDual,
  escrowOf,
  invalidDual,
  nextSettlement,
  payoutsOf,
  principalOf,
  unitsLeft,
  yearlyYield,
} from './rules.ts'

const at = (text: string) => Date.parse(text)
const btc = findInstrument('BTC-USDT')!
const terms = (type: 'call' | 'put', strike: string, percent: string): DualTerms => ({
  ...{ symbol: 'BTC-USDT', type, strike: Number(strike.replace('.', '')) },
  yieldRate: parsePercent(percent)!,
})

describe('pay-outs', () => {
  // Computed apart, with decimals of fifty places: docs/recipes/dual.md.
  test.each([
    ['put', '17000.00', '0.84', '1000', '1008.4', '0.05931764'],
    ['put', '17000.00', '0.84', '100', '100.84', '0.00593176'],
    ['put', '19999.99', '1.1', '300', '303.3', '0.01516500'],
    ['put', '0.01', '0.05', '100', '100.05', '10005'],
    ['call', '18150.00', '0.6', '0.005', '91.2945', '0.00503'],
    ['call', '18150.00', '0.84', '0.5', '9151.23', '0.5042'],
    ['call', '20000.00', '0.18', '0.1', '2003.6', '0.10018'],
    ['call', '17778.49', '0.333', '0.00000003', '0.0005351', '0.00000003'],
  ] as const)('%s at %s for %s %%, %s put in: %s or %s', (type, strike, percent, principal, above, below) => {
    const currency = type === 'call' ? 'BTC' : 'USDT'
    expect(payoutsOf(terms(type, strike, percent), readAmount(principal, currency))).toEqual({
      above: readAmount(above, 'USDT'),
      below: readAmount(below, 'BTC'),
    })
  })

  test('are short of the exact figure by less than a smallest unit, and never beyond it', () => {
    fc.assert(
      fc.property(anyTerms, anyPrincipal, (any, principal) => {
        const { above, below } = payoutsOf(any, principal)
        // Written out for BTC-USDT: 8 and 7 decimals, a tick of 0.01.
        const grown = principal * (RATE_ONE + any.yieldRate)
        const [quoteFor, baseFor] = [BigInt(any.strike) * 10n ** 7n, 10n ** 10n]
        const isCall = any.type === 'call'
        const exactAbove = isCall ? [grown * quoteFor, RATE_ONE * baseFor] : [grown, RATE_ONE]
        const exactBelow = isCall ? [grown, RATE_ONE] : [grown * baseFor, RATE_ONE * quoteFor]
        for (const [paid, [numerator, denominator]] of [
          [above, exactAbove],
          [below, exactBelow],
        ] as [Units, [bigint, bigint]][]) {
          expect(paid * denominator).toBeLessThanOrEqual(numerator)
          expect((paid + 1n) * denominator).toBeGreaterThan(numerator)
        }
      }),
    )
  })

  test('never exceed principal and escrow, and the principal comes back at least in what was put in', () => {
    fc.assert(
      fc.property(anyTerms, anyPrincipal, (any, principal) => {
        const payouts = payoutsOf(any, principal)
        const escrow = escrowOf(any.type, principal, payouts)
        const [own, other] =
          any.type === 'call' ? [payouts.below, payouts.above] : [payouts.above, payouts.below]
        expect(principal + escrow.own).toBe(own)
        expect(escrow.other).toBe(other)
        expect(escrow.own).toBeGreaterThanOrEqual(0n)
      }),
    )
  })

  test('of an order in two parts are never more than of one, and less by a unit at most', () => {
    fc.assert(
      fc.property(anyTerms, anyPrincipal, anyPrincipal, (any, one, other) => {
        const [a, b, both] = [one, other, units(one + other)].map((each) => payoutsOf(any, each)) as [
          ReturnType<typeof payoutsOf>,
          ReturnType<typeof payoutsOf>,
          ReturnType<typeof payoutsOf>,
        ]
        for (const name of ['above', 'below'] as const) {
          expect(a[name] + b[name]).toBeLessThanOrEqual(both[name])
          expect(both[name] - a[name] - b[name]).toBeLessThanOrEqual(1n)
        }
      }),
    )
  })

  test('the picture: 43.80 % a year, and even at 16,858.39', () => {
    expect(yearlyYield(parsePercent('0.84')!, 7)).toBe(parsePercent('43.8'))
    expect(yearlyYield(parsePercent('1.1')!, 7)).toBe(parsePercent('57.35'))
    expect(breakEven(terms('put', '17000.00', '0.84'))).toBe(1_685_839)
  })
})

describe('the average before a moment', () => {
  const settles = at('2026-03-04T08:00:00Z')
  const tick = (offsetMs: number, price: number, changes: Partial<Tick> = {}): Tick => ({
    ...{ sequence: 1_000 + offsetMs / 1_000, symbol: 'BTC-USDT', price, bid: price, ask: price, volume: 0 },
    ...{ source: 'simulated', sourceAtMs: settles + offsetMs, atMs: settles + offsetMs, isHeld: false },
    ...changes,
  })
  const everyMinute = (price: number, minutes = 30) =>
    Array.from({ length: minutes }, (_, n) => tick((n - 30) * MINUTE_MS, price))
  const averageOf = (ticks: Tick[]) => averageBefore('BTC-USDT', ticks, settles)

  test('of one price is that price', () => {
    expect(averageOf(everyMinute(1_700_000))).toMatchObject({ price: 1_700_000, minutes: 30, ticks: 30 })
  })

  test('weighs each price by how long it held', () => {
    // 20 minutes of 100, then 10 of 400: (20 × 100 + 10 × 400) / 30.
    const ticks = [...everyMinute(100, 20), ...everyMinute(400).slice(20)]
    expect(averageOf(ticks).price).toBe(200)
    // Many ticks of the last second weigh a second.
    const burst = Array.from({ length: 500 }, (_, n) => tick(-1_000 + n, 900_000_000))
    expect(averageOf([...everyMinute(100), ...burst]).price).toBe(
      100 + Math.floor((899_999_900 * 1_000) / 1_800_000),
    )
  })

  test('leaves out held ticks, other instruments, and what is not within the half hour', () => {
    const others = [
      tick(-31 * MINUTE_MS, 1),
      tick(-90_001, 1, { isHeld: true }),
      tick(-90_000, 1, { symbol: 'ETH-USDT' }),
    ]
    const ticks = [...others, ...everyMinute(500), tick(0, 1)].toSorted((a, b) => a.atMs - b.atMs)
    expect(averageOf(ticks)).toMatchObject({ price: 500, ticks: 30 })
  })

  test('is none with a tick in fewer than 15 of the minutes', () => {
    expect(averageOf(everyMinute(500, 15)).price).toBe(500)
    expect(averageOf(everyMinute(500, 14))).toMatchObject({ price: null, minutes: 14 })
    expect(averageOf([])).toEqual({ price: null, minutes: 0, ticks: 0, first: null, last: null })
    const inOneMinute = Array.from({ length: 50 }, (_, n) => tick(-60_000 + n * 1_000, 500))
    expect(averageOf(inOneMinute)).toMatchObject({ price: null, minutes: 1, ticks: 50 })
  })

  test('is at or above a strike exactly when the unrounded one is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 1, max: 1_000 }),
        (prices, strike) => {
          const ticks = prices.map((price, n) => tick((n - 30) * MINUTE_MS, price))
          const sum = prices.reduce((total, price) => total + price, 0)
          const step = decideAt({ strike, settlesAtMs: settles }, settles, averageOf(ticks).price)
          expect(step.outcome).toBe(sum >= strike * 30 ? 'above' : 'below')
        },
      ),
    )
  })
})

describe('what becomes of an order', () => {
  const order = { strike: 1_700_000, settlesAtMs: at('2026-03-04T08:00:00Z') }
  test.each([
    ['at the strike it is above', 1_700_000, { outcome: 'above' }],
    ['a tick below it is below', 1_699_999, { outcome: 'below' }],
    [
      'without an average it is put off by a day',
      null,
      { outcome: undefined, postponedToMs: at('2026-03-05T08:00:00Z') },
    ],
  ])('%s', (_, price, step) => {
    expect(decideAt(order, order.settlesAtMs, price)).toEqual(step)
  })

  test('the day after, without an average again, it is paid back', () => {
    expect(decideAt(order, order.settlesAtMs + DAY_MS, null)).toEqual({ outcome: 'unpriced' })
    expect(decideAt(order, order.settlesAtMs + DAY_MS, 1)).toEqual({ outcome: 'below' })
  })

  test('T41: it is cancelled within a minute and before its start only', () => {
    const startsAtMs = at('2026-03-01T08:00:00Z')
    const early = {
      status: 'active',
      startsAtMs,
      acceptedAtMs: startsAtMs - DAY_MS,
      rulesVersion: 2,
    } as const
    expect(canCancel(early, startsAtMs - DAY_MS + 59_999)).toBe(true)
    expect(canCancel(early, startsAtMs - DAY_MS + 60_000)).toBe(false)
    expect(canCancel({ ...early, status: 'cancelled' }, startsAtMs - DAY_MS)).toBe(false)
    const late = { ...early, acceptedAtMs: startsAtMs - 10 }
    expect(canCancel(late, startsAtMs - 1)).toBe(true)
    expect(canCancel(late, startsAtMs)).toBe(false)
  })

  test('one that was made under the first rules is cancelled until it starts, as agreed', () => {
    const startsAtMs = at('2026-03-01T08:00:00Z')
    const order = {
      status: 'active',
      startsAtMs,
      acceptedAtMs: startsAtMs - DAY_MS,
      rulesVersion: 1,
    } as const
    expect(canCancel(order, startsAtMs - 1)).toBe(true)
    expect(canCancel(order, startsAtMs)).toBe(false)
  })
})

describe('the decision on an order', () => {
  const startsAtMs = at('2026-03-01T08:00:00Z')
  const product: DualProduct & { currency: string } = {
    ...terms('put', '17000.00', '0.84'),
    ...{ currency: 'USDT', isOpen: true, saleFromMs: startsAtMs - DAY_MS, startsAtMs },
    ...{ unit: readAmount('100', 'USDT'), capacity: 50, maximum: 20, sold: 10 },
  }
  const context: DualContext = {
    nowMs: startsAtMs - 1,
    available: readAmount('5000', 'USDT'),
    own: 0,
    left: 40,
  }
  test.each<[string, Partial<typeof product>, Partial<DualContext>, number, ReturnType<typeof decideDual>]>([
    ['one unit', {}, {}, 1, allowed({ principal: readAmount('100', 'USDT') })],
    ['all that one customer may have', {}, {}, 20, allowed({ principal: readAmount('2000', 'USDT') })],
    ['closed', { isOpen: false }, {}, 1, refused('EARN_CLOSED')],
    ['before its sale', {}, { nowMs: startsAtMs - DAY_MS - 1 }, 1, refused('EARN_CLOSED')],
    ['from its start on', {}, { nowMs: startsAtMs }, 1, refused('EARN_CLOSED')],
    [
      'beyond the maximum',
      {},
      {},
      21,
      refused('AMOUNT_TOO_LARGE', { maximum: '2000.0000000', currency: 'USDT' }),
    ],
    [
      'beyond it together with what they have',
      {},
      { own: 15 },
      6,
      refused('AMOUNT_TOO_LARGE', { maximum: '500.0000000', currency: 'USDT' }),
    ],
    ['more than is available', {}, { available: 999_999_999n }, 1, refused('INSUFFICIENT_BALANCE')],
    [
      'more than is left',
      {},
      { left: 3 },
      4,
      refused('EARN_SOLD_OUT', { left: '300.0000000', currency: 'USDT' }),
    ],
  ])('%s', (_, change, changes, num, decision) => {
    expect(decideDual({ ...product, ...change }, { ...context, ...changes }, num)).toEqual(decision)
  })

  test('what is left is covered by the funds, whatever they are', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt(0n, 10n ** 14n), fc.bigInt(0n, 10n ** 14n), (any, own, other) => {
        const unit = any.type === 'call' ? units(500_000n) : readAmount('100', 'USDT')
        const left = unitsLeft({ ...product, ...any, unit, capacity: 1_000, sold: 0 }, { own, other })
        expect(left).toBeLessThanOrEqual(1_000)
        if (left === 0) return
        const principal = principalOf({ unit }, left)
        const escrow = escrowOf(any.type, principal, payoutsOf(any, principal))
        expect(escrow.own).toBeLessThanOrEqual(own)
        expect(escrow.other).toBeLessThanOrEqual(other)
      }),
    )
  })
})

describe('a product that operators propose', () => {
  const startsAtMs = at('2026-03-01T08:00:00Z')
  const draft: DualDraft = {
    ...terms('put', '17000.00', '0.84'),
    ...{ unit: readAmount('100', 'USDT'), capacity: 500, maximum: 200, termDays: 7 },
    ...{ saleFromMs: startsAtMs - DAY_MS, startsAtMs },
  }
  test.each<[string, Partial<DualDraft>, keyof DualDraft | undefined]>([
    ['a usual one', {}, undefined],
    ['of what is no coin for USDT', { symbol: 'EUR-USD' }, 'symbol'],
    ['of what is not listed', { symbol: 'NO-USDT' }, 'symbol'],
    ['at no strike', { strike: 0 }, 'strike'],
    ['of no day', { termDays: 0 }, 'termDays'],
    ['that starts at another hour', { startsAtMs: startsAtMs + 1 }, 'startsAtMs'],
    ['sold from its start on', { saleFromMs: startsAtMs }, 'saleFromMs'],
    ['without a yield', { yieldRate: rate(0n) }, 'yieldRate'],
    ['of more than 20 %', { yieldRate: rate(RATE_ONE / 5n + 1n) }, 'yieldRate'],
    ['whose unit yields nothing', { unit: units(100n) }, 'unit'],
    ['for nobody', { maximum: 0 }, 'maximum'],
    ['of less than one may have', { capacity: 199 }, 'capacity'],
    ['that the ledger cannot hold', { unit: units(MAX_UNITS / 400n) }, 'capacity'],
  ])('%s', (_, change, field) => {
    expect(invalidDual({ ...draft, ...change })).toBe(field)
  })
})

describe('a ladder', () => {
  test('is for the first start that is two hours away', () => {
    expect(ladderStart(at('2026-03-01T05:59:59Z'))).toBe(at('2026-03-01T08:00:00Z'))
    expect(ladderStart(at('2026-03-01T06:00:01Z'))).toBe(at('2026-03-02T08:00:00Z'))
    expect(nextSettlement(at('2026-03-01T08:00:00Z'))).toBe(at('2026-03-01T08:00:00Z'))
  })

  test('has strikes away from the price, to half of the third digit', () => {
    expect(strikeAt(btc, 'call', 1_777_849, 200)).toBe(1_815_000)
    expect(strikeAt(btc, 'put', 1_777_849, 400)).toBe(1_705_000)
    expect(strikeAt(btc, 'put', 10_000_000, 200)).toBe(9_800_000)
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 20_000_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (price, bps) => {
          const [high, low] = [strikeAt(btc, 'call', price, bps), strikeAt(btc, 'put', price, bps)]
          expect(high * 10_000).toBeGreaterThanOrEqual(price * (10_000 + bps))
          expect(low * 10_000).toBeLessThanOrEqual(price * (10_000 - bps))
        },
      ),
    )
  })

  test('has a product for each rung, and one where strikes meet', () => {
    const rungs = parseRungs('7:400:84 7:401:80 1:200:18')!
    expect(rungsText(rungs)).toBe('7:400:84 7:401:80 1:200:18')
    const template = { symbol: 'BTC-USDT', type: 'put', rungs, unit: readAmount('100', 'USDT') } as const
    const startsAtMs = at('2026-03-02T08:00:00Z')
    const drafts = draftsOf({ ...template, capacity: 500, maximum: 200 }, btc, 1_777_849, {
      ...{ nowMs: startsAtMs - DAY_MS, startsAtMs },
    })
    expect(drafts.map(({ termDays, strike }) => [termDays, strike])).toEqual([
      [7, 1_705_000],
      [1, 1_740_000],
    ])
  })

  test.each(['', '7:400', '7:400:84 7:400:90', '7:400:84,1:2:3', '1000:1:1'])(
    'is not written as %j',
    (text) => {
      expect(parseRungs(text)).toBeUndefined()
    },
  )
})

const anyTerms: fc.Arbitrary<DualTerms> = fc.record({
  symbol: fc.constant('BTC-USDT'),
  type: fc.constantFrom('call' as const, 'put' as const),
  strike: fc.integer({ min: 1, max: 1_000_000_000 }),
  yieldRate: fc.bigInt(1n, RATE_ONE / 5n).map(rate),
})
const anyPrincipal: fc.Arbitrary<Units> = fc
  .oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 1_000_000_000_000n))
  .map((value) => units(value))
