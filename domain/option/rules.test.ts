import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tick } from '../market/tick.ts'
import { units } from '../money/amount.ts'
import { chanceOfDifference } from './neutrality.ts'
import {
  type AcceptedOption,
  breakEvenBps,
  ENTRY_AFTER_MS,
  payoutOf,
  settleOption,
  winningsOf,
} from './rules.ts'
import { cohortsOf, informedBets } from './simulated-bets.ts'

const ACCEPTED_AT = 1_000_000
/** From when on a tick may be the entry: the times of the ticks below count from it. */
const ENTRY_FROM = ACCEPTED_AT + 1_000
const order: AcceptedOption = {
  ...{ symbol: 'BTC-USDT', direction: 'rise', stake: units(100n), winnings: units(85n), seconds: 60 },
  ...{ entryAfterMs: 1_000, staleAfterMs: 2_000, acceptedAtMs: ACCEPTED_AT, acceptedSequence: 10 },
}
const EXPIRY = 60_000

/** A tick so long after the first moment for an entry. */
const tick = (sequence: number, afterMs: number, price: number, change: Partial<Tick> = {}): Tick => ({
  ...{ sequence, symbol: 'BTC-USDT', price, bid: price, ask: price, volume: 1, source: 'simulated' },
  ...{ sourceAtMs: ENTRY_FROM + afterMs, atMs: ENTRY_FROM + afterMs, isHeld: false },
  ...change,
})
const settle = (ticks: readonly Tick[], throughMs = 0, change: Partial<AcceptedOption> = {}) =>
  settleOption({ ...order, ...change }, ticks, ENTRY_FROM + throughMs)

describe('the ticks that decide', () => {
  const entry = tick(11, 0, 100)
  const later = tick(90, EXPIRY + 1, 1)

  test.each([
    ['a higher last tick', [entry, tick(12, 59_000, 101), later], 'won', 12],
    ['a lower one', [entry, tick(12, 59_000, 99), later], 'lost', 12],
    ['an equal one', [entry, tick(12, 59_000, 100), later], 'tie', 12],
    ['the tick at the expiry itself', [entry, tick(12, 59_999, 99), tick(13, EXPIRY, 101), later], 'won', 13],
    [
      'the last of several at the expiry',
      [entry, tick(12, EXPIRY, 101), tick(13, EXPIRY, 99), later],
      'lost',
      13,
    ],
    ['not the tick after the expiry', [entry, tick(12, 59_000, 101), tick(13, EXPIRY + 1, 1)], 'won', 12],
    ['no held tick', [entry, tick(12, 59_000, 101), tick(13, 59_500, 1, { isHeld: true }), later], 'won', 12],
    [
      'no tick of another instrument',
      [entry, tick(12, 59_000, 101), tick(13, 59_500, 1, { symbol: 'ETH-USDT' }), later],
      'won',
      12,
    ],
    ['a tick exactly as old as is allowed', [entry, tick(12, EXPIRY - 2_000, 101), later], 'won', 12],
  ] as const)('are %s', (_, ticks, outcome, exit) => {
    expect(settle(ticks)).toMatchObject({ outcome, entry: { sequence: 11 }, exit: { sequence: exit } })
  })

  test.each([
    ['held', tick(11, 0, 1, { isHeld: true })],
    ['of another instrument', tick(11, 0, 1, { symbol: 'ETH-USDT' })],
    ['on the tape before the acceptance', tick(10, 0, 1)],
    ['recorded before the acceptance, though written after it', tick(11, -1_001, 1)],
    ['recorded less than a second after the acceptance', tick(11, -1, 1)],
  ])('the entry is none that is %s', (_, first) => {
    const ticks = [first, tick(12, 500, 100), tick(13, 60_000, 101)]
    expect(settle(ticks, 60_501)).toMatchObject({ outcome: 'won', entry: { sequence: 12 } })
  })

  test('the other direction wins by the opposite', () => {
    const ticks = [entry, tick(12, 59_000, 99), later]
    expect(settle(ticks, 0, { direction: 'fall' })).toMatchObject({ outcome: 'won' })
  })
})

describe('an order is void', () => {
  test.each([
    ['without any tick', [], 2_001, { outcome: 'void', reason: 'no-entry' }],
    [
      'with a first tick that is too late',
      [tick(11, 2_001, 100)],
      0,
      { outcome: 'void', reason: 'no-entry' },
    ],
    [
      'with a last tick that is too old',
      [tick(11, 0, 100), tick(12, EXPIRY - 2_001, 101)],
      EXPIRY + 1,
      { outcome: 'void', reason: 'no-exit', entry: tick(11, 0, 100), exit: tick(12, EXPIRY - 2_001, 101) },
    ],
  ] as const)('%s', (_, ticks, throughMs, expected) => {
    expect(settle(ticks, throughMs)).toEqual(expected)
  })

  test('not with a first tick at the last moment', () => {
    expect(settle([tick(11, 2_000, 100), tick(12, 62_000, 101)], 62_001)).toMatchObject({ outcome: 'won' })
  })
})

describe('nothing is decided', () => {
  test.each([
    ['before the entry may be too late', [], 2_000],
    [
      'at the expiry: another tick of that moment may follow',
      [tick(11, 0, 100), tick(12, EXPIRY, 101)],
      EXPIRY,
    ],
  ])('%s', (_, ticks, throughMs) => {
    expect(settle(ticks, throughMs)).toBeUndefined()
    expect(settle(ticks, throughMs + 1)).toBeDefined()
  })
})

