import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { History, HistoryDb } from '#server/platform/db/history.ts'
import type { Job } from '#server/platform/jobs.ts'
import { type ExportedRow, nextRows, type Stretch } from '../rollup-export.ts'

/** A month is copied when it has been over for so long: whatever was dated in it has been committed by then. */
const OVER_MS = DAY_MS
/** A run ends after this; what is left is the next run's. */
const RUN_MS = 4 * MINUTE_MS

/** How far a month was copied: the last entry, in the order of accounts and transfers. */
interface Position {
  readonly account_id: bigint
  readonly transfer_id: bigint
  readonly is_whole: boolean
}

/** The copying of months, and how it is doing. */
export interface Copying {
  readonly job: Job
  /** How long a month could have been copied that was not, when it was looked last; 0 where all were. */
  lagMs(): number
  /** Since it was looked last, and the history answered; since the start before the first time. */
  ageMs(): number
}

/** Copies what is over to the history, by a job. */
export function createCopying({ clock, ...sides }: Copied & { readonly clock: Clock }): Copying {
  let behindSinceMs: number | undefined
  let lookedAtMs = clock.nowMs()
  return {
    job: {
      name: 'ledger: copy months that are over to the history',
      everyMs: HOUR_MS,
      async run() {
        const endMs = await copyMonths(sides, clock.nowMs())
        behindSinceMs = endMs === undefined ? undefined : endMs + OVER_MS
        lookedAtMs = clock.nowMs()
      },
    },
    lagMs: () => (behindSinceMs === undefined ? 0 : clock.nowMs() - behindSinceMs),
    ageMs: () => clock.nowMs() - lookedAtMs,
  }
}

interface Copied {
  readonly db: Db
  readonly history: History
}

/** The months of the ledger that are over and still here, oldest first. */
export async function monthsOver(db: Db, nowMs: number): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`select begins, ends from ledger_months() order by begins`.execute(db)
  return rows.filter(({ ends }) => ends + OVER_MS <= nowMs)
}

/** Where copying a month is; undefined before it began. */
async function positionOf(history: HistoryDb, begins: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select account_id, transfer_id, is_whole from history_month
    where begins = ${new Date(begins)}::timestamptz`.execute(history)
  return rows[0]
}

/** Whether the history says to have all of some months. What it has is compared before they leave. */
export const isCopied = (history: History, months: readonly Stretch[]): Promise<boolean> =>
  history.use(async (db) => {
    for (const { begins } of months) if (!(await positionOf(db, begins))?.is_whole) return false
    return true
  })

/** Has these months copied anew: what is there stays, what is missing comes. */
export const copyAnew = (history: History, { begins, ends }: Stretch): Promise<unknown> =>
  history.use((db) =>
    sql`
      update history_month set account_id = 0, transfer_id = 0, is_whole = false
      where begins >= ${new Date(begins)}::timestamptz and begins < ${new Date(ends)}::timestamptz`.execute(
      db,
    ),
  )

/**
 * Copies the entries of months that are over to the history, oldest month first, a few thousand at a time. The position
 * is written with the entries, in one transaction: whoever is cut off goes on from there, and twice is once.
 *
 * Returns: since when the oldest month is over that is not copied whole; undefined when all are.
 */
export async function copyMonths(
  { db, history }: Copied,
  nowMs: number,
  runMs = RUN_MS,
): Promise<number | undefined> {
  const begunMs = performance.now()
  for (const month of await monthsOver(db, nowMs)) {
    while (!(await copyNext(db, history, month))) if (performance.now() - begunMs > runMs) return month.ends
  }
  return undefined
}

/** Copies the next entries of a month. Returns: whether there are no more. */
async function copyNext(db: Db, history: History, month: Stretch): Promise<boolean> {
  const at = await history.use((there) => positionOf(there, month.begins))
  if (at?.is_whole) return true
  const rows = await nextRows(db, month, [at?.account_id ?? 0n, at?.transfer_id ?? 0n])
  await history.use(async (there) => {
    if (!at) await sql`select history_add_month(${new Date(month.begins)}::timestamptz)`.execute(there)
    await there.transaction().execute(async (tx) => {
      await addEntries(tx, rows)
      const last = rows.at(-1)
      await sql`
        insert into history_month (begins, account_id, transfer_id, is_whole)
        values (${new Date(month.begins)}::timestamptz, ${last?.account_id ?? at?.account_id ?? 0n}::bigint,
          ${last?.transfer_id ?? at?.transfer_id ?? 0n}::bigint, ${last === undefined})
        on conflict (begins) do update set account_id = excluded.account_id, transfer_id = excluded.transfer_id,
          is_whole = excluded.is_whole`.execute(tx)
    })
  })
  return rows.length === 0
}

async function addEntries(tx: HistoryDb, rows: readonly ExportedRow[]): Promise<void> {
  if (rows.length === 0) return
  const numbers = (name: 'account_id' | 'transfer_id' | 'version' | 'amount' | 'balance') =>
    sql`${arrayLiteral(rows, (row) => row[name])}::bigint[]`
  const ofTransfers = (name: 'reference' | 'debit' | 'credit') =>
    sql`${arrayLiteral(rows, (row) => row[name])}::bigint[]`
  await sql`
    insert into history_entry
      (owner, account_id, transfer_id, version, amount, balance, created_at, reason, reference, debit, credit)
    select e.account_id >> 23, e.* from unnest(
      ${numbers('account_id')}, ${numbers('transfer_id')}, ${numbers('version')}, ${numbers('amount')},
      ${numbers('balance')}, ${rows.map(({ made_at }) => made_at)}::timestamptz[],
      ${rows.map(({ reason }) => reason)}::text[], ${ofTransfers('reference')}, ${ofTransfers('debit')},
      ${ofTransfers('credit')}) e
      (account_id, transfer_id, version, amount, balance, created_at, reason, reference, debit, credit)
    on conflict do nothing`.execute(tx)
}
