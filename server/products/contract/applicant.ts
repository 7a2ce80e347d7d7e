import { sql } from 'kysely'
import { MARGIN_CURRENCY } from '#domain/contract/terms.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { RecordLine } from '#server/console/applicant.ts'
import { formatAmountWithCurrency } from '#server/console/format-amount.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * What a customer traded in contracts since a moment: positions that closed, what those brought after fees and financing, and what
 * all that opened were worth then.
 */
export async function contractRecord(db: Db, customer: CustomerId, sinceMs: number): Promise<RecordLine[]> {
  const since = sql`${new Date(sinceMs)}::timestamptz`
  const { rows } = await sql<{ closed: number; result: bigint; volume: bigint }>`
    select count(*) filter (where closed_at >= ${since})::int as closed,
      coalesce(sum(realized_pnl - fee - financing) filter (where closed_at >= ${since}), 0)::bigint as result,
      coalesce(sum(initial_margin * leverage) filter (where opened_at >= ${since}), 0)::bigint as volume
    from contract_position where customer_id = ${customer} and entry_price is not null`.execute(db)
  const { closed, result, volume } = rows[0]!
  const inMargin = (amount: bigint) => formatAmountWithCurrency(amount, MARGIN_CURRENCY)
  return [
    { name: 'Contracts closed', value: String(closed) },
    { name: 'Result of these, after fees', value: inMargin(result) },
    { name: 'Contracts opened, notional', value: inMargin(volume) },
  ]
}
