import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { type Movement, pnlCauses, pnlOf, pnlPercent, rangeMoments, rangeStart } from './pnl.ts'
import { exactUsd, ONE_USD, type UsdPrice } from './rules.ts'

const NOON = Date.UTC(2026, 10, 22, 12, 0, 30)
const MIDNIGHT = Date.UTC(2026, 10, 22)

describe('the moments of a range', () => {
  test.each([
    ['1d', 0],
    ['1w', 6],
    ['1m', 29],
    ['1y', 364],
  ] as const)('%s begins at midnight UTC, %i days before today', (range, days) => {
    expect(rangeStart(range, NOON)).toBe(MIDNIGHT - days * DAY_MS)
    expect(rangeMoments(range, NOON)[0]).toBe(rangeStart(range, NOON))
  })

  test.each([
    [MIDNIGHT, 1, undefined],
    [MIDNIGHT + 1, 1, undefined],
    [MIDNIGHT + 90 * MINUTE_MS, 90, MINUTE_MS],
    [MIDNIGHT + 7 * HOUR_MS, 84, 5 * MINUTE_MS],
    [NOON, 49, 15 * MINUTE_MS],
    [MIDNIGHT + DAY_MS - 1, 96, 15 * MINUTE_MS],
  ])('of today are as close as the hour allows', (nowMs, count, step) => {
    const moments = rangeMoments('1d', nowMs)
    expect(moments).toHaveLength(count)
    if (step !== undefined) expect(moments[1]! - moments[0]!).toBe(step)
  })

  test('are in order, before now, whole steps of UTC, and never many', () => {
    const ranges = fc.constantFrom('1d', '1w', '1m', '1y')
    fc.assert(
      fc.property(ranges, fc.integer({ min: MIDNIGHT, max: MIDNIGHT + 400 * DAY_MS }), (range, nowMs) => {
        const moments = rangeMoments(range, nowMs)
        expect(moments.length).toBeLessThanOrEqual(97)
        for (const [index, atMs] of moments.entries()) {
          expect(atMs % MINUTE_MS).toBe(0)
          if (index > 0) expect(atMs).toBeGreaterThan(moments[index - 1]!)
        }
        expect(moments.at(-1)).toBeLessThanOrEqual(nowMs)
      }),
    )
  })
})

describe('profit and loss', () => {
  test.each([
    // The day of the pictures: 350.58 on 24,450.52 is 1.43 %.
    [{ start: 24_450_52n, now: 24_801_10n, deposits: 0n, withdrawals: 0n }, 350_58n, 143n],
    // What came in and went out again is neither.
    [{ start: 100_00n, now: 100_00n, deposits: 50_00n, withdrawals: 50_00n }, 0n, 0n],
    [{ start: 0n, now: 500_00n, deposits: 500_00n, withdrawals: 0n }, 0n, 0n],
    [{ start: 1_000_00n, now: 1_190_00n, deposits: 200_00n, withdrawals: 0n }, -10_00n, -83n],
    [{ start: 300_00n, now: 0n, deposits: 0n, withdrawals: 300_00n }, 0n, 0n],
    [{ start: 0n, now: 0n, deposits: 0n, withdrawals: 0n }, 0n, undefined],
    // Half of a hundredth of a percent goes away from zero.
    [{ start: 200_00n, now: 200_01n, deposits: 0n, withdrawals: 0n }, 1n, 1n],
    [{ start: 200_00n, now: 199_99n, deposits: 0n, withdrawals: 0n }, -1n, -1n],
  ])('%o', (figures, pnl, percent) => {
    expect(pnlOf(figures)).toBe(pnl)
    expect(pnlPercent(figures)).toBe(percent)
  })
})

const at = (price: bigint): UsdPrice => ({ price, decimals: 2 })
const BTC = 100_000_000n
const USDT = 10_000_000n

describe('the causes', () => {
  test('are what prices did to what there was, and each reason at the price of its moment', () => {
    const movements: Movement[] = [
      // Bought at 20,010 while the last price was 20,000, with a fee.
      move('BTC', 'spot-trade', BTC / 10n, at(20_000_00n)),
      move('USDT', 'spot-trade', -2_001n * USDT, ONE_USD),
      move('USDT', 'spot-fee', -2n * USDT, ONE_USD),
      move('BTC', 'deposit', BTC, at(20_500_00n), true),
    ]
    const held = [
      { currency: 'BTC', amount: BTC, startPrice: at(19_000_00n), price: at(21_000_00n) },
      { currency: 'USDT', amount: 5_000n * USDT, startPrice: ONE_USD, price: ONE_USD },
    ]
    expect(pnlCauses(held, movements)).toEqual([
      // 2,000 on what there was, 100 on what was bought since, 500 on what was brought in since.
      { currency: 'BTC', usd: dollars(2_600n) },
      { reason: 'spot-trade', entries: 2, usd: dollars(-1n) },
      { reason: 'spot-fee', entries: 1, usd: dollars(-2n) },
    ])
  })

  test('add up to the value now, less that at the start, less what came from outside', () => {
    const price = fc.bigInt(1n, 10n ** 9n).map(at)
    const movement = fc.record({
      currency: fc.constantFrom('BTC', 'ETH', 'USDT'),
      reason: fc.constantFrom('deposit' as const, 'spot-trade' as const, 'earn-interest' as const),
      amount: fc.bigInt(-(10n ** 15n), 10n ** 15n),
      entries: fc.constant(1),
      price,
      isExternal: fc.boolean(),
    })
    const currency = fc.record({ amount: fc.bigInt(0n, 10n ** 16n), startPrice: price, price })
    fc.assert(
      fc.property(currency, currency, currency, fc.array(movement), (btc, eth, usdt, movements) => {
        const held = [
          { currency: 'BTC', ...btc },
          { currency: 'ETH', ...eth },
          { currency: 'USDT', ...usdt },
        ]
        const start = sum(held.map((one) => exactUsd(one.amount, one.currency, one.startPrice)))
        const now = sum(
          held.map((one) => {
            const moved = movements.filter((movement) => movement.currency === one.currency)
            return exactUsd(one.amount + sum(moved.map(({ amount }) => amount)), one.currency, one.price)
          }),
        )
        const outside = movements.filter(({ isExternal }) => isExternal)
        const brought = sum(outside.map((one) => exactUsd(one.amount, one.currency, one.price)))
        expect(sum(pnlCauses(held, movements).map(({ usd }) => usd))).toBe(now - start - brought)
      }),
    )
  })
})

function move(
  currency: string,
  reason: Movement['reason'],
  amount: bigint,
  price: UsdPrice,
  isExternal = false,
): Movement {
  return { currency, reason, amount, entries: 1, price, isExternal }
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const dollars = (value: bigint) => exactUsd(value * USDT, 'USDT', ONE_USD)
