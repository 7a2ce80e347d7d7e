import { MAX_ACTIVE_POSITIONS } from '#domain/contract/rules.ts'
import { countLimit, type ProductLimits } from '#server/core/limits.ts'
import { activePositions } from './store.ts'

/** How many positions and orders a customer may have; what of each instrument, its own call says. */
export const contractLimits: ProductLimits = {
  needs: 'basic',
  async read(db, { customer }) {
    const active = await activePositions(db, customer)
    return [countLimit('open', 'positions', MAX_ACTIVE_POSITIONS, active.length)]
  },
}
