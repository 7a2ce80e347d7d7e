import { type RawBuilder, sql } from 'kysely'
import type { Reason } from '#domain/reasons.ts'
import { NO_REQUEST } from '#domain/statement/events.ts'
import { type AccountId, FIRST_CUSTOMER } from '#server/core/ledger/accounts.ts'
import { UNDER_WAY_MS } from '#server/core/ledger/history.ts'
import type { Moved } from '#server/core/ledger/moved/moved.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { HistoryDb } from '#server/platform/db/history.ts'
import {
  LAST,
  MAX_LOOKED_AT,
  type OfRequests,
  type RequestSum,
  type StatementFilter,
  type StatementRow,
  type StatementRows,
  type TotalsRow,
} from './store.ts'

/**
 * What store.ts reads, of months that left the ledger: an entry there has what its transfer says, and everything is
 * asked of one owner. Nothing is read of months that the ledger still has.
 */

type OfTime = Pick<StatementFilter, 'fromMs' | 'toMs'>

/** Entries of an owner's accounts within the months that moved, and of a time. */
const ofOwner = (
  accounts: readonly AccountId[],
  moved: Moved,
  { fromMs, toMs }: OfTime,
): RawBuilder<unknown>[] => [
  sql`owner = ${accounts[0]! >> 23n}::bigint`,
  sql`created_at >= ${new Date(Math.max(moved.begins, fromMs ?? moved.begins))}::timestamptz`,
  sql`created_at < ${new Date(Math.min(moved.ends, toMs ?? moved.ends))}::timestamptz`,
]

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `)

const isOneOf = (reasons: readonly Reason[]) =>
  sql`reason = any(${textArrayLiteral(reasons, (one) => one)}::text[])`

/** The accounts asked about, and between which amounts of each. */
const own = (accounts: readonly AccountId[], amounts: StatementFilter['amounts']) => sql`unnest(
  ${arrayLiteral(accounts, (id) => id)}::bigint[],
  ${arrayLiteral(amounts ?? [], ([least]) => least)}::bigint[],
  ${arrayLiteral(amounts ?? [], ([, most]) => most)}::bigint[]) own (id, least, most)`

/** What a filter asks of an entry beside its account and its time. */
const ofEntry = (filter: Pick<StatementFilter, 'reasons' | 'amounts' | 'isDebit' | 'isPaidByCustomers'>) => [
  ...(filter.reasons === undefined ? [] : [isOneOf(filter.reasons)]),
  ...(filter.amounts ? [sql`abs(amount) between least and most`] : []),
  ...(filter.isDebit ? [sql`amount < 0`] : []),
  ...(filter.isPaidByCustomers
    ? [sql`credit = account_id`, sql`debit >> 23 >= ${FIRST_CUSTOMER}::bigint`]
    : []),
]

const COLUMNS = sql`account_id, transfer_id, amount, balance, reason, reference, created_at, credit`

/**
 * Entries, newest first, and where to resume. Of each account its newest few by the index; what a filter asks is asked of
 * those.
 */
export async function pastRows(db: HistoryDb, moved: Moved, filter: StatementFilter): Promise<StatementRows> {
  const { accounts, offset, limit } = filter
  const [beforeTransfer = LAST, beforeAccount = LAST] = filter.after ?? []
  const conditions = ofEntry(filter)
  const shown = offset + limit
  const looked =
    conditions.length === 0 ? shown : Math.max(shown, Math.floor(MAX_LOOKED_AT / accounts.length))
  const { rows } = await sql<
    { horizon: bigint } & { [Name in keyof StatementRow]: StatementRow[Name] | null }
  >`
    with candidate as materialized (
      select own.least, own.most, newest.* from ${own(accounts, filter.amounts)} cross join lateral (
        select ${COLUMNS}, debit from history_entry
        where ${all(ofOwner(accounts, moved, filter))} and account_id = own.id
          and transfer_id <= ${beforeTransfer}::bigint
          and (transfer_id, account_id) < (${beforeTransfer}::bigint, ${beforeAccount}::bigint)
        order by transfer_id desc limit ${looked}
      ) newest
    ), horizon as (
      select coalesce(max(oldest), 0)::bigint as id
      from (select min(transfer_id) as oldest from candidate group by account_id having count(*) >= ${looked}) full_ones
    )
    select horizon.id as horizon, page.* from horizon left join lateral (
      select ${COLUMNS} from candidate where ${all([sql`transfer_id >= horizon.id`, ...conditions])}
      order by transfer_id desc, account_id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.transfer_id desc, page.account_id desc`.execute(db)
  const [first] = rows
  const found = rows.flatMap(({ horizon, ...row }) => (row.transfer_id === null ? [] : [row as StatementRow]))
  const isMore = first !== undefined && first.horizon > 0n && found.length < limit
  return { rows: found, resumeAt: isMore ? [first.horizon, 0n] : undefined }
}

/** How many entries accounts have of a time; no more than so many are counted. */
export async function pastCount(
  db: HistoryDb,
  moved: Moved,
  accounts: readonly AccountId[],
  time: OfTime,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from ${own(accounts, undefined)} join history_entry on account_id = own.id
      where ${all(ofOwner(accounts, moved, time))} limit ${most}
    ) counted`.execute(db)
  return Number(rows[0]!.count)
}

