import type { AccountId } from '#server/core/ledger/accounts.ts'
import { type Moved, readAtRest, type Sides } from '#server/core/ledger/moved/moved.ts'
import type { HistoryDb } from '#server/platform/db/history.ts'
import { pastCount, pastOfNumber, pastRequestEntries, pastRequestSums, pastRows, pastSums } from './past.ts'
import type { RequestSum, StatementFilter, StatementRow, StatementRows, TotalsRow } from './store.ts'
import * as own from './store.ts'

/**
 * What store.ts reads, with the months that moved to the history: an entry is on one side, so what both answer is put
 * together, in order. The history is asked only where what is asked for can be there; while it is away that is refused with
 * SERVICE_UNAVAILABLE, and everything newer goes on.
 */

type OfTime = Pick<StatementFilter, 'fromMs' | 'toMs'>

/** What the history answers; `nothing` where no entry of that time is there. */
async function inHistory<T>(
  { history }: Sides,
  moved: Moved | undefined,
  { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER }: OfTime,
  nothing: T,
  read: (db: HistoryDb, moved: Moved) => Promise<T>,
): Promise<T> {
  if (!history || !moved || fromMs >= moved.ends || toMs <= moved.begins) return nothing
  return history.use((db) => read(db, moved))
}

const isNewer = (a: StatementRow, b: StatementRow): boolean =>
  a.transfer_id === b.transfer_id ? a.account_id > b.account_id : a.transfer_id > b.transfer_id

const newestFirst = (rows: readonly StatementRow[]): StatementRow[] =>
  rows.toSorted((a, b) => (isNewer(a, b) ? -1 : 1))

/** Whether rows fill a page, or say where to go on, above everything that moved. */
const isAbove = (moved: Moved, filled: bigint | undefined): boolean =>
  filled !== undefined && filled > moved.newest

/** Entries, newest first, and where to resume. */
export async function statementRows(on: Sides, filter: StatementFilter): Promise<StatementRows> {
  if (filter.accounts.length === 0) return { rows: [], resumeAt: undefined }
  const { own: found, moved } = await readAtRest(on, () => own.statementRows(on.db, filter))
  const filled = found.rows.length < filter.limit ? found.resumeAt?.[0] : found.rows.at(-1)?.transfer_id
  if (!moved || isAbove(moved, filled)) return found
  // How many of those that a page number passes over are on which side, nobody knows before.
  const { offset, limit } = filter
  const whole = { ...filter, offset: 0, limit: offset + limit }
  const here =
    offset === 0 ? { own: found, moved } : await readAtRest(on, () => own.statementRows(on.db, whole))
  const nothing: StatementRows = { rows: [], resumeAt: undefined }
  const past = await inHistory(on, here.moved, filter, nothing, (db, there) => pastRows(db, there, whole))
  return joined(here.own, past, filter)
}

// Math.max is not for these.
const larger = (a: bigint, b: bigint): bigint => (a < b ? b : a)

/** Two sides' newest rows as one: as far back as both were looked through. */
function joined(
  a: StatementRows,
  b: StatementRows,
  { offset, limit }: Pick<StatementFilter, 'offset' | 'limit'>,
): StatementRows {
  const [one = 0n, other = 0n] = [a.resumeAt?.[0], b.resumeAt?.[0]]
  const horizon = larger(one, other)
  const rows = newestFirst([...a.rows, ...b.rows])
    .filter(({ transfer_id }) => transfer_id >= horizon)
    .slice(offset, offset + limit)
  return { rows, resumeAt: horizon > 0n && rows.length < limit ? [horizon, 0n] : undefined }
}

/** How many entries accounts have in a range; more than `most` are not all counted. */
export async function countEntries(
  on: Sides,
  accounts: readonly AccountId[],
  { ids, ...time }: OfTime & { readonly ids: own.IdRange },
  most: number,
): Promise<number> {
  const { own: count, moved } = await readAtRest(on, () => own.countEntries(on.db, accounts, ids))
  if (count > most || accounts.length === 0) return count
  return (
    count +
    (await inHistory(on, moved, time, 0, (db, there) => pastCount(db, there, accounts, time, most + 1)))
  )
}

