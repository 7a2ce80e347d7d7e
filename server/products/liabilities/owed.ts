import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import type { Sums } from '#domain/liabilities/rules.ts'
import { type Currency, currencyOfNumber } from '#domain/money/currencies.ts'
import { accountRange, FIRST_CUSTOMER, FIRST_PRACTICE, sameOf } from '#server/core/ledger/accounts.ts'
import type { SetAside } from '#server/core/ledger/set-aside.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
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

/** Customers of one row of the answer, which is bytes: each line the id of an account and what is in it. */
const CUSTOMERS_A_ROW_BITS = 14n
const LINE_BYTES = 16

/**
 * Reads what each customer is owed in each currency: all their accounts in the ledger, wallets and products, available
 * and held, and what of theirs is set aside in accounts of the platform's. `tx` shows one moment: repeatable read.
 */
export async function readOwed(tx: Tx, setAside: readonly SetAside[]): Promise<OwedNow> {
  const [first] = accountRange(FIRST_CUSTOMER)
  // Practice is no money: nobody is owed it.
  const [end] = accountRange(FIRST_PRACTICE)
  // `offset 0`: without it PostgreSQL expects as many currencies as accounts, and sorts them all.
  const totals = await sql<{ currency: number; sum: bigint; transfer: bigint }>`
    select currency,
      coalesce(sum(balance) filter (where id >= ${first}::bigint and id < ${end}::bigint
        or id = any(${arrayLiteral(
          setAside.flatMap(({ accounts }) => accounts()),
          (account) => account,
        )}::bigint[])), 0)::bigint as sum,
      max(max(last_transfer)) over () as transfer
    from (select id, ((id >> 11) & 4095)::int as currency, balance, last_transfer from account offset 0) accounts
    group by currency order by currency`.execute(tx)
  const transfer = totals.rows[0]?.transfer ?? 0n
  const used = totals.rows.filter(({ sum }) => sum !== 0n)
  const places = new Map(used.map(({ currency }, place) => [currency, place]))
  // A range of the index for each row: grouped, 1.6 million accounts do not fit the memory that a query has.
  const bits = 23n + CUSTOMERS_A_ROW_BITS
  const rows = await sql<{ lines: Uint8Array }>`
    select lines
    from generate_series(
      ${first >> bits}::bigint,
      (select max(id) from account where id >= ${first}::bigint and id < ${end}::bigint) >> ${bits}::int
    ) part
    cross join lateral (
      select string_agg(int8send(id) || int8send(balance), ''::bytea) as lines from account
      where id >= greatest(part << ${bits}::int, ${first}::bigint) and id < least((part + 1) << ${bits}::int, ${end}::bigint)
        and balance <> 0
    ) own
    where lines is not null`.execute(tx)
  const lines = [...rows.rows.map((row) => row.lines), ...(await linesSetAside(tx, setAside))]
  return {
    ...(await amountsIn(lines, places)),
    listed: used.map(({ currency }) => {
      const found = currencyOfNumber(currency)
      assert(found, `currency ${currency} of the ledger is listed`)
      return found
    }),
    ...{ sums: used.map(({ sum }) => sum), transfer },
  }
}

/** What is set aside, as if it lay in an account of its customer's. */
const linesSetAside = (tx: Tx, setAside: readonly SetAside[]): Promise<Uint8Array[]> =>
  Promise.all(
    setAside.map(async ({ amounts }) => {
      const found = await amounts(tx)
      const bytes = Buffer.alloc(found.length * LINE_BYTES)
      for (const [n, { customer, account, amount }] of found.entries()) {
        bytes.writeBigInt64BE(sameOf(customer, account), n * LINE_BYTES)
        bytes.writeBigInt64BE(amount, n * LINE_BYTES + 8)
      }
      return bytes
    }),
  )

/** Others have their turns after each row. */
async function amountsIn(rows: readonly Uint8Array[], places: ReadonlyMap<number, number>): Promise<Owed> {
  const currencies = places.size
  const numbers = new Map<number, number>()
  const views = rows.map((row) => new DataView(row.buffer, row.byteOffset, row.length))
  for (const view of views) {
    await turn()
    for (let at = 0; at < view.byteLength; at += LINE_BYTES) {
      const customer = ownerAt(view, at)
      if (!numbers.has(customer)) numbers.set(customer, numbers.size)
    }
  }
  const amounts = new BigInt64Array(numbers.size * currencies)
  for (const view of views) {
    await turn()
    for (let at = 0; at < view.byteLength; at += LINE_BYTES) {
      const place = places.get((view.getUint32(at + 4) >>> 11) & 4095)
      assert(place !== undefined, 'a currency that customers have does not sum to zero')
      const n = numbers.get(ownerAt(view, at))! * currencies + place
      const sum = amounts[n]! + view.getBigInt64(at + 8)
      amounts[n] = sum
      assert(amounts[n] === sum, 'what a customer has of a currency fits 64 bits')
    }
  }
  return { customers: [...numbers.keys()], currencies, amounts }
}

/** The owner in the account id at a place: by halves, which takes no bigint. */
const ownerAt = (view: DataView, at: number): number =>
  view.getUint32(at) * 512 + (view.getUint32(at + 4) >>> 23)
