import { pathOf, VALUE_CURRENCY } from '#domain/convert/rules.ts'
import { currencies } from '#domain/money/currencies.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { fundFromOutside } from '#server/products/treasury/service.ts'
import { fundOf } from './accounts.ts'

/** What the fund of a demonstration begins with, in every currency that can be converted. */
const FUND = '100000'

/** Fills the fund. */
export const seedConvert = (tx: Tx, { nowMs }: { nowMs: number }): Promise<void> =>
  fundFromOutside(
    tx,
    currencies
      .filter(({ code }) => code === VALUE_CURRENCY || currencies.some((other) => pathOf(code, other.code)))
      .map(({ code }) => ({ account: fundOf(code), currency: code, amount: FUND })),
    'treasury-funding',
    nowMs,
  )
