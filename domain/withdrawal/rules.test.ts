import { describe, expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import { adoptCurrencies } from '../money/currencies.ts'
import { seedListing } from '../seed/listing.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import {
  can,
  countedStatuses,
  decideWithdrawal,
  invalidWithdrawalTerm,
  limitOf,
  limitValueOf,
  openStatuses,
  type WithdrawalRequest,
  withdrawalStatuses,
} from './rules.ts'

adoptCurrencies(seedListing.currencies)

const NOW = Date.UTC(2026, 0, 2, 12)
const btc = (amount: number) => units(BigInt(Math.round(amount * 1e8)))
const request = (change: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  ...{ currency: 'USDT', decimals: 7, amount: units(500_0000000n) },
  terms: { fee: units(1_0000000n), minimum: units(10_0000000n), isPaused: false },
  ...{ areAllPaused: false, heldUntilMs: undefined, savedAtMs: NOW - DAY_MS },
  ...{ tier: 'basic', value: btc(0.025), used: btc(0), isFirst: false },
  ...change,
})
const codeOf = (change: Partial<WithdrawalRequest>) => {
  const decision = decideWithdrawal(request(change), NOW)
  return decision.ok ? 'ok' : decision.code
}

describe('deciding a request', () => {
  test('the fee is taken from the amount, so that what arrives is less by it', () => {
    expect(decideWithdrawal(request(), NOW)).toEqual({
      ok: true,
      fee: 1_0000000n,
      receive: 499_0000000n,
      value: btc(0.025),
      needsReview: false,
    })
  })

  test('it is refused in the order of the rulings: amount, pause, hold, address, price, limit', () => {
    const wrong: [Partial<WithdrawalRequest>, string][] = [
      [{ amount: units(9_9999999n) }, 'AMOUNT_TOO_SMALL'],
      [{ areAllPaused: true }, 'WITHDRAWAL_PAUSED'],
      [{ heldUntilMs: NOW + 1 }, 'WITHDRAWAL_HELD'],
      [{ savedAtMs: NOW - DAY_MS + 1 }, 'ADDRESS_NEW'],
      [{ value: undefined }, 'PRICE_STALE'],
    ]
    for (const [n, [, code]] of wrong.entries()) {
      const rest = Object.assign({ used: btc(200) }, ...wrong.slice(n).map(([change]) => change))
      expect(codeOf(rest)).toBe(code)
    }
    expect(codeOf({ used: btc(200) })).toBe('WITHDRAWAL_LIMIT')
  })

  test('a pause of one network refuses too, and a hold is over at its moment', () => {
    expect(codeOf({ terms: { ...request().terms, isPaused: true } })).toBe('WITHDRAWAL_PAUSED')
    expect(codeOf({ heldUntilMs: NOW })).toBe('ok')
  })

  test('what is left of a wait is said in hours, rounded up', () => {
    expect(decideWithdrawal(request({ savedAtMs: NOW - 2 * HOUR_MS - 1 }), NOW)).toMatchObject({
      params: { hours: 22 },
    })
  })

  test('the limit is met to the last unit, and by nobody who is not verified', () => {
    expect(limitOf('unverified')).toBe(0n)
    expect(codeOf({ used: units(btc(200) - btc(0.025)) })).toBe('ok')
    expect(codeOf({ used: units(btc(200) - btc(0.025) + 1n) })).toBe('WITHDRAWAL_LIMIT')
    expect(codeOf({ tier: 'advanced', used: btc(499) })).toBe('ok')
    expect(codeOf({ tier: 'unverified' })).toBe('WITHDRAWAL_LIMIT')
  })

  test('the first one and those above 1 BTC are looked at', () => {
    const looked = (change: Partial<WithdrawalRequest>) =>
      (decideWithdrawal(request(change), NOW) as { needsReview: boolean }).needsReview
    expect(looked({ isFirst: true })).toBe(true)
    expect(looked({ value: btc(1) })).toBe(false)
    expect(looked({ value: units(btc(1) + 1n) })).toBe(true)
  })
})

test('a value is rounded up to the limit’s smallest unit', () => {
  const price = (text: bigint, decimals = 0) => ({ price: text, decimals })
  expect(limitValueOf(units(20_000_0000000n), 'USDT', price(1n), price(20_000n))).toBe(100_000_000n)
  expect(limitValueOf(units(1n), 'USDT', price(1n), price(20_000n))).toBe(1n)
  expect(limitValueOf(units(150_000_000n), 'BTC', price(2_000_000n, 2), price(20_000n))).toBe(150_000_000n)
})

test('a fee is always below the smallest withdrawal', () => {
  expect(invalidWithdrawalTerm({ fee: units(1n), minimum: units(2n) })).toBeUndefined()
  expect(invalidWithdrawalTerm({ fee: units(2n), minimum: units(2n) })).toBe('minimum')
})

test('nothing that ended can be changed, and from signing on only the chain ends it', () => {
  for (const status of ['done', 'rejected', 'failed', 'cancelled'] as const)
    for (const action of ['approve', 'cancel', 'reject', 'prepare', 'send', 'finish', 'fail'] as const)
      expect(can(action, status)).toBe(false)
  for (const status of ['signing', 'sent'] as const) {
    expect(can('cancel', status)).toBe(false)
    expect(can('reject', status)).toBe(false)
  }
})

test('what may still leave counts towards the limit, and what came back does not', () => {
  expect(withdrawalStatuses.filter((status) => !countedStatuses.includes(status))).toEqual([
    'rejected',
    'failed',
    'cancelled',
  ])
  expect(countedStatuses.filter((status) => !openStatuses.includes(status))).toEqual(['done'])
})
