import { MAX_ACTIVE_POSITIONS } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { countLimit, type ProductLimits } from '#server/core/limits.ts'
import { lossLimitOf, railChoicesOf } from '#server/users/guard-rails.ts'
import { lostToday } from './own-loss.ts'
import { activePositions } from './store.ts'

/**
 * How many positions and orders a customer may have; what of each instrument, its own call says. And what a day may lose, of who
 * limited that.
 */
export const contractLimits: ProductLimits = {
  needs: 'basic',
  async read(db, { customer, nowMs }) {
    const active = await activePositions(db, customer)
    const counted = countLimit('open', 'positions', MAX_ACTIVE_POSITIONS, active.length)
    const limit = lossLimitOf((await railChoicesOf(db, [customer])).get(customer) ?? [], nowMs)
    if (limit === undefined) return [counted]
    const lost = await lostToday(db, customer, nowMs)
    const used = lost > 0n ? lost : 0n
    const show = (amount: bigint) => formatAmount(amount, MARGIN_CURRENCY)
    return [
      counted,
      {
        ...{ name: 'day-loss', unit: MARGIN_CURRENCY, limit: show(limit), used: show(used) },
        left: show(limit > used ? limit - used : 0n),
      },
    ]
  },
}
