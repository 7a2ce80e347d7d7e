import type { OutputOf } from '#domain/endpoint.ts'
import * as calls from '#domain/liabilities/console.ts'
import { foundOnChains, reservesOf } from '#domain/liabilities/stated.ts'
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
      const line = { operator: operator.id, action: 'published', subject: `liabilities:${number}` } as const
      await appendAuditLog(tx, line, clock.nowMs())
    })
    return viewOf(said)
  }),
]

const viewOf = ({
  number,
  atMs,
  height,
  root,
  currencies,
}: LiabilitiesStatement): OutputOf<typeof calls.takeLiabilities> => ({
  ...{ number, atMs, height, root },
  currencies: currencies.map((one) => {
    const show = (amount: bigint) => formatDecimal(amount, one.decimals)
    const [reserves, found] = [reservesOf(one), foundOnChains(one)]
    return {
      ...{ currency: one.code, liabilities: show(one.liabilities), reserves: show(reserves) },
      found: found === undefined ? null : show(found),
      isCovered: reserves >= one.liabilities,
    }
  }),
})
