import { sql } from 'kysely'
import * as calls from '#domain/deposit/console.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import type { DayFigure } from '#server/console/dashboard.ts'
import { readSql, tableRoutes } from '#server/console/table.ts'
import type { Route } from '#server/platform/http/route.ts'
import {
  type ChainDeposit,
  type ChainDepositRow,
  chainDepositOfRow,
  chainDepositTable,
} from './chain-store.ts'

/** Deposits to customers' own addresses in the console: what chains show can be looked at, and nobody decides it. */

const readChainDeposits = readSql<typeof calls.consoleChainDeposits, ChainDepositRow>({
  ...chainDepositTable,
  id: 'd.id',
  sorts: { amount: 'd.amount' },
  amount: 'd.amount',
  currency: 'd.currency',
  customer: 'd.customer_id',
  time: ({ on }) => (on === 'decided' ? 'd.decided_at' : 'd.seen_at'),
  search: (text) => [
    sql`d.txid = ${text.toLowerCase().replace(/^0x/, '')}`,
    // What is a capital in an address is its checksum, or nothing.
    sql`lower(d.address) = ${text.toLowerCase()}`,
    ...(/^D-\d{1,18}$/i.test(text) ? [sql`d.id = ${BigInt(text.slice(2))}::bigint`] : []),
  ],
  where: ({ status, network }) => [
    ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ...(network === undefined ? [] : [sql`d.network = ${network}`]),
  ],
  async show(rows, { db }) {
    const deposits = rows.map(chainDepositOfRow)
    const contacts = await contactsOf(
      db,
      deposits.map(({ customerId }) => customerId),
    )
    return deposits.map((deposit) => chainDepositLine(deposit, contacts.get(deposit.customerId)!))
  },
})

/** The routes for the calls about chains' deposits in `domain/deposit/console.ts`. */
export const chainDepositRoutes: Route[] = tableRoutes(calls.consoleChainDeposits, readChainDeposits)

function chainDepositLine(deposit: ChainDeposit, contact: string): calls.ChainDepositLine {
  const { id, customerId, amount, chain: _, onChain: __, ...rest } = deposit
  return {
    ...rest,
    ...{ id: String(id), customerId: String(customerId), contact },
    amount: formatAmount(amount, deposit.currency),
  }
}

/** What was credited today: by two operators, and by itself once its chain had confirmed it. */
export const creditedOfDay: DayFigure = {
  name: 'deposit-credited',
  list: calls.consoleDeposits,
  async read(db, { fromMs }) {
    const from = new Date(fromMs)
    const { rows } = await sql<{ currency: string; count: number; credited: bigint }>`
      select currency, count(*)::int as count, sum(credited)::bigint as credited
      from (
        select currency, credited from deposit_request where status = 'approved' and decided_at >= ${from}
        union all
        select currency, amount from chain_deposit where status = 'credited' and decided_at >= ${from}
      ) d
      group by 1 order by 1`.execute(db)
    return {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      amounts: rows.map(({ currency, credited }) => ({ currency, amount: formatAmount(credited, currency) })),
    }
  },
}
