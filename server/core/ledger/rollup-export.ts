import { createHash } from 'node:crypto'
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

export const ROWS_A_PAGE = 5_000

export const EXPORT_COLUMNS = [
  ...['owner', 'currency', 'kind', 'state', 'account', 'number', 'transfer', 'reason', 'reference'],
  ...['debit', 'credit', 'amount', 'balance', 'amount_units', 'balance_units', 'time_utc'],
] as const

/** An entry with its transfer. */
export interface ExportedRow {
  readonly account_id: AccountId
  readonly transfer_id: bigint
  readonly version: bigint
  readonly amount: bigint
  readonly balance: bigint
  readonly created_at: number
  /** The same to the microsecond. */
  readonly made_at: string
  readonly reason: string
  readonly reference: bigint
  readonly debit: bigint
  readonly credit: bigint
}

/** The entries of a stretch of time after one of them, by account and transfer; as many as are read at once. */
export type NextRows = (
  stretch: Stretch,
  after: readonly [account: bigint, transfer: bigint],
) => Promise<readonly ExportedRow[]>

/**
 * Writes the entries of a stretch of time, with their transfers, into a compressed CSV file: account by account, each
 * in order. The same entries make the same file.
 *
 * Returns: how many entries, the file's SHA-256, and that of its content.
 */
export async function exportEntries(
  db: Db,
  path: string,
  stretch: Stretch,
): Promise<{ readonly entries: number; readonly hash: Buffer; readonly content: string }> {
  const content = createHash('sha256')
  let entries = 0
  async function* parts() {
    for await (const part of linesOf((...asked) => nextRows(db, ...asked), stretch)) {
      entries += part.entries
      content.update(part.text)
      yield part.text
    }
  }
  const hash = await writeStreamAtomic(path, Readable.from(parts()).pipe(createGzip()))
  return { entries, hash, content: content.digest('hex') }
}

/** What the content of such a file would be, by whoever has its entries; hex. */
export async function exportedContent(next: NextRows, stretch: Stretch): Promise<string> {
  const content = createHash('sha256')
  for await (const { text } of linesOf(next, stretch)) content.update(text)
  return content.digest('hex')
}

async function* linesOf(next: NextRows, stretch: Stretch) {
  yield { entries: 0, text: `${EXPORT_COLUMNS.join(',')}\r\n` }
  let after: readonly [bigint, bigint] = [0n, 0n]
  for (;;) {
    const rows = await next(stretch, after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield { entries: rows.length, text: rows.map((row) => `${cellsOf(row).join(',')}\r\n`).join('') }
    after = [last.account_id, last.transfer_id]
  }
}

/** The next entries of the ledger's own database. */
export async function nextRows(
  db: Db,
  { begins, ends }: Stretch,
  [account, transfer]: readonly [bigint, bigint],
): Promise<readonly ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select e.*, e.created_at::text as made_at, t.reason, t.reference, t.debit, t.credit from (
      select account_id, transfer_id, version, amount, balance, created_at from entry
      where created_at >= ${new Date(begins)}::timestamptz and created_at < ${new Date(ends)}::timestamptz
        and (account_id, transfer_id) > (${account}::bigint, ${transfer}::bigint)
      order by account_id, transfer_id limit ${ROWS_A_PAGE}
    ) e
    left join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
    order by e.account_id, e.transfer_id`.execute(db)
  return rows
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
