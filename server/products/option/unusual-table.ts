import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { consoleUnusualWins } from '#domain/option/console.ts'
import {
  oneInOfWins,
  UNUSUAL_DEVIATION,
  UNUSUAL_MIN_DECIDED,
  UNUSUAL_MONTHS_BEFORE,
} from '#domain/option/neutrality.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import { contactsOf } from '#server/console/customers.ts'
import { type ReadTable, readSql, tableRoutes } from '#server/console/table.ts'
import { show } from './views.ts'

/**
 * The customers who win more often than chance makes likely, for operators who look for those that know prices earlier.
 * It is a reason to look, and changes nothing: no order, no outcome, no limit reads it.
 */

interface Row {
  readonly id: CustomerId
  readonly won: number
  readonly decided: number
  readonly stakes: bigint
}

/** Whether so many wins come by chance about once in ten thousand: by the normal distribution, corrected for whole numbers. */
export const isUnusual = sql`(decided >= ${UNUSUAL_MIN_DECIDED}::bigint and 2 * won > decided + 1
  and (2 * won - decided - 1) * (2 * won - decided - 1) * 1000000 >= ${UNUSUAL_DEVIATION}::bigint * decided)`

/** The months that are counted, the first of them first. */
export function countedMonths(nowMs: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: UNUSUAL_MONTHS_BEFORE + 1 }, (_, more) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - UNUSUAL_MONTHS_BEFORE + more, 1))
      .toISOString()
      .slice(0, 10),
  )
}

/** Who won as often. */
const unusualSince = (month: string) => sql`(
  select *, (2 * won - decided - 1)::bigint as more from (
    select customer_id as id, sum(won)::bigint as won, sum(won + lost)::bigint as decided, sum(stakes)::bigint as stakes
    from option_outcome_month where month >= ${month}::date group by customer_id) counted
  where ${isUnusual}) w`

/** Reads a row for each customer, month and group of the last three months. */
const read: ReadTable<typeof consoleUnusualWins> = (input, ctx) =>
  readSql<typeof consoleUnusualWins, Row>({
    columns: sql`w.id, w.won::integer as won, w.decided::integer as decided, w.stakes`,
    from: unusualSince(countedMonths(ctx.clock.nowMs())[0]!),
    id: 'w.id',
    sorts: { deviation: 'w.more * w.more * 1000 / w.decided' },
    customer: 'w.id',
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map(({ id, won, decided, stakes }) => ({
        ...{ customerId: String(id), contact: contacts.get(id)!, won, decided },
        ...{ stakes: show(stakes), currency: STAKE_CURRENCY, oneIn: oneInOfWins(won, decided) },
      }))
    },
  })(input, ctx)

export const unusualTableRoutes = tableRoutes(consoleUnusualWins, read)
