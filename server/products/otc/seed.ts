import { readAmount } from '#domain/money/read-amount.ts'
import type { OtcFiat, OtcSide } from '#domain/otc/rules.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fundOf } from './accounts.ts'
import { noBankCodes } from './accounts-to-pay.ts'
import { publishPlatformOffer } from './service.ts'

/** What a demonstration's platform offers over the counter. */
const offers: readonly (readonly [OtcSide, string, OtcFiat, number, string, string, string])[] = [
  ['sell', 'USDT', 'USD', 30, '20', '5000', '50000'],
  ['sell', 'USDT', 'EUR', 40, '20', '5000', '50000'],
  ['sell', 'BTC', 'USD', 60, '0.001', '0.5', '3'],
  ['sell', 'BTC', 'EUR', 70, '0.001', '0.5', '2'],
  ['buy', 'USDT', 'USD', -30, '20', '5000', '50000'],
  ['buy', 'USDT', 'EUR', -40, '20', '5000', '50000'],
  ['buy', 'BTC', 'USD', -60, '0.001', '0.5', '3'],
  ['buy', 'BTC', 'EUR', -70, '0.001', '0.5', '2'],
]

/** Where a demonstration says that customers pay to: no bank has it. */
const account = {
  ...{ name: 'Plumb Demonstration', bankName: 'Demonstration Bank', number: 'DEMO 0000 0000 0001' },
  ...noBankCodes,
}

/** Fills the fund, and publishes offers to buy and to sell. */
export async function seedOtc(tx: Tx, { nowMs }: { nowMs: number }): Promise<void> {
  const payments = [
    { account: fundOf('USDT'), currency: 'USDT', amount: '100000' },
    { account: fundOf('BTC'), currency: 'BTC', amount: '5' },
  ]
  await fundFromOutside(tx, payments, 'treasury-funding', nowMs)
  for (const [side, currency, fiat, margin, minimum, maximum, total] of offers) {
    const amounts = {
      minimum: readAmount(minimum, currency),
      maximum: readAmount(maximum, currency),
      total: readAmount(total, currency),
    }
    const figures = { side, currency, fiat, ...amounts, price: null, margin_bps: margin, terms: null }
    await publishPlatformOffer(
      tx,
      { ...figures, payments: side === 'sell' ? 'domestic' : 'domestic,international' },
      { account: side === 'sell' ? account : null, proposal: null },
      nowMs,
    )
  }
}
