import { describe, expect, test } from 'vitest'
import { rate, units } from '../money/amount.ts'
import { parseRate } from '../money/rate.ts'
import { readAmount } from '../money/read-amount.ts'
import {
  bestOf,
  boostOf,
  type CampaignDraft,
  campaignState,
  discountOf,
  invalidCampaign,
  readCode,
  showCode,
  trialInterest,
} from './rules.ts'

const usdt = (text: string) => readAmount(text, 'USDT')

/**
 * Principal, cap, basis points, days, and the boost in units: computed apart, with exact fractions in another language
 * (Python: `floor(min(principal, cap) * bps / 10000 * days / 365 * 10**7)`).
 */
const golden: readonly [string, string, number, number, bigint][] = [
  ['1000', '1000', 200, 30, 16_438_356n],
  ['1000', '5000', 200, 30, 16_438_356n],
  ['5000', '1000', 200, 30, 16_438_356n],
  ['123.4567891', '1000', 75, 7, 177_574n],
  ['0.0000001', '1000', 1_000, 1, 0n],
  ['10', '10', 1, 1, 27n],
  ['999999.9999999', '1000000', 1_000, 730, 1_999_999_999_999n],
  ['250', '100', 333, 90, 8_210_958n],
]

describe('a boost', () => {
  test.each(golden)(
    'of %s with a cap of %s at %d bps for %d days',
    (principal, cap, shareBps, termDays, boost) => {
      expect(boostOf({ shareBps, cap: usdt(cap) }, { principal: usdt(principal), termDays })).toBe(boost)
    },
  )
})

test('a trial earns what the same principal earns in the savings', () => {
  const terms = { kind: 'trial', currency: 'USDT', shareBps: 0, termDays: 7 } as const
  // 500 × 0.0001 × 7.
  expect(trialInterest({ ...terms, cap: usdt('500'), dailyRate: parseRate('0.0001')! })).toBe(usdt('0.35'))
  // A day's interest is rounded down before the days are counted: 0.0000001 × 0.5, seven times nothing.
  expect(trialInterest({ ...terms, cap: units(1n), dailyRate: parseRate('0.5')! })).toBe(0n)
})

describe('a discount', () => {
  const terms = { shareBps: 5_000, cap: usdt('5') }
  test('is its share of the fee, rounded down', () => {
    expect(discountOf(terms, { feeValue: usdt('3'), paid: 0n })).toBe(usdt('1.5'))
    expect(discountOf(terms, { feeValue: 3n, paid: 0n })).toBe(1n)
    expect(discountOf(terms, { feeValue: 1n, paid: 0n })).toBe(0n)
  })
  test('never pays more than it has left', () => {
    expect(discountOf(terms, { feeValue: usdt('100'), paid: usdt('4.9999999') })).toBe(1n)
    expect(discountOf(terms, { feeValue: usdt('100'), paid: usdt('5') })).toBe(0n)
  })
})

test('the best of several is what gives most, then what ends first, then the older', () => {
  const of = (id: bigint, worth: bigint, expires_at: number) => ({ id, worth, expires_at })
  const best = (...coupons: ReturnType<typeof of>[]) => bestOf(coupons, ({ worth }) => worth)?.id
  expect(best(of(1n, 5n, 1), of(2n, 9n, 9), of(3n, 8n, 1))).toBe(2n)
  expect(best(of(1n, 5n, 9), of(2n, 5n, 3), of(3n, 5n, 6))).toBe(2n)
  expect(best(of(7n, 5n, 3), of(2n, 5n, 3))).toBe(2n)
  expect(best(of(1n, 0n, 1))).toBeUndefined()
  expect(best()).toBeUndefined()
})

test('a campaign is open from its beginning until just before its end, and never once it is stopped', () => {
  const campaign = { isStopped: false, opensAtMs: 10, closesAtMs: 20 }
  expect([9, 10, 19, 20].map((now) => campaignState(campaign, now))).toEqual([
    ...['planned', 'open', 'open', 'ended'],
  ])
  expect(campaignState({ ...campaign, isStopped: true }, 15)).toBe('stopped')
})

describe('the terms of a campaign', () => {
  const draft: CampaignDraft = {
    ...{ name: 'For tests', kind: 'boost', currency: 'USDT', shareBps: 200, cap: usdt('1000') },
    ...{ termDays: 0, dailyRate: rate(0n), budget: usdt('100'), quantity: 10, validDays: 30 },
    ...{ opensAtMs: 0, closesAtMs: 1 },
  }
  test.each<[string, Partial<CampaignDraft>, keyof CampaignDraft | undefined]>([
    ['as they should be', {}, undefined],
    ['ten points', { shareBps: 1_000 }, undefined],
    ['more than ten points', { shareBps: 1_001 }, 'shareBps'],
    ['no points', { shareBps: 0 }, 'shareBps'],
    ['half of a fee', { kind: 'discount', shareBps: 5_000, budget: usdt('1000') }, undefined],
    ['more than half of a fee', { kind: 'discount', shareBps: 5_001 }, 'shareBps'],
    ['a discount in another coin', { kind: 'discount', currency: 'BTC' }, 'currency'],
    ['a trial with a share', { kind: 'trial', termDays: 7, dailyRate: rate(1n) }, 'shareBps'],
    ['a trial without a term', { kind: 'trial', shareBps: 0 }, 'termDays'],
    ['a principal that earns nothing', { cap: units(1n) }, 'cap'],
    ['a budget below one coupon', { budget: units(1n) }, 'budget'],
    ['none', { quantity: 0 }, 'quantity'],
    ['an end before the beginning', { closesAtMs: 0 }, 'closesAtMs'],
  ])('%s', (_, changes, field) => {
    expect(invalidCampaign({ ...draft, ...changes })).toBe(field)
  })
})

test('a code is read as people type it, and shown in groups', () => {
  expect(readCode(' abcd-efgh jkmn ')).toBe('ABCDEFGHJKMN')
  // Letters that are taken for others are in none.
  for (const typed of ['ABCDEFGHJKM', 'ABCDEFGHJKMNP', 'ABCDEFGHJKM0', 'ABCDEFGHJKM1', 'ABCDEFGHJKMI', ''])
    expect(readCode(typed)).toBeUndefined()
  expect(showCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN')
})
