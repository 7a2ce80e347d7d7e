import { sql } from 'kysely'
import type { consoleDashboard } from '#domain/console/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { formatDecimal } from '#domain/money/amount.ts'
import { currencies } from '#domain/money/currencies.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { centsDown, exactUsd, type UsdPrice } from '#domain/wallet/rules.ts'
import { type AccountId, accountParts, FIRST_CUSTOMER, outsideAccount } from '#server/core/ledger/accounts.ts'
import { firstTransferSince } from '#server/core/ledger/history.ts'
import type { Db } from '#server/platform/db/database.ts'
import { UNDER_WAY_MS } from '#server/platform/db/first-ids.ts'

/** What a currency costs in dollars now; undefined while nobody knows. */
export type UsdPriceOf = (currency: string) => UsdPrice | undefined

type Flows = NonNullable<OutputOf<typeof consoleDashboard>['flows']>

interface Flow {
  readonly account_id: AccountId
  readonly hour: number
  readonly credited: bigint
  readonly paid: bigint
}

/**
 * What came in for customers on a day and what was paid out, hour by hour, by the ledger: the platform's own money that is
 * brought in is neither.
 *
 * Cost: as many entries as the day has deposits and payments, by the index of the accounts of the world outside.
 */
export async function flowsOfDay(
  db: Db,
  { fromMs, toMs = fromMs + DAY_MS }: { readonly fromMs: number; readonly toMs?: number },
  priceOf: UsdPriceOf,
): Promise<Flows> {
  const outside = currencies.map(({ code }) => outsideAccount(code))
  const first = await firstTransferSince(db, fromMs - UNDER_WAY_MS)
  const { rows } = await sql<Flow>`
    select e.account_id,
      floor((extract(epoch from e.created_at) - ${fromMs / SECOND_MS}::float8) / ${HOUR_MS / SECOND_MS}::float8)::int as hour,
      coalesce(sum(-e.amount) filter (where e.amount < 0), 0)::bigint as credited,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as paid
    from entry e join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
    where e.account_id = any(${outside}::bigint[]) and e.transfer_id >= ${first}::bigint
      and e.created_at >= ${new Date(fromMs)} and e.created_at < ${new Date(toMs)}
      and (e.amount > 0 or account_owner(t.credit) >= ${FIRST_CUSTOMER})
    group by 1, 2`.execute(db)
  const lines = rows.map((row) => ({ ...row, currency: accountParts(row.account_id).currency }))
  const usdOf = (of: (line: Flow) => bigint, isCounted: (line: Flow) => boolean = () => true) => {
    const values = lines.flatMap((line) => {
      const price = priceOf(line.currency)
      return price && isCounted(line) ? [exactUsd(of(line), line.currency, price)] : []
    })
    return formatDecimal(centsDown(values.reduce((sum, value) => sum + value, 0n)), 2)
  }
  const credited = (line: Flow) => line.credited
  const paid = (line: Flow) => line.paid
  const moved = currencies.filter(({ code }) => lines.some(({ currency }) => currency === code))
  return {
    ...{ inUsd: usdOf(credited), outUsd: usdOf(paid) },
    hours: Array.from({ length: Math.ceil((toMs - fromMs) / HOUR_MS) }, (_, hour) => ({
      atMs: fromMs + hour * HOUR_MS,
      inUsd: usdOf(credited, (line) => line.hour === hour),
      outUsd: usdOf(paid, (line) => line.hour === hour),
    })),
    currencies: moved.map(({ code }) => {
      const own = lines.filter(({ currency }) => currency === code)
      const sumOf = (of: (line: Flow) => bigint) =>
        formatAmount(
          own.reduce((sum, line) => sum + of(line), 0n),
          code,
        )
      return {
        currency: code,
        in: sumOf(credited),
        out: sumOf(paid),
        isPriced: priceOf(code) !== undefined,
      }
    }),
  }
}
