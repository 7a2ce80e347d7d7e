import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import type { RecordLine } from '#server/console/applicant.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import type { Db } from '#server/platform/db/database.ts'

/** What a customer traded in spot: what the fills of orders that were placed since a moment cost or brought. */
export async function spotRecord(db: Db, customer: CustomerId, sinceMs: number): Promise<RecordLine[]> {
  const { rows } = await sql<{ symbol: string; notional: bigint }>`
    select symbol, sum(notional)::bigint as notional from spot_order
    where customer_id = ${customer} and created_at >= ${new Date(sinceMs)}::timestamptz and filled > 0
    group by symbol order by symbol`.execute(db)
  const byQuote = [...Map.groupBy(rows, ({ symbol }) => findInstrument(symbol)!.quote)]
  const texts = byQuote.map(([quote, lines]) =>
    formatAmountWithCurrency(
      lines.reduce((sum, { notional }) => sum + notional, 0n),
      quote,
    ),
  )
  return [{ name: 'Spot volume', value: texts.join(', ') || 'None' }]
}
