import { currencies } from '#domain/money/currencies.ts'
import { parsePercent, parseRate } from '#domain/money/rate.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { platformAccount } from '#server/core/ledger/accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { earnAccounts } from './accounts.ts'
import { createProduct, type ProductDraft, setProductStatus } from './products.ts'

/** What the interest fund of a demonstration begins with, in every currency. */
const INTEREST_FUND = '100000'

/** Products to try. Rates in percent: a day, and of the principal for early redemption. Without a term, by notice. */
const products = [
  [
    'locked',
    'USDT',
    { days: 7, daily: '0.01', penalty: '0.2', minimum: '10', maximum: '5000', cap: '2000000' },
  ],
  [
    'locked',
    'USDT',
    { days: 30, daily: '0.014', penalty: '0.5', minimum: '10', maximum: '20000', cap: '2000000' },
  ],
  [
    'locked',
    'USDT',
    { days: 90, daily: '0.018', penalty: '1', minimum: '10', maximum: '50000', cap: '2000000' },
  ],
  [
    'locked',
    'USDT',
    { days: 365, daily: '0.022', penalty: '2', minimum: '10', maximum: '50000', cap: '500000' },
  ],
  ['locked', 'BTC', { days: 30, daily: '0.006', penalty: '0.5', minimum: '0.001', maximum: '2', cap: '200' }],
  ['locked', 'ETH', { days: 60, daily: '0.01', penalty: '0.8', minimum: '0.01', maximum: '20', cap: '2000' }],
  [
    'quantization',
    'USDT',
    { days: 0, daily: '0.008', penalty: '0', minimum: '10', maximum: '20000', cap: '2000000' },
  ],
  [
    'quantization',
    'USDT',
    { days: 14, daily: '0.012', penalty: '0.3', minimum: '10', maximum: '20000', cap: '1000000' },
  ],
  [
    'quantization',
    'BTC',
    { days: 0, daily: '0.004', penalty: '0', minimum: '0.001', maximum: '2', cap: '100' },
  ],
] as const

const NOTICE_HOURS = 24

/** Lock-mining to try: `daily` units of the reward for each unit staked, the penalty in percent of what is staked. */
const mining = [
  {
    ...{ currency: 'ETH', reward: 'LTC', days: 30, daily: '0.0025', penalty: '0.5' },
    ...{ minimum: '0.01', maximum: '20', cap: '1000' },
  },
  {
    ...{ currency: 'ETH', reward: 'LTC', days: 90, daily: '0.003', penalty: '1' },
    ...{ minimum: '0.01', maximum: '20', cap: '500' },
  },
  {
    ...{ currency: 'BTC', reward: 'SOL', days: 60, daily: '0.12', penalty: '0.8' },
    ...{ minimum: '0.001', maximum: '2', cap: '50' },
  },
] as const

/** Fills the interest fund, and opens products to try. */
export async function seedEarn(tx: Tx, { nowMs }: { nowMs: number }): Promise<void> {
  const fund = (currency: string) => platformAccount(earnAccounts.interest, currency)
  await fundFromOutside(
    tx,
    currencies.map(({ code }) => ({ account: fund(code), currency: code, amount: INTEREST_FUND })),
    'treasury-funding',
    nowMs,
  )
  for (const [kind, currency, { days, daily, penalty, minimum, maximum, cap }] of products) {
    const draft: ProductDraft = {
      kind,
      currency,
      rewardCurrency: currency,
      termDays: days,
      noticeHours: days === 0 ? NOTICE_HOURS : 0,
      dailyRate: parsePercent(daily)!,
      penaltyRate: parsePercent(penalty)!,
      minimum: readAmount(minimum, currency),
      maximum: readAmount(maximum, currency),
      cap: readAmount(cap, currency),
      tag: null,
    }
    const { id } = await createProduct(tx, draft, nowMs)
    await setProductStatus(tx, id, 'open', nowMs)
  }
  for (const { currency, reward, days, daily, penalty, minimum, maximum, cap } of mining) {
    const draft: ProductDraft = {
      ...{ kind: 'mining', currency, rewardCurrency: reward, termDays: days, noticeHours: 0, tag: null },
      dailyRate: parseRate(daily)!,
      penaltyRate: parsePercent(penalty)!,
      minimum: readAmount(minimum, currency),
      maximum: readAmount(maximum, currency),
      cap: readAmount(cap, currency),
    }
    const { id } = await createProduct(tx, draft, nowMs)
    await setProductStatus(tx, id, 'open', nowMs)
  }
}
