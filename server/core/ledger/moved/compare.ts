import { sql } from 'kysely'
import { GENESIS } from '#domain/proof/tape.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { HistoryDb } from '#server/platform/db/history.ts'
import type { AccountId } from '../accounts.ts'
import {
  type ExportedRow,
  exportedContent,
  type NextRows,
  ROWS_A_PAGE,
  type Stretch,
} from '../rollup-export.ts'

/** Accounts that are compared at once. */
const ACCOUNTS_A_PAGE = 1_000

/** A roll-up's row of an account without its balances around it: what its entries come to, and their hash. */
interface Sums {
  readonly account_id: AccountId
  readonly debits: bigint
  readonly credits: bigint
  readonly entries: bigint
  readonly version: bigint
  readonly last_transfer: bigint
  /** Hash of all entries of the account up to the newest of these, hex. */
  readonly history: string
}

/**
 * The first difference between what the history has of some months and the rows of their roll-up, in words; undefined where
 * there is none: by account the sums, the number and the hash of all entries, and no entry besides.
 */
export async function differenceFromRollup(
  ledger: Db | Tx,
  history: HistoryDb,
  { number, begins, ends, entries }: Stretch & { readonly number: bigint; readonly entries: bigint },
): Promise<string | undefined> {
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) as count from history_entry where ${within({ begins, ends })}`.execute(history)
  const { count } = counted[0]!
  if (count !== entries) return `it has ${count} entries of roll-up ${number}, which is of ${entries}`
  for (let after = 0n; ; ) {
    const rows = await rollupRows(ledger, number, after)
    const found = await sumsByAccount(history, { begins, ends }, rows)
    for (const { before, ...row } of rows)
      if (!isEqual(row, found.get(row.account_id)))
        return `its entries of account ${row.account_id} are not those of roll-up ${number}`
    const last = rows.at(-1)
    if (rows.length < ACCOUNTS_A_PAGE || !last) return undefined
    after = last.account_id
  }
}

/** What the content of the months' file is by the history's entries, hex: their transfers are in it too. */
export const contentInHistory = (history: HistoryDb, stretch: Stretch): Promise<string> =>
  exportedContent(nextInHistory(history), stretch)

/** Above the owner of every account. */
const OWNERS_END = 1n << 40n

/**
 * The next entries of the history. Where it is on several machines each of its shards sends a whole page of its own; so no more
 * owners are asked about at once than have about a page together.
 */
function nextInHistory(history: HistoryDb): NextRows {
  let owners = 1n
  return async (stretch, [account, transfer]) => {
    for (let from = account >> 23n; from < OWNERS_END; ) {
      const to = from + owners
      const { rows } = await sql<ExportedRow>`
        select *, created_at::text as made_at from history_entry
        where ${within(stretch)} and owner >= ${from}::bigint and owner < ${to}::bigint
          and (owner, account_id, transfer_id) > (${account}::bigint >> 23, ${account}::bigint, ${transfer}::bigint)
        order by owner, account_id, transfer_id limit ${ROWS_A_PAGE}`.execute(history)
      if (rows.length === ROWS_A_PAGE) owners = owners / 2n || 1n
      else if (rows.length < ROWS_A_PAGE / 2) owners *= 2n
      if (rows.length > 0) return rows
      from = to
    }
    return []
  }
}

const within = ({ begins, ends }: Stretch) =>
  sql`created_at >= ${new Date(begins)}::timestamptz and created_at < ${new Date(ends)}::timestamptz`

const isEqual = (row: Sums, found: Sums | undefined): boolean =>
  found !== undefined && (Object.keys(found) as (keyof Sums)[]).every((name) => found[name] === row[name])

async function rollupRows(
  ledger: Db | Tx,
  number: bigint,
  after: bigint,
): Promise<(Sums & { readonly before: string })[]> {
  const { rows } = await sql<Sums & { before: string }>`
    select r.account_id, r.debits, r.credits, r.entries, r.version, r.last_transfer, encode(r.history, 'hex') as history,
      coalesce(encode((select b.history from ledger_rollup_account b
        where b.account_id = r.account_id and b.number < r.number order by b.number desc limit 1), 'hex'), ${GENESIS}) as before
    from ledger_rollup_account r where r.number = ${number}::bigint and r.account_id > ${after}::bigint
    order by r.account_id limit ${ACCOUNTS_A_PAGE}`.execute(ledger)
  return rows
}

async function sumsByAccount(
  history: HistoryDb,
  stretch: Stretch,
  accounts: readonly { readonly account_id: AccountId; readonly before: string }[],
): Promise<Map<AccountId, Sums>> {
  const { rows } = await sql<Sums>`
    select e.account_id, coalesce(sum(-e.amount) filter (where e.amount < 0), 0)::bigint as debits,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as credits, count(*) as entries,
      max(e.version) as version, max(e.transfer_id) as last_transfer,
      encode(history_hash(decode(own.before, 'hex'),
        history_entry_bytes(e.transfer_id, e.version, e.amount, e.balance, e.created_at)
        order by e.transfer_id), 'hex') as history
    from unnest(${arrayLiteral(accounts, ({ account_id }) => account_id)}::bigint[],
      ${arrayLiteral(accounts, ({ before }) => before)}::text[]) own (id, before)
    join history_entry e on e.owner = own.id >> 23 and e.account_id = own.id
    where ${within(stretch)}
    group by e.owner, e.account_id`.execute(history)
  return new Map(rows.map((row) => [row.account_id, row]))
}
