import { describe, expect, test } from 'vitest'
import { commissionOn, earningEndsMs, paidFromMs, payable, valueOfFee } from './rules.ts'

describe('the commission', () => {
  test('is a fifth of the fees, rounded down', () => {
    expect(commissionOn(1_000n)).toBe(200n)
    expect(commissionOn(4n)).toBe(0n)
    expect(commissionOn(5n)).toBe(1n)
    expect(commissionOn(9_999n)).toBe(1_999n)
  })

  test('never pays back what a trade with oneself costs', () => {
    for (const fees of [1n, 5n, 999n, 10n ** 15n]) expect(commissionOn(fees) * 4n).toBeLessThan(fees)
  })

  test('is valued at the average price of the order’s fills', () => {
    // 0.02 BTC bought for 400 USDT: a fee of 0.00002 BTC is worth 0.4 USDT, in units of eight and seven decimals.
    expect(valueOfFee({ fee: 2_000n, received: 2_000_000n, notional: 400_0000000n })).toBe(4_000_000n)
    // What is sold pays in the money itself.
    expect(valueOfFee({ fee: 4_000_000n, received: 400_0000000n, notional: 400_0000000n })).toBe(4_000_000n)
  })

  test('ends 180 days after registration and is paid 30 days after its day', () => {
    const day = Date.UTC(2026, 0, 1)
    expect(new Date(earningEndsMs(day)).toISOString()).toBe('2026-06-30T00:00:00.000Z')
    expect(new Date(paidFromMs(day)).toISOString()).toBe('2026-02-01T00:00:00.000Z')
  })
})

describe('what of it is paid', () => {
  const cap = 500_0000000n
  test('is all of it up to the month’s maximum, to the unit', () => {
    expect(payable({ amount: 77n, value: cap }, 0n)).toEqual({ amount: 77n, value: cap })
    expect(payable({ amount: 77n, value: 1n }, cap - 1n)).toEqual({ amount: 77n, value: 1n })
  })
  test('is the part that the month has left beyond it', () => {
    expect(payable({ amount: 1_000n, value: 100_0000000n }, 450_0000000n)).toEqual({
      amount: 500n,
      value: 50_0000000n,
    })
    expect(payable({ amount: 1_000n, value: 3n }, cap - 1n)).toEqual({ amount: 333n, value: 1n })
  })
  test('is nothing, and takes nothing of the month, where the part rounds to nothing', () => {
    expect(payable({ amount: 2n, value: 3n }, cap - 1n)).toEqual({ amount: 0n, value: 0n })
  })
  test('is nothing once the month is full', () => {
    expect(payable({ amount: 1_000n, value: 3n }, cap)).toEqual({ amount: 0n, value: 0n })
  })
})
