import { describe, expect, test } from 'vitest'
import { units } from '../money/amount.ts'
import { tiers } from '../user/tiers.ts'
import { invalidTierLimit, limitOf, type TierLimits } from './limits.ts'

const btc = (whole: bigint) => units(whole * 10n ** 8n)
const usdt = (whole: bigint) => units(whole * 10n ** 7n)
const limits: TierLimits = {
  ...{ version: 1, withdrawalBasic: btc(200n), withdrawalAdvanced: btc(500n) },
  ...{ otcBasic: usdt(2_000n), otcAdvanced: usdt(1_000_000n) },
}

test('each tier has its own limit, and who is not verified has none of it', () => {
  expect(tiers.map((tier) => limitOf(limits, 'withdrawal', tier))).toEqual([0n, btc(200n), btc(500n)])
  expect(tiers.map((tier) => limitOf(limits, 'otc', tier))).toEqual([0n, usdt(2_000n), usdt(1_000_000n)])
})

describe('T22: limits', () => {
  test.each<[string, Partial<TierLimits>, string | undefined]>([
    ['as the rulings say', {}, undefined],
    ['the same at both tiers', { withdrawalAdvanced: btc(200n), otcAdvanced: usdt(2_000n) }, undefined],
    ['advanced below basic by a unit', { withdrawalAdvanced: units(btc(200n) - 1n) }, 'withdrawalAdvanced'],
    ['advanced below basic of OTC by a unit', { otcAdvanced: units(usdt(2_000n) - 1n) }, 'otcAdvanced'],
    ['no withdrawals', { withdrawalBasic: units(0n) }, 'withdrawalBasic'],
    ['a negative one', { withdrawalBasic: units(-1n) }, 'withdrawalBasic'],
    ['the least', { withdrawalBasic: units(1_000_000n), otcBasic: usdt(100n) }, undefined],
    ['a unit below the least', { withdrawalBasic: units(999_999n) }, 'withdrawalBasic'],
    ['a unit below the least of OTC', { otcBasic: units(usdt(100n) - 1n) }, 'otcBasic'],
    ['the most', { withdrawalAdvanced: btc(100_000n), otcAdvanced: usdt(1_000_000_000n) }, undefined],
    ['a unit above the most', { withdrawalAdvanced: units(btc(100_000n) + 1n) }, 'withdrawalAdvanced'],
    ['a unit above the most of OTC', { otcAdvanced: units(usdt(1_000_000_000n) + 1n) }, 'otcAdvanced'],
  ])('%s: %s', (_, change, wrong) => {
    expect(invalidTierLimit({ ...limits, ...change })).toBe(wrong)
  })
})
