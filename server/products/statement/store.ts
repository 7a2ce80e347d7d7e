import { type RawBuilder, sql } from 'kysely'
import type { Reason } from '#domain/reasons.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { PageSlice } from '#server/core/page.ts'
import type { Db } from '#server/platform/db/database.ts'

/** An entry with the transfer that made it. */
export interface StatementRow {
  readonly account_id: AccountId
  readonly transfer_id: bigint
  readonly amount: bigint
  readonly balance: bigint
  readonly reason: Reason
  readonly reference: bigint
  readonly created_at: number
  readonly credit: AccountId
}

export interface StatementFilter extends PageSlice {
  readonly accounts: readonly AccountId[]
  readonly reason?: Reason | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** Only what left an account: one row per transfer between own wallets. */
  readonly isDebit?: boolean
}

const LAST = 9_223_372_036_854_775_807n

/** What a filter asks of an entry and its transfer. The time is the entry's too: other months are not read. */
function ofTransfer(filter: Pick<StatementFilter, 'reason' | 'fromMs' | 'toMs'>): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.reason !== undefined) conditions.push(sql`t.reason = ${filter.reason}`)
  if (filter.fromMs !== undefined) conditions.push(sql`e.created_at >= ${new Date(filter.fromMs)}`)
  if (filter.toMs !== undefined) conditions.push(sql`e.created_at < ${new Date(filter.toMs)}`)
  return conditions
}

/**
 * Entries, newest first. Each account gives its newest few by its index, so that a long past costs nothing.
 */
export async function statementRows(db: Db, filter: StatementFilter): Promise<StatementRow[]> {
  const [beforeTransfer = LAST, beforeAccount = LAST] = filter.after ?? []
  const conditions: RawBuilder<unknown>[] = [
    sql`e.account_id = own.id`,
    sql`e.transfer_id <= ${beforeTransfer}`,
    sql`(e.transfer_id, e.account_id) < (${beforeTransfer}::bigint, ${beforeAccount}::bigint)`,
  ]
  conditions.push(...ofTransfer(filter))
  if (filter.isDebit) conditions.push(sql`e.amount < 0`)
  const { rows } = await sql<StatementRow>`
    select of_account.* from unnest(${[...filter.accounts]}::bigint[]) own (id)
    cross join lateral (
      select e.account_id, e.transfer_id, e.amount, e.balance, t.reason, t.reference, t.created_at, t.credit
      from entry e join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
      where ${sql.join(conditions, sql` and `)}
      order by e.transfer_id desc limit ${filter.offset + filter.limit}
    ) of_account
    order by of_account.transfer_id desc, of_account.account_id desc
    limit ${filter.limit} offset ${filter.offset}`.execute(db)
  return rows
}

/** Ids of transfers, from the first up to but not including the last. */
export type IdRange = readonly [from: bigint, to: bigint]

/** Every transfer there can be. */
export const ALL_IDS: IdRange = [0n, LAST]

/**
 * From which id on transfers were made at or after a moment, as far as ids grow with time: by halving, so
 * that it costs the same however many there are.
 */
export async function firstTransferSince(db: Db, atMs: number): Promise<bigint> {
  const { rows } = await sql<{ low: bigint }>`
    with recursive search (low, high) as (
      select 0::bigint, ${LAST}::bigint
      union all
      select case when is_before then mid + 1 else low end, case when is_before then high else mid end
      from (select low, high, low + (high - low) / 2 as mid from search where low < high) half,
        lateral (select coalesce((
          select created_at < to_timestamp(${atMs / SECOND_MS}::float8)
          from transfer where id >= mid order by id limit 1
        ), false) as is_before) met
    )
    select low from search where low = high`.execute(db)
  return rows[0]!.low
}

/** How many entries accounts have in a range, by their numbers: none is read. */
export async function countEntries(db: Db, accounts: readonly AccountId[], ids: IdRange): Promise<number> {
  const numberBefore = (id: bigint) => sql`coalesce((
    select version from entry where account_id = own.id and transfer_id < ${id}
    order by transfer_id desc limit 1), 0)`
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum(${numberBefore(ids[1])} - ${numberBefore(ids[0])}), 0)::bigint as count
    from unnest(${[...accounts]}::bigint[]) own (id)`.execute(db)
  return Number(rows[0]!.count)
}

export interface SumsRow {
  readonly currency: string
  readonly came: bigint
  readonly went: bigint
  readonly entries: number
}

/**
 * What came in and went out by currency, transfer by transfer: what moved between the accounts given is
 * neither. Reads every entry of the range.
 */
export async function sumEntries(
  db: Db,
  filter: Pick<StatementFilter, 'reason' | 'fromMs' | 'toMs'> & {
    readonly accounts: readonly { readonly id: AccountId; readonly currency: string }[]
    readonly ids: IdRange
  },
): Promise<SumsRow[]> {
  const { accounts, ids } = filter
  const conditions = ofTransfer(filter)
  // Its transfer is looked up only where something is asked of it.
  const transfer =
    conditions.length > 0
      ? sql`join transfer t on t.id = e.transfer_id and t.created_at = e.created_at`
      : sql``
  const { rows } = await sql<{ currency: string; came: string; went: string; entries: number }>`
    select currency, coalesce(sum(net) filter (where net > 0), 0)::text as came,
      coalesce(sum(net) filter (where net < 0), 0)::text as went, sum(entries)::integer as entries
    from (
      select own.currency, sum(e.amount) as net, count(*) as entries
      from unnest(${accounts.map(({ id }) => id)}::bigint[], ${accounts.map(({ currency }) => currency)}::text[])
        own (id, currency)
      join entry e on e.account_id = own.id and e.transfer_id >= ${ids[0]} and e.transfer_id < ${ids[1]}
      ${transfer}
      where ${sql.join([sql`true`, ...conditions], sql` and `)}
      group by own.currency, e.transfer_id
    ) moved
    group by currency order by currency`.execute(db)
  return rows.map(({ came, went, ...row }) => ({ ...row, came: BigInt(came), went: BigInt(went) }))
}
