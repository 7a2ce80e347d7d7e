import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { least, units } from '../money/amount.ts'
import { DAY_MS } from '../time.ts'
import { allot, allottedNow } from './allotment.ts'
import { golden } from './golden-for-tests.ts'
import {
  coinsFor,
  decideIeo,
  failureAt,
  heldIn,
  type IeoDraft,
  type IeoProject,
  invalidIeo,
  isSamePrice,
  LISTED_WITHIN_MS,
  phaseOf,
  presaleOf,
} from './rules.ts'

const START = Date.UTC(2026, 0, 1)
/** At 0.25 USDT. */
const project = (changes: Partial<IeoProject> = {}): IeoProject => ({
  ...{ status: 'sale', isOpen: true, price: units(2_500_000n), exchangeSupply: 1_000n },
  ...{ subscriptionSupply: 1_000n, maxExchange: 400n, quota: 600n, softCap: 0n },
  ...{ opensAtMs: START, endsAtMs: START + DAY_MS, sold: 0n, subscribed: 0n },
  ...changes,
})
const context = { nowMs: START, available: 1_000_0000000n, own: 0n }

describe('what is allotted', () => {
  test.each(golden)('is as computed apart: $name', ({ supply, asks, allotted, left }) => {
    const found = allot(supply, asks)
    expect(found.lines.map((line) => line.allotted)).toEqual(allotted)
    expect(found.left).toBe(left)
  })

  const asks = fc.array(fc.bigInt({ min: 1n, max: 10_000n }), { maxLength: 60 })
  const supply = fc.bigInt({ min: 0n, max: 100_000n })

  test('is exactly the supply or all that was asked for, and never more than somebody asked', () => {
    fc.assert(
      fc.property(supply, asks, (supply, asks) => {
        const { total, lines, left } = allot(supply, asks)
        const sum = lines.reduce((all, { allotted }) => all + allotted, 0n)
        expect(sum).toBe(least(total, supply))
        expect(lines.every(({ allotted }, n) => allotted >= 0n && allotted <= asks[n]!)).toBe(true)
        expect(left).toBeLessThan(Math.max(1, asks.length))
      }),
    )
  })

  test('is within a coin of the exact share, the same for who asked the same, but for one coin by time', () => {
    fc.assert(
      fc.property(supply, asks, (supply, asks) => {
        const { total, lines } = allot(supply, asks)
        if (total <= supply) return
        for (const [n, { allotted, whole }] of lines.entries()) {
          const exact = asks[n]! * supply
          expect(allotted * total > exact - total && allotted * total < exact + total).toBe(true)
          for (const [m, other] of lines.entries())
            if (asks[n] === asks[m] && n < m) {
              expect(other.whole).toBe(whole)
              expect(allotted >= other.allotted && allotted - other.allotted <= 1n).toBe(true)
            }
        }
      }),
    )
  })

  test('before the end is what the rule gives, without the coin that is left over', () => {
    expect(allottedNow(4_000_000n, 4_800n, 9_595_200n)).toBe(2_000n)
    expect(allottedNow(1_000n, 400n, 600n)).toBe(400n)
    expect(allottedNow(1_000n, 3n, 998n)).toBe(2n)
  })
})

describe('an order', () => {
  test('is of as many whole coins as the amount buys', () => {
    expect(coinsFor(9_999_999n, 2_500_000n)).toBe(3n)
    expect(decideIeo(project(), 'exchange', context, 9_999_999n)).toMatchObject({
      ok: true,
      quantity: 3n,
      cost: 7_500_000n,
    })
  })

  test.each([
    ['before it opens', project(), { ...context, nowMs: START - 1 }, 'IEO_CLOSED'],
    ['at its end', project(), { ...context, nowMs: START + DAY_MS }, 'IEO_CLOSED'],
    ['while it is closed', project({ isOpen: false }), context, 'IEO_CLOSED'],
    ['of an allotted one', project({ status: 'allotted' }), context, 'IEO_CLOSED'],
    ['beyond what one may have', project(), { ...context, own: 397n }, 'AMOUNT_TOO_LARGE'],
    ['without the money', project(), { ...context, available: 9_999_999n }, 'INSUFFICIENT_BALANCE'],
    ['beyond what is left', project({ sold: 997n }), context, 'EARN_SOLD_OUT'],
  ] as const)('is refused %s', (_, state, at, code) => {
    expect(decideIeo(state, 'exchange', at, 10_000_000n)).toMatchObject({ ok: false, code })
  })

  test('of less than a coin is refused with what one costs', () => {
    expect(decideIeo(project(), 'exchange', context, 2_499_999n)).toMatchObject({
      code: 'AMOUNT_TOO_SMALL',
      params: { minimum: '0.2500000' },
    })
  })

  test('by subscription may ask for more than there is, up to the quota', () => {
    const state = project({ subscribed: 5_000n })
    expect(decideIeo(state, 'subscription', context, 600n * 2_500_000n)).toMatchObject({ quantity: 600n })
    expect(decideIeo(state, 'subscription', context, 601n * 2_500_000n)).toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
      params: { maximum: '150.0000000' },
    })
  })

  test('is compared with the price that a client sends, which is never used', () => {
    expect([isSamePrice('0.25', 2_500_000n), isSamePrice('0.2500000', 2_500_000n)]).toEqual([true, true])
    expect([isSamePrice('0.01', 2_500_000n), isSamePrice('0.25000001', 2_500_000n)]).toEqual([false, false])
  })

  test('holds its money until coins are delivered or it comes back', () => {
    const order = { quantity: 10n, allotted: 4n, price: 25n }
    expect(heldIn({ ...order, state: 'waiting' })).toBe(250n)
    expect(heldIn({ ...order, state: 'allotted' })).toBe(100n)
    for (const state of ['locked', 'unlocked', 'refunded'] as const)
      expect(heldIn({ ...order, state })).toBe(0n)
  })
})

