import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import type { Sums } from '#domain/liabilities/rules.ts'
import { type Currency, currencyOfNumber } from '#domain/money/currencies.ts'
import { accountRange, FIRST_CUSTOMER, FIRST_PRACTICE } from '#server/core/ledger/accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Owed } from './tree.ts'

/** What customers are owed at one moment of the ledger. */
export interface OwedNow extends Owed {
  /** Those of which somebody is owed something, in the order of the amounts. */
  readonly listed: readonly Currency[]
  /** The sums of the ledger itself, in the order of the currencies. */
  readonly sums: Sums
  /** The newest transfer that is counted; 0 before the first. */
  readonly transfer: bigint
}

/** Customers of one row of the answer, which is bytes: each line customer, currency and amount. */
const CUSTOMERS_A_ROW_BITS = 14
const LINE_BYTES = 20

/**
 * Reads what each customer is owed in each currency: all their accounts in the ledger, wallets and products, available
 * and held. `tx` shows one moment: repeatable read.
 */
export async function readOwed(tx: Tx): Promise<OwedNow> {
  const [first] = accountRange(FIRST_CUSTOMER)
  // Practice is no money: nobody is owed it.
  const [end] = accountRange(FIRST_PRACTICE)
  const totals = await sql<{ currency: number; sum: bigint; transfer: bigint }>`
    select ((id >> 11) & 4095)::int as currency,
      coalesce(sum(balance) filter (where id >= ${first}::bigint and id < ${end}::bigint), 0)::bigint as sum,
      max(max(last_transfer)) over () as transfer
    from account group by 1 order by 1`.execute(tx)
  const transfer = totals.rows[0]?.transfer ?? 0n
  const used = totals.rows.filter(({ sum }) => sum !== 0n)
  const places = new Map(used.map(({ currency }, place) => [currency, place]))
  const rows = await sql<{ lines: Uint8Array }>`
    select string_agg(int8send(customer) || int4send(currency) || int8send(sum), ''::bytea) as lines
    from (
      select id >> 23 as customer, ((id >> 11) & 4095)::int as currency, sum(balance)::bigint as sum
      from account where id >= ${first}::bigint and id < ${end}::bigint and balance <> 0 group by 1, 2
    ) owed group by customer >> ${CUSTOMERS_A_ROW_BITS}::int`.execute(tx)
  return {
    ...amountsIn(
      rows.rows.map(({ lines }) => lines),
      places,
    ),
    listed: used.map(({ currency }) => {
      const found = currencyOfNumber(currency)
      assert(found, `currency ${currency} of the ledger is listed`)
      return found
    }),
    ...{ sums: used.map(({ sum }) => sum), transfer },
  }
}

function amountsIn(rows: readonly Uint8Array[], places: ReadonlyMap<number, number>): Owed {
  const currencies = places.size
  const numbers = new Map<number, number>()
  const views = rows.map((row) => new DataView(row.buffer, row.byteOffset, row.length))
  const most = views.reduce((count, { byteLength }) => count + byteLength / LINE_BYTES, 0)
  const amounts = new BigInt64Array(most * currencies)
  for (const view of views) {
    for (let at = 0; at < view.byteLength; at += LINE_BYTES) {
      const customer = Number(view.getBigInt64(at))
      let number = numbers.get(customer)
      if (number === undefined) {
        number = numbers.size
        numbers.set(customer, number)
      }
      const place = places.get(view.getInt32(at + 8))
      assert(place !== undefined, 'a currency that customers have does not sum to zero')
      amounts[number * currencies + place] = view.getBigInt64(at + 12)
    }
  }
  return {
    ...{ customers: [...numbers.keys()], currencies },
    amounts: amounts.subarray(0, numbers.size * currencies),
  }
}