/** Credits and debits by currency, net for each transfer: what moved between the accounts given is neither. */
export async function sumEntries(
  on: Sides,
  filter: Parameters<typeof own.sumEntries>[1],
): Promise<TotalsRow[]> {
  const { own: here, moved } = await readAtRest(on, () => own.sumEntries(on.db, filter))
  if (filter.accounts.length === 0) return here
  const past = await inHistory(on, moved, filter, [], (db, there) => pastSums(db, there, filter))
  return [...Map.groupBy([...here, ...past], ({ currency }) => currency).values()]
    .map((rows) =>
      rows.reduce((sum, row) => ({
        currency: sum.currency,
        credits: sum.credits + row.credits,
        debits: sum.debits + row.debits,
        entries: sum.entries + row.entries,
      })),
    )
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/**
 * Requests that can have moved something in a month that is in the history: those that are named by nothing newer. A
 * transfer is made after what it refers to.
 */
const thatCanBePast = <Filter extends own.OfRequests>(filter: Filter, { newest }: Moved): Filter => ({
  ...filter,
  references: filter.references.filter(({ reference }) => reference <= newest),
})

/** Sums by request and account, of the transfers of a time and up to one of them. */
export async function sumRequests(
  on: Sides,
  filter: Parameters<typeof own.sumRequests>[1],
): Promise<RequestSum[]> {
  const { own: here, moved } = await readAtRest(on, () => own.sumRequests(on.db, filter))
  const old = moved && thatCanBePast(filter, moved)
  if (!old || old.references.length === 0 || old.accounts.length === 0) return here
  const past = await inHistory(on, moved, filter, [], (db, there) => pastRequestSums(db, there, old))
  if (past.length === 0) return here
  const bySide = Map.groupBy([...past, ...here], ({ request, account_id }) => `${request} ${account_id}`)
  return [...bySide.values()]
    .map((rows) =>
      rows.reduce((sum, row) => ({
        request: sum.request,
        account_id: sum.account_id,
        net: sum.net + row.net,
        entries: sum.entries + row.entries,
        newest: larger(sum.newest, row.newest),
      })),
    )
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

const isBefore = (a: RequestSum, b: RequestSum): boolean =>
  a.request === b.request ? a.account_id < b.account_id : a.request < b.request

/** The entries of one request, oldest first. */
export async function entriesOfRequest(
  on: Sides,
  filter: Parameters<typeof own.entriesOfRequest>[1],
): Promise<StatementRow[]> {
  const { offset, limit } = filter
  const whole = { ...filter, offset: 0, limit: offset + limit }
  const { own: here, moved } = await readAtRest(on, () =>
    own.entriesOfRequest(on.db, on.history ? whole : filter),
  )
  if (!on.history) return here
  const old = moved && thatCanBePast(whole, moved)
  const past =
    !old || old.references.length === 0 || old.accounts.length === 0
      ? []
      : await inHistory(on, moved, {}, [], (db, there) => pastRequestEntries(db, there, old))
  return newestFirst([...past, ...here])
    .toReversed()
    .slice(offset, offset + limit)
}

/** The entries of some accounts that a number names: of the transfer with this id, and of those that refer to it. Newest first. */
export async function entriesOfNumber(
  on: Sides,
  number: bigint,
  filter: StatementFilter,
): Promise<StatementRow[]> {
  const { offset, limit } = filter
  const whole = { ...filter, offset: 0, limit: offset + limit }
  const { own: here, moved } = await readAtRest(on, () =>
    own.entriesOfNumber(on.db, number, on.history ? whole : filter),
  )
  if (!on.history) return here
  const past =
    !moved || number > moved.newest || filter.accounts.length === 0
      ? []
      : await inHistory(on, moved, filter, [], (db, there) => pastOfNumber(db, there, number, whole))
  return newestFirst([...past, ...here]).slice(offset, offset + limit)
}