describe('a sale', () => {
  test('is what time, supply and operators make of it', () => {
    const at = (nowMs: number, changes: Partial<IeoProject> = {}) => phaseOf(project(changes), nowMs)
    expect(at(START - 1)).toBe('announced')
    expect(at(START)).toBe('open')
    expect(at(START, { isOpen: false })).toBe('closed')
    expect(at(START, { sold: 1_000n })).toBe('open')
    expect(at(START, { sold: 1_000n, subscriptionSupply: 0n })).toBe('sold-out')
    expect(at(START + DAY_MS)).toBe('ended')
    expect(at(START, { status: 'failed' })).toBe('failed')
    expect((['announced', 'open', 'sold-out', 'ended', 'listed'] as const).map(presaleOf)).toEqual([
      'not-started',
      'in-progress',
      'sold-out',
      'ended',
      'ended',
    ])
  })

  test('fails below its soft cap, counting no more of subscriptions than there is', () => {
    const end = START + DAY_MS
    const of = (changes: Partial<IeoProject>, nowMs = end) => failureAt(project(changes), nowMs)
    expect(of({ softCap: 1_300n, sold: 300n, subscribed: 9_000n })).toBeUndefined()
    expect(of({ softCap: 1_301n, sold: 300n, subscribed: 9_000n })).toBe('soft-cap')
    expect(of({ softCap: 1_301n }, end - 1)).toBeUndefined()
    const late = end + LISTED_WITHIN_MS
    expect(of({ status: 'allotted' }, late - 1)).toBeUndefined()
    expect(of({ status: 'allotted' }, late)).toBe('unlisted')
    expect(of({ status: 'listed' }, late)).toBeUndefined()
  })

  const draft: IeoDraft = {
    ...{ code: 'ZZZ', name: 'Z', decimals: 4, colour: '#3AB08C', tagline: 'z', price: units(2_500_000n) },
    ...{ exchangeSupply: 1_000n, subscriptionSupply: 1_000n, maxExchange: 400n, quota: 600n, softCap: 0n },
    ...{ opensAtMs: START, endsAtMs: START + DAY_MS, listsAtMs: START + DAY_MS, lockDays: 0 },
  }
  test.each([
    [{}, undefined],
    [{ code: 'BTC' }, 'code'],
    [{ code: 'btc' }, 'code'],
    [{ decimals: 9 }, 'decimals'],
    [{ price: units(0n) }, 'price'],
    [{ exchangeSupply: 0n, subscriptionSupply: 0n }, 'subscriptionSupply'],
    [{ maxExchange: 1_001n }, 'maxExchange'],
    [{ maxExchange: 0n }, 'maxExchange'],
    [{ exchangeSupply: 0n, maxExchange: 0n }, undefined],
    [{ quota: 0n }, 'quota'],
    [{ softCap: 2_001n }, 'softCap'],
    [{ endsAtMs: START }, 'endsAtMs'],
    [{ listsAtMs: START }, 'listsAtMs'],
    [{ listsAtMs: START + DAY_MS + LISTED_WITHIN_MS + 1 }, 'listsAtMs'],
    [{ lockDays: 366 }, 'lockDays'],
    [{ exchangeSupply: 10_000_000_000n, price: units(10n ** 10n) }, 'price'],
  ] as [Partial<IeoDraft>, string | undefined][])('with %o is wrong in %s', (changes, field) => {
    expect(invalidIeo({ ...draft, ...changes })).toBe(field)
  })
})
