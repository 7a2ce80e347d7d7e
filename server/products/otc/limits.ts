import {
  MAX_CLAIMED,
  MAX_OPEN_OFFERS,
  MAX_OPEN_ORDERS,
  MAX_UNPAID,
  UNPAID_WINDOW_MS,
} from '#domain/otc/rules.ts'
import { countLimit, type ProductLimits } from '#server/core/limits.ts'
import { findMerchant, openOffersOf, takerCounts } from './store.ts'

/** What one customer may have under way, as who takes offers and as a merchant, and what may have ended unpaid in 24 hours. */
export const otcLimits: ProductLimits = {
  needs: 'basic',
  async read(db, { customer, nowMs }) {
    const { open, claimed, unpaidBought, unpaidSold } = await takerCounts(
      db,
      customer,
      nowMs - UNPAID_WINDOW_MS,
    )
    const offers = await openOffersOf(db, customer)
    const merchant = await findMerchant(db, customer)
    return [
      countLimit('open', 'orders', MAX_OPEN_ORDERS, open),
      countLimit('open', 'paid-purchases', MAX_CLAIMED, claimed),
      countLimit('day-unpaid', 'purchases', MAX_UNPAID, unpaidBought),
      countLimit('day-unpaid', 'sales', MAX_UNPAID, unpaidSold),
      {
        ...countLimit('open', 'offers', MAX_OPEN_OFFERS, offers.length),
        ...{ needs: 'advanced' as const, isOpen: merchant?.status === 'active' },
      },
    ]
  },
}
