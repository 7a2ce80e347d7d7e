import { ownSuspended } from '#domain/adjustment/contract.ts'
import { leftOf } from '#domain/adjustment/rules.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { reference } from '#server/console/proposals.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { ownTakings } from './store.ts'

/** The customer's calls. */
export const adjustmentRoutes: readonly Route[] = [
  route(ownSuspended, async (_, { db, customer }) => {
    const takings = await ownTakings(db, customer.id)
    return takings.map((taking) => {
      const { currency, reason, takenAtMs } = taking
      return {
        ...{ reference: reference(taking), currency, reason, takenAtMs },
        amount: formatAmount(leftOf(taking), currency),
      }
    })
  }),
]