/** Credits and debits by currency, net for each transfer. */
export async function pastSums(
  db: HistoryDb,
  moved: Moved,
  filter: OfTime & {
    readonly accounts: readonly { readonly id: AccountId; readonly currency: string }[]
    readonly reasons?: readonly Reason[] | undefined
    readonly amounts?: StatementFilter['amounts']
  },
): Promise<TotalsRow[]> {
  const ids = filter.accounts.map(({ id }) => id)
  const { rows } = await sql<{ currency: string; credits: string; debits: string; entries: number }>`
    select currency, coalesce(sum(net) filter (where net > 0), 0)::text as credits,
      coalesce(sum(net) filter (where net < 0), 0)::text as debits, sum(entries)::integer as entries
    from (
      select named.currency, sum(amount) as net, count(*) as entries
      from ${own(ids, filter.amounts)}
      join unnest(${ids}::bigint[], ${filter.accounts.map(({ currency }) => currency)}::text[]) named (id, currency)
        using (id)
      join history_entry on account_id = id
      where ${all([...ofOwner(ids, moved, filter), ...ofEntry(filter)])}
      group by named.currency, transfer_id
    ) of_transfers
    group by currency order by currency`.execute(db)
  return rows.map(({ credits, debits, ...row }) => ({
    ...row,
    credits: BigInt(credits),
    debits: BigInt(debits),
  }))
}

/** The entries of requests, by what their transfers refer to. */
const ofRequests = (
  { accounts, references, reasons }: OfRequests,
  moved: Moved,
  time: OfTime,
  more: RawBuilder<unknown>[],
) => sql`
  unnest(${arrayLiteral(references, ({ request }) => request)}::bigint[],
    ${arrayLiteral(references, ({ reference }) => reference)}::bigint[]) of (request, named)
  cross join lateral (
    select ${COLUMNS} from history_entry
    where ${all([
      ...ofOwner(accounts, moved, time),
      sql`account_id = any(${arrayLiteral(accounts, (id) => id)}::bigint[])`,
      ...(reasons
        ? [sql`reference = of.named`, isOneOf(reasons)]
        : [sql`transfer_id = of.named`, sql`reference = ${NO_REQUEST}::bigint`]),
      ...more,
    ])} offset 0
  ) e`

/** Sums by request and account, of the transfers of a time and up to one of them. */
export async function pastRequestSums(
  db: HistoryDb,
  moved: Moved,
  filter: OfRequests & OfTime & { readonly upTo: bigint },
): Promise<RequestSum[]> {
  const upTo = sql`transfer_id <= ${filter.upTo}::bigint`
  const { rows } = await sql<Omit<RequestSum, 'net'> & { net: string }>`
    select of.request, e.account_id, sum(e.amount)::text as net, count(*)::integer as entries,
      max(e.transfer_id)::bigint as newest
    from ${ofRequests(filter, moved, filter, [upTo])}
    group by of.request, e.account_id`.execute(db)
  return rows.map(({ net, ...row }) => ({ ...row, net: BigInt(net) }))
}

