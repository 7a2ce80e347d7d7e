import { describe, expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import { parseRate } from '../money/rate.ts'
import { breakEvenDay, earlyRedemption, fullInterest, interestPerDay, type Terms } from './rules.ts'

/** The odd unit is the platform's: the smallest amounts, where a unit is a good part of the whole. */

const terms: Terms = {
  termDays: 10,
  dailyRate: parseRate('0.001')!,
  penaltyRate: parseRate('0.01')!,
}

describe('a part of a unit', () => {
  test.each([
    [100n, 1n],
    [101n, 2n],
    [199n, 2n],
    [200n, 2n],
    [201n, 3n],
    [1n, 1n],
  ])('of the penalty is charged as one: of %i units redeemed at once %i', (principal, penalty) => {
    expect(earlyRedemption(units(principal), terms, 0, 'locked')).toEqual({
      interest: 0n,
      penalty,
      refund: principal - penalty,
    })
  })

  test.each([
    [999n, 0n],
    [1_000n, 1n],
    [1_999n, 1n],
    [2_000n, 2n],
  ])('of a day’s interest is not paid: %i units earn %i a day', (principal, interest) => {
    expect(interestPerDay(units(principal), terms)).toBe(interest)
    expect(fullInterest(units(principal), terms)).toBe(interest * 10n)
  })

  test('of the penalty is in the day of even, too', () => {
    // 1,001 units earn 1 a day; 1 % of them is 10.01, so that 10 days of interest do not pay for it.
    expect(breakEvenDay(units(1_001n), { ...terms, termDays: 20 })).toBe(11)
    expect(earlyRedemption(units(1_001n), { ...terms, termDays: 20 }, 10, 'locked').refund).toBe(1_000n)
    expect(earlyRedemption(units(1_001n), { ...terms, termDays: 20 }, 11, 'locked').refund).toBe(1_001n)
  })
})
