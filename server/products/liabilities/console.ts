import type { OutputOf } from '#domain/endpoint.ts'
import * as calls from '#domain/liabilities/console.ts'
import { type LiabilitiesStatement, readStatement } from '#domain/liabilities/statement.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { appendAuditLog } from '#server/console/audit-log.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import type { Liabilities } from './service.ts'

/** Operators see what was published, and may have it published ahead of the hour; what it says is the ledger's. */
export const liabilitiesConsoleRoutes = (liabilities: Liabilities): Route[] => [
  route(calls.consoleLiabilities, async () => {
    const newest = await liabilities.newest()
    const said = newest && readStatement(newest.statement)
    return { newest: said ? viewOf(said) : null }
  }),
  route(calls.takeLiabilities, async (_, { db, clock, operator }) => {
    const said = await liabilities.take()
    const line = { operator: operator.id, action: 'published', subject: `liabilities:${said.number}` }
    await appendAuditLog(db, line, clock.nowMs())
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
  })),
})
