import { lossLimitAt, onDayOf } from '#domain/option/limits.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { countLimit, type ProductLimits } from '#server/core/limits.ts'
import { countOpen, loadCustomers, newestTerms } from './store.ts'
import { show } from './views.ts'

/** What a customer may lose, order and have open: see `/microtrade/limits` for pauses and exclusion. */
export const optionLimitViews: ProductLimits = {
  needs: 'basic',
  async read(db, { customer, nowMs }) {
    const terms = await newestTerms(db)
    const known = (await loadCustomers(db, [customer], nowMs)).get(customer)!
    const { lost, orders } = onDayOf(known.activity, nowMs)
    const limit = lossLimitAt(known.lossLimits, terms.lossLimit, nowMs)
    // What was won makes no more of it.
    const used = lost > 0n ? lost : 0n
    return [
      {
        ...{ name: 'day-loss', unit: STAKE_CURRENCY, limit: show(limit), used: show(used) },
        left: show(limit > used ? limit - used : 0n),
      },
      countLimit('day-orders', 'orders', terms.maxDaily, orders),
      countLimit('open', 'orders', terms.maxOpen, await countOpen(db, customer)),
    ]
  },
}
