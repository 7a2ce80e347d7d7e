import { parseRungs } from '#domain/dual/ladder.ts'
import type { DualType } from '#domain/dual/outcomes.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fundOf } from './accounts.ts'
import { insertTemplate } from './products.ts'

/** What the fund of a demonstration begins with. */
const FUND = [
  ['USDT', '5000000'],
  ['BTC', '250'],
  ['ETH', '4000'],
] as const

/** A day, three and a week; 2, 4 and 6 % away. */
const RUNGS = '1:200:18 1:400:9 1:600:5 3:200:50 3:400:32 3:600:20 7:200:110 7:400:84 7:600:60'

const templates: readonly (readonly [string, DualType, string, string])[] = [
  ['BTC-USDT', 'call', 'BTC', '0.005'],
  ['BTC-USDT', 'put', 'USDT', '100'],
  ['ETH-USDT', 'call', 'ETH', '0.05'],
  ['ETH-USDT', 'put', 'USDT', '100'],
]

/** Fills the fund, and sets the templates from which a job makes products for each start. */
export async function seedDual(tx: Tx, { nowMs }: { nowMs: number }): Promise<void> {
  await fundFromOutside(
    tx,
    FUND.map(([currency, amount]) => ({ account: fundOf(currency), currency, amount })),
    'treasury-funding',
    nowMs,
  )
  for (const [symbol, type, currency, unit] of templates) {
    const size = { unit: readAmount(unit, currency), capacity: 500, maximum: 200 }
    await insertTemplate(tx, { symbol, type, rungs: parseRungs(RUNGS)!, ...size }, nowMs)
  }
}
