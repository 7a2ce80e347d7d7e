import { formatDecimal } from '#domain/money/amount.ts'
import { LIMIT_CURRENCY, LIMIT_DECIMALS, limitOf } from '#domain/withdrawal/rules.ts'
import type { ProductLimits } from '#server/core/limits.ts'
import { tierOf } from '#server/users/tiers.ts'
import { totalsOf } from './store.ts'

/** What a customer may withdraw in 24 hours, by value. */
export const withdrawalLimits: ProductLimits = {
  needs: 'basic',
  async read(db, { customer, nowMs }) {
    const limit = limitOf(await tierOf(db, customer))
    const { used } = await totalsOf(db, customer, nowMs)
    const show = (value: bigint) => formatDecimal(value, LIMIT_DECIMALS)
    return [
      {
        ...{ name: 'day-value', unit: LIMIT_CURRENCY, limit: show(limit), used: show(used) },
        left: show(limit > used ? limit - used : 0n),
      },
    ]
  },
}
