import { limitOf } from '#domain/eligibility/limits.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { cardKindOf, LIMIT_CURRENCY, LIMIT_DECIMALS } from '#domain/withdrawal/rules.ts'
import type { ProductLimits } from '#server/core/limits.ts'
import { newestTierLimits } from '#server/users/tier-limits.ts'
import { tierOf } from '#server/users/tiers.ts'
import { networksClosedForWithdrawals } from '../deposit/service.ts'
import { totalsOf } from './store.ts'
import { areAllPaused, listTerms } from './terms.ts'

/** What a customer may withdraw in 24 hours, by value, to addresses and banks together; and the least of each way. */
export const withdrawalLimits: ProductLimits = {
  needs: 'basic',
  async read(db, { customer, nowMs }) {
    const limit = limitOf(await newestTierLimits(db), 'withdrawal', await tierOf(db, customer))
    const { used } = await totalsOf(db, customer, nowMs)
    const show = (value: bigint) => formatDecimal(value, LIMIT_DECIMALS)
    return [
      {
        ...{ name: 'day-value', unit: LIMIT_CURRENCY, limit: show(limit), used: show(used) },
        left: show(limit > used ? limit - used : 0n),
      },
    ]
  },
  async waysOut(db) {
    const areAll = await areAllPaused(db)
    const closed = await networksClosedForWithdrawals(db)
    return (await listTerms(db)).map(({ currency, network, fee, minimum, isPaused }) => ({
      ...{ currency, network, isToBank: cardKindOf(network) !== undefined },
      ...{ fee: formatAmount(fee, currency), minimum: formatAmount(minimum, currency) },
      ...{ isPaused: areAll || isPaused || closed.has(network), staysPaused: areAll || isPaused },
    }))
  },
}
