import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { formatAmount } from '#domain/money/read-amount.ts'
import { writeStreamAtomic } from '#server/platform/atomic-file.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type AccountId, accountParts } from './accounts.ts'

/** A stretch of time by its beginning and its end, which is the next one's beginning. */
export interface Stretch {
  readonly begins: number
  readonly ends: number
}

const ROWS_A_PAGE = 5_000

export const EXPORT_COLUMNS = [
  ...['owner', 'currency', 'kind', 'state', 'account', 'number', 'transfer', 'reason', 'reference'],
  ...['debit', 'credit', 'amount', 'balance', 'amount_units', 'balance_units', 'time_utc'],
] as const

interface ExportedRow {
  readonly account_id: AccountId
  readonly transfer_id: bigint
  readonly version: bigint
  readonly amount: bigint
  readonly balance: bigint
  readonly created_at: number
  readonly reason: string
  readonly reference: bigint
  readonly debit: bigint
  readonly credit: bigint
}

/**
 * Writes the entries of a stretch of time, with their transfers, into a compressed CSV file: account by account, each
 * in order. The same entries make the same file.
 *
 * Returns: how many entries, and the file's SHA-256.
 */
export async function exportEntries(
  db: Db,
  path: string,
  stretch: Stretch,
): Promise<{ readonly entries: number; readonly hash: Buffer }> {
  let entries = 0
  async function* lines() {
    yield `${EXPORT_COLUMNS.join(',')}\r\n`
    for await (const rows of pages(db, stretch)) {
      entries += rows.length
      yield rows.map((row) => `${cellsOf(row).join(',')}\r\n`).join('')
    }
  }
  const hash = await writeStreamAtomic(path, Readable.from(lines()).pipe(createGzip()))
  return { entries, hash }
}

async function* pages(db: Db, { begins, ends }: Stretch): AsyncGenerator<readonly ExportedRow[]> {
  let [account, transfer] = [0n, 0n]
  for (;;) {
    const { rows } = await sql<ExportedRow>`
      select e.*, t.reason, t.reference, t.debit, t.credit from (
        select account_id, transfer_id, version, amount, balance, created_at from entry
        where created_at >= ${new Date(begins)}::timestamptz and created_at < ${new Date(ends)}::timestamptz
          and (account_id, transfer_id) > (${account}::bigint, ${transfer}::bigint)
        order by account_id, transfer_id limit ${ROWS_A_PAGE}
      ) e
      left join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
      order by e.account_id, e.transfer_id`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    account = last.account_id
    transfer = last.transfer_id
  }
}

function cellsOf(row: ExportedRow): readonly (string | bigint)[] {
  const { owner, currency, kind, state } = accountParts(row.account_id)
  return [
    ...[`${owner}`, currency, `${kind}`, state, row.account_id, row.version, row.transfer_id, row.reason],
    ...[row.reference, row.debit, row.credit],
    ...[formatAmount(row.amount, currency), formatAmount(row.balance, currency), row.amount, row.balance],
    new Date(row.created_at).toISOString(),
  ]
}
