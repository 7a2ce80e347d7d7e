import type { OutputOf } from '#domain/endpoint.ts'
import * as calls from '#domain/liabilities/console.ts'
import { type LiabilitiesStatement, readStatement } from '#domain/liabilities/statement.ts'
import { formatDecimal, units } from '#domain/money/amount.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { receivedOnChains } from '../deposit/service.ts'
import { paidOnChains } from '../withdrawal/service.ts'
import type { Liabilities } from './service.ts'

/** Operators see what was published, and may have it published ahead of the hour; what it says is the ledger's. */
export const liabilitiesConsoleRoutes = (liabilities: Liabilities): Route[] => [
  route(calls.consoleLiabilities, async (_, { db }) => {
    const [{ statement, snapshots }, received, paid] = await Promise.all([
      liabilities.published(),
      receivedOnChains(db),
      paidOnChains(db),
    ])
    return {
      newest: statement === null ? null : viewOf(readStatement(statement)!),
      snapshots,
      onChains: [...new Set([...received.keys(), ...paid.keys()])].map((currency) => ({
        currency,
        amount: formatAmount(units((received.get(currency) ?? 0n) - (paid.get(currency) ?? 0n)), currency),
      })),
    }
  }),
  route(calls.takeLiabilities, async (_, { clock, operator }) => {
    const said = await liabilities.takeAhead(async (tx, { number }) => {
      const line = { operator: operator.id, action: 'published', subject: `liabilities:${number}` }
      await appendAuditLog(tx, line, clock.nowMs())
    })
    return viewOf(said)
  }),
]

const viewOf = ({
  transfer: _,
  currencies,
  ...said
}: LiabilitiesStatement): OutputOf<typeof calls.takeLiabilities> => ({
  ...said,
  currencies: currencies.map(({ code, decimals, liabilities, reserves }) => ({
    currency: code,
    liabilities: formatDecimal(liabilities, decimals),
    reserves: formatDecimal(reserves, decimals),
    isCovered: reserves >= liabilities,
  })),
})
