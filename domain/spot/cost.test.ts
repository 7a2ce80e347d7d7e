import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInstrument } from '../market/instruments.ts'
import { price, quantity, units } from '../money/amount.ts'
import { averageCost, type CostFill, costOf, openProfit } from './cost.ts'

const btc = findInstrument('BTC-USDT')!
/** Of so many hundredths of a coin, at a price in USDT. */
const fill = (side: 'buy' | 'sell', hundredths: bigint, at: bigint, fee = 0n): CostFill => ({
  ...{ side, quantity: quantity(hundredths * 1_000n), price: price(at * 100n), fee: units(fee) },
})
const usdt = (amount: bigint) => amount * 10_000_000n
const COIN = 100_000_000n

test('the average is that of what was paid, and a sale leaves it as it is', () => {
  const bought = [fill('buy', 10n, 10_000n), fill('buy', 30n, 20_000n)]
  const before = costOf(btc, bought)
  expect(before).toEqual({ base: (COIN * 4n) / 10n, paid: usdt(7_000n) })
  expect(averageCost(btc, before)).toBe('17500.0000')
  const after = costOf(btc, [...bought, fill('sell', 20n, 50_000n)])
  expect(after).toEqual({ base: (COIN * 2n) / 10n, paid: usdt(3_500n) })
  expect(averageCost(btc, after)).toBe('17500.0000')
  // 0.2 at 20,000 are 4,000.
  expect(openProfit(btc, after, price(2_000_000n))).toBe(usdt(500n))
  expect(openProfit(btc, after, price(1_000_000n))).toBe(-usdt(1_500n))
})

test('a fee taken from the coin makes what is left dearer', () => {
  // A thousandth of 0.1.
  const cost = costOf(btc, [fill('buy', 10n, 10_000n, 10_000n)])
  expect(cost).toEqual({ base: 9_990_000n, paid: usdt(1_000n) })
  expect(averageCost(btc, cost)).toBe('10010.0101')
})

test('what was sold beyond what was bought came in another way, and begins nothing below zero', () => {
  const cost = costOf(btc, [fill('buy', 10n, 10_000n), fill('sell', 30n, 20_000n), fill('buy', 20n, 15_000n)])
  expect(averageCost(btc, cost)).toBe('15000.0000')
  expect(averageCost(btc, costOf(btc, [fill('sell', 5n, 9_000n)]))).toBeUndefined()
  expect(openProfit(btc, costOf(btc, []), price(1n))).toBe(0n)
})

test('no fill makes base or cost negative, nor the average leave the prices that were paid, but for fees', () => {
  const one = fc.record({
    side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
    hundredths: fc.bigInt(1n, 500n),
    at: fc.bigInt(1n, 60_000n),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (list) => {
      const fills = list.map(({ side, hundredths, at }) => fill(side, hundredths, at))
      const cost = costOf(btc, fills)
      expect(cost.base >= 0n && cost.paid >= 0n).toBe(true)
      const average = averageCost(btc, cost)
      const prices = list.filter(({ side }) => side === 'buy').map(({ at }) => Number(at))
      if (average === undefined) return
      expect(Number(average)).toBeGreaterThanOrEqual(Math.min(...prices))
      // Each sale rounds by less than a unit.
      expect(Number(average)).toBeLessThanOrEqual(Math.max(...prices) + 0.001)
    }),
  )
})