/** The entries of one request after one of them, oldest first. */
export async function pastRequestEntries(
  db: HistoryDb,
  moved: Moved,
  filter: OfRequests & { readonly after?: readonly bigint[] | undefined; readonly limit: number },
): Promise<StatementRow[]> {
  const [afterTransfer = 0n, afterAccount = 0n] = filter.after ?? []
  const time = { fromMs: undefined, toMs: undefined }
  const { rows } = await sql<StatementRow>`
    select e.* from ${ofRequests(filter, moved, time, [
      sql`(transfer_id, account_id) > (${afterTransfer}::bigint, ${afterAccount}::bigint)`,
    ])}
    order by e.transfer_id, e.account_id limit ${filter.limit}`.execute(db)
  return rows
}

/** The entries of some accounts that a number names, newest first. */
export async function pastOfNumber(
  db: HistoryDb,
  moved: Moved,
  number: bigint,
  filter: StatementFilter,
): Promise<StatementRow[]> {
  const { accounts, offset, limit } = filter
  const [beforeTransfer = LAST, beforeAccount = LAST] = filter.after ?? []
  const { rows } = await sql<StatementRow>`
    select ${COLUMNS} from ${own(accounts, filter.amounts)} join history_entry on account_id = own.id
    where ${all([
      ...ofOwner(accounts, moved, filter),
      sql`(transfer_id = ${number}::bigint or reference = ${number}::bigint)`,
      sql`(transfer_id, account_id) < (${beforeTransfer}::bigint, ${beforeAccount}::bigint)`,
      ...ofEntry(filter),
    ])}
    order by transfer_id desc, account_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** What a transfer brought to some accounts or took from them. */
export interface PastMove {
  readonly at: number
  readonly transfer_id: bigint
  readonly reason: Reason
  readonly currency: string
  readonly net: string
}

/** What accounts had in the history before a period and at its end; without those that had no entry by then. */
export interface PastPeriod {
  readonly opening: ReadonlyMap<AccountId, bigint>
  readonly closing: ReadonlyMap<AccountId, bigint>
  /** Between the two. */
  readonly moves: readonly PastMove[]
}

/**
 * A period in the history: what there was, what moved, what there is. It is wider by what was under way at its ends, and
 * begins and ends at an entry of each account, so that the three agree.
 */
export async function pastPeriod(
  db: HistoryDb,
  moved: Moved,
  accounts: readonly { readonly id: AccountId; readonly currency: string }[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<PastPeriod> {
  const ids = accounts.map(({ id }) => id)
  const always = { fromMs: undefined, toMs: undefined }
  const firstSince = (atMs: number) => sql`coalesce((
    select min(transfer_id) from history_entry
    where ${all(ofOwner(ids, moved, { ...always, fromMs: atMs }))} and account_id = own.id), ${LAST}::bigint)`
  const balanceBefore = (id: RawBuilder<unknown>) => sql`(
    select balance from history_entry
    where ${all(ofOwner(ids, moved, always))} and account_id = own.id and transfer_id < ${id}
    order by transfer_id desc limit 1)`
  const { rows } = await sql<{
    id: AccountId
    first: bigint
    behind: bigint
    opening: bigint | null
    closing: bigint | null
  }>`
    select id, first, behind, ${balanceBefore(sql`first`)} as opening, ${balanceBefore(sql`behind`)} as closing
    from (
      select own.id, ${firstSince(fromMs - UNDER_WAY_MS)} as first, ${firstSince(toMs + UNDER_WAY_MS)} as behind
      from unnest(${arrayLiteral(ids, (id) => id)}::bigint[]) own (id)
    ) own`.execute(db)
  const { rows: moves } = await sql<PastMove>`
    select created_at as at, transfer_id, reason, own.currency, sum(amount)::text as net
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ first }) => first)}::bigint[],
      ${rows.map(({ behind }) => behind)}::bigint[],
      ${rows.map(({ id }) => accounts.find((one) => one.id === id)!.currency)}::text[]) own (id, first, behind, currency)
    join history_entry on account_id = own.id and transfer_id >= first and transfer_id < behind
    where ${all(ofOwner(ids, moved, always))}
    group by created_at, transfer_id, reason, own.currency having sum(amount) <> 0
    order by transfer_id`.execute(db)
  const known = (side: 'opening' | 'closing') =>
    new Map(rows.flatMap((row) => (row[side] === null ? [] : [[row.id, row[side]] as const])))
  return { opening: known('opening'), closing: known('closing'), moves }
}