/** A tape of some seconds with everything that can stand on one. */
const someTape = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 5_000 }), fc.constant(0)),
      price: fc.integer({ min: 98, max: 102 }),
      isHeld: fc.boolean().map((held) => held),
      isOther: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let atMs = -3_000
    return steps.map(({ gapMs, price, isHeld, isOther }, n) => {
      atMs += gapMs
      return tick(n + 1, atMs, price, {
        isHeld: isHeld && n % 3 === 0,
        symbol: isOther ? 'ETH-USDT' : 'BTC-USDT',
      })
    })
  })
const someOrder = fc.record({
  direction: fc.constantFrom('rise' as const, 'fall' as const),
  seconds: fc.constantFrom(1, 5, 10, 20),
  acceptedSequence: fc.integer({ min: 0, max: 30 }),
})

describe('an outcome', () => {
  test('that is decided stays, whatever the tape takes after it', () => {
    fc.assert(
      fc.property(someTape, someOrder, fc.nat(60), (tape, change, length) => {
        const prefix = tape.slice(0, length)
        const throughMs = (prefix.at(-1)?.atMs ?? 0) - ENTRY_FROM
        const early = settle(prefix, throughMs, change)
        if (early !== undefined) expect(settle(tape, 0, change)).toEqual(early)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is the one of a plain search: the first tick, and the last at or before the expiry', () => {
    fc.assert(
      fc.property(someTape, someOrder, (tape, change) => {
        const throughMs = 1_000_000
        const own = tape.filter(
          (each) =>
            each.symbol === 'BTC-USDT' &&
            !each.isHeld &&
            each.sequence > change.acceptedSequence &&
            each.atMs >= ENTRY_FROM,
        )
        const [first] = own
        const result = settle(tape, throughMs, change)
        if (!first || first.atMs > ENTRY_FROM + 2_000) {
          expect(result).toEqual({ outcome: 'void', reason: 'no-entry' })
          return
        }
        const endMs = first.atMs + change.seconds * 1_000
        const last = own.filter(({ atMs }) => atMs <= endMs).at(-1)!
        const isOld = last.atMs < endMs - 2_000
        const sign = Math.sign(last.price - first.price) * (change.direction === 'rise' ? 1 : -1)
        const outcome = isOld ? 'void' : sign > 0 ? 'won' : sign < 0 ? 'lost' : 'tie'
        expect(result).toMatchObject({ outcome, entry: first, exit: last })
      }),
      { numRuns: 2_000 },
    )
  })

  test('of rise and fall together is even: one wins what the other loses', () => {
    fc.assert(
      fc.property(someTape, someOrder, (tape, change) => {
        const [rise, fall] = (['rise', 'fall'] as const).map(
          (direction) => settle(tape, 1_000_000, { ...change, direction })!.outcome,
        )
        expect(fall).toBe({ won: 'lost', lost: 'won', tie: 'tie', void: 'void' }[rise!])
      }),
    )
  })
})

test('stake and winnings are paid for a win, nothing for a loss, the stake for a tie and for a void order', () => {
  const paid = (['won', 'lost', 'tie', 'void'] as const).map((outcome) => payoutOf(order, outcome))
  expect(paid).toEqual([185n, 0n, 100n, 100n])
})

test('winnings are rounded down, and the break-even share up', () => {
  expect(winningsOf(units(99n), 8_500)).toBe(84n)
  expect([8_000, 8_500, 9_200].map(breakEvenBps)).toEqual([5_556, 5_406, 5_209])
})

test('100,000 simulated bets come out alike for every size, direction and tenure', () => {
  const { bySize, byDirection, byTenure, bets } = cohortsOf(100_000, 20_260_302)
  expect(bets).toBe(100_000)
  for (const cohorts of [bySize, byDirection, byTenure]) {
    expect(Object.keys(cohorts).length).toBeGreaterThan(1)
  }
  const chances = Object.entries({ bySize, byDirection, byTenure }).map(([name, cohorts]) => ({
    name,
    p: chanceOfDifference(Object.values(cohorts)),
  }))
  console.log(`100,000 bets: ${chances.map(({ name, p }) => `${name} p = ${p.toFixed(3)}`).join(', ')}`)
  expect(chances.filter(({ p }) => p < 0.001)).toEqual([])
})

test('T25: who sees prices 300 ms before the tape has them wins no more than by chance', () => {
  const share = (entryAfterMs: number) => {
    const { won, lost } = informedBets(5_000, 20_260_304, { entryAfterMs, knownMs: 300 })
    return { won: (100 * won) / (won + lost), chance: 329 / 2 / Math.sqrt(won + lost) }
  }
  // With an entry at once they would win more than the share at which neither side gains.
  expect(share(0).won).toBeGreaterThan(breakEvenBps(8_500) / 100)
  const { won, chance } = share(ENTRY_AFTER_MS)
  expect(Math.abs(won - 50)).toBeLessThan(chance)
})

test('bets of which one cohort wins two in a hundred more do not pass for even', () => {
  const of = (won: number) => ({ won, lost: 50_000 - won, tie: 0, void: 0 })
  expect(chanceOfDifference([of(24_000), of(25_000)])).toBeLessThan(0.001)
  expect(chanceOfDifference([of(24_900), of(25_000)])).toBeGreaterThan(0.001)
})
