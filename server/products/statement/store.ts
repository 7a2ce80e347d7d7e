import { type RawBuilder, sql } from 'kysely'
import type { Reason } from '#domain/reasons.ts'
import { NO_REQUEST } from '#domain/statement/events.ts'
import { type AccountId, FIRST_CUSTOMER } from '#server/core/ledger/accounts.ts'
import type { PageSlice } from '#server/core/page.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
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
  /** Why they were made; all of them without it. */
  readonly reasons?: readonly Reason[] | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** Which transfers can be of that time, and few others; all of them without it. */
  readonly ids?: IdRange | undefined
  /** Between which amounts in units, whatever their sign, for each of the accounts; all of them without it. */
  readonly amounts?: readonly (readonly [least: bigint, most: bigint])[] | undefined
  /** Only what left an account: one row per transfer between own wallets. */
  readonly isDebit?: boolean
  /** Only what customers paid into an account. */
  readonly isPaidByCustomers?: boolean
}

/** Entries, and how far back was looked for them. */
export interface StatementRows {
  readonly rows: StatementRow[]
  /** Where the next answer resumes, as a cursor: the filter let too little through of what was looked at. Undefined at the end. */
  readonly resumeAt: readonly bigint[] | undefined
}

/** The largest id there can be. */
export const LAST = 9_223_372_036_854_775_807n

/**
 * How many entries are looked at for one answer, of all accounts together. A filter that lets nothing through
 * would otherwise have a long past read from end to end: some 15 ms of the database's time.
 */
export const MAX_LOOKED_AT = 4_000

/**
 * Reasons with too many transfers to have an index of them. What a customer looks for by any other is found
 * without looking at the rest; see migration 13, which leaves out the same.
 */
const UNINDEXED: readonly Reason[] = ['spot-hold', 'spot-release', 'spot-trade', 'spot-fee']

/** What a filter asks of the time of an entry, which is its transfer's: other months are not read. */
function ofTime(filter: Pick<StatementFilter, 'fromMs' | 'toMs'>, at: RawBuilder<unknown>) {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.fromMs !== undefined) conditions.push(sql`${at} >= ${new Date(filter.fromMs)}`)
  if (filter.toMs !== undefined) conditions.push(sql`${at} < ${new Date(filter.toMs)}`)
  return conditions
}

const isOneOf = (reason: string, reasons: readonly Reason[]): RawBuilder<unknown> =>
  sql`${sql.raw(reason)} = any(${textArrayLiteral(reasons, (one) => one)}::text[])`

/** What a filter asks of an entry and its transfer. */
const ofTransfer = (filter: Pick<StatementFilter, 'reasons' | 'fromMs' | 'toMs'>): RawBuilder<unknown>[] => [
  ...(filter.reasons === undefined ? [] : [isOneOf('t.reason', filter.reasons)]),
  ...ofTime(filter, sql`e.created_at`),
]

/** Entries, newest first, and where to resume. */
export async function statementRows(db: Db, filter: StatementFilter): Promise<StatementRows> {
  if (filter.accounts.length === 0) return { rows: [], resumeAt: undefined }
  const { rows } = await statementQuery(filter).execute(db)
  const [first] = rows
  const found = rows.flatMap(({ horizon, ...row }) => (row.transfer_id === null ? [] : [row as StatementRow]))
  const isMore = first !== undefined && first.horizon > 0n && found.length < filter.limit
  return { rows: found, resumeAt: isMore ? [first.horizon, 0n] : undefined }
}

/**
 * Each account gives its newest few by an index, the ids of transfers alone; what is asked of them is
 * asked of those. Where an account had more, what is older than its last is left for the next page.
 *
 * By the negative id only the index of a reason is in order, so that no other one is read from its end in the
 * hope of meeting a few soon.
 */
export function statementQuery(filter: StatementFilter) {
  const [beforeTransfer = LAST, beforeAccount = LAST] = filter.after ?? []
  const { accounts, reasons, ids = ALL_IDS, offset, limit } = filter
  const shown = offset + limit
  const isIndexed = reasons !== undefined && !reasons.some((reason) => UNINDEXED.includes(reason))
  // What an index finds is shown; of what is only looked at, more is needed.
  const isOfAnyTime = filter.fromMs === undefined && filter.toMs === undefined
  const isExact =
    isOfAnyTime &&
    filter.amounts === undefined &&
    !filter.isPaidByCustomers &&
    (reasons === undefined || isIndexed)
  const looked = isExact ? shown : Math.max(shown, Math.floor(MAX_LOOKED_AT / accounts.length))

  const [from, to] = ids
  /** The newest of one account, in the order of the index that has them. */
  const newest = (
    of: { table: string; account: string; id: string },
    more: RawBuilder<unknown>[],
    order: string,
  ) => {
    const [table, account, id] = [of.table, of.account, of.id].map((name) => sql.raw(name))
    const conditions = [sql`${account} = own.id`, ...more]
    if (filter.after)
      conditions.push(sql`(${id}, own.id) < (${beforeTransfer}::bigint, ${beforeAccount}::bigint)`)
    return sql`(
      select ${id} as transfer_id, created_at from ${table}
      where ${sql.join(conditions, sql` and `)}
      order by ${sql.raw(order)} limit ${looked})`
  }
  // Only bounds that bound anything: the planner takes each for a reason to expect few rows.
  const bounds = (above: (id: bigint) => RawBuilder<unknown>, upTo: (id: bigint) => RawBuilder<unknown>) => [
    ...(from > ALL_IDS[0] ? [above(from)] : []),
    ...(to < ALL_IDS[1] || filter.after ? [upTo(to - 1n < beforeTransfer ? to - 1n : beforeTransfer)] : []),
  ]
  const ofReason = (side: string, reason: Reason) =>
    newest(
      { table: 'transfer', account: side, id: 'id' },
      [
        sql`reason = ${sql.lit(reason)}`,
        ...bounds(
          (id) => sql`(-id) <= ${-id}::bigint`,
          (id) => sql`(-id) >= ${-id}::bigint`,
        ),
      ],
      '(-id)',
    )
  const ofAny = () =>
    newest(
      { table: 'entry', account: 'account_id', id: 'transfer_id' },
      bounds(
        (id) => sql`transfer_id >= ${id}::bigint`,
        (id) => sql`transfer_id <= ${id}::bigint`,
      ),
      'transfer_id desc',
    )
  const sides = filter.isDebit ? ['debit'] : ['debit', 'credit']
  const candidates = !isIndexed
    ? ofAny()
    : sql`(select * from (${sql.join(
        reasons.flatMap((reason) => sides.map((side) => ofReason(side, reason))),
        sql` union all `,
      )}) of_reasons order by transfer_id desc limit ${looked})`

  // Looked up one by one: joined, the whole of a table might be read for the few.
  const lookUp = (columns: string, table: string, on: RawBuilder<unknown>[]) => sql`
    cross join lateral (select ${sql.raw(columns)} from ${sql.raw(table)} where ${sql.join(on, sql` and `)} limit 1)`
  const transfers = lookUp('reason, reference, credit', 'transfer', [
    sql`id = c.transfer_id and created_at = c.created_at`,
    ...(reasons === undefined || isIndexed ? [] : [isOneOf('reason', reasons)]),
    ...(filter.isPaidByCustomers
      ? [sql`credit = c.account_id and account_owner(debit) >= ${FIRST_CUSTOMER}`]
      : []),
  ])
  const entries = lookUp('amount, balance', 'entry', [
    sql`account_id = c.account_id and transfer_id = c.transfer_id and created_at = c.created_at`,
    ...(filter.isDebit ? [sql`amount < 0`] : []),
    ...(filter.amounts ? [sql`abs(amount) between c.least and c.most`] : []),
  ])
  return sql<{ horizon: bigint } & { [Name in keyof StatementRow]: StatementRow[Name] | null }>`
    with candidate as materialized (
      select own.id as account_id, own.least, own.most, newest.* from ${ownAccounts(accounts, filter.amounts)}
      cross join lateral ${candidates} newest
    ), horizon as (
      select coalesce(max(oldest), 0)::bigint as id
      from (select min(transfer_id) as oldest from candidate group by account_id having count(*) >= ${looked}) full_ones
    )
    select horizon.id as horizon, page.* from horizon left join lateral (
      select c.account_id, c.transfer_id, e.amount, e.balance, t.reason, t.reference, c.created_at, t.credit
      from candidate c ${transfers} t ${entries} e
      where ${sql.join([sql`c.transfer_id >= horizon.id`, ...ofTime(filter, sql`c.created_at`)], sql` and `)}
      order by c.transfer_id desc, c.account_id desc
      limit ${limit} offset ${offset}
    ) page on true
    order by page.transfer_id desc, page.account_id desc`
}

/** Accounts, and between which amounts of each. */
const ownAccounts = (accounts: readonly AccountId[], amounts: StatementFilter['amounts']) => sql`unnest(
  ${arrayLiteral(accounts, (id) => id)}::bigint[],
  ${arrayLiteral(amounts ?? [], ([least]) => least)}::bigint[],
  ${arrayLiteral(amounts ?? [], ([, most]) => most)}::bigint[]) own (id, least, most)`

/** Ids of transfers, from the first up to but not including the last. */
export type IdRange = readonly [from: bigint, to: bigint]

/** Every transfer there can be. */
export const ALL_IDS: IdRange = [0n, LAST]

/** How many entries accounts have in a range, by their numbers: none is read. */
export async function countEntries(db: Db, accounts: readonly AccountId[], ids: IdRange): Promise<number> {
  const numberBefore = (id: bigint) => sql`coalesce((
    select version from entry where account_id = own.id and transfer_id < ${id}
    order by transfer_id desc limit 1), (select version from ledger_base where account_id = own.id), 0)`
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum(${numberBefore(ids[1])} - ${numberBefore(ids[0])}), 0)::bigint as count
    from unnest(${[...accounts]}::bigint[]) own (id)`.execute(db)
  return Number(rows[0]!.count)
}

export interface TotalsRow {
  readonly currency: string
  readonly credits: bigint
  readonly debits: bigint
  readonly entries: number
}

/**
 * Credits and debits by currency, net for each transfer: what moved between the accounts given is neither. Reads every entry of the range.
 */
export async function sumEntries(
  db: Db,
  filter: Pick<StatementFilter, 'reasons' | 'fromMs' | 'toMs'> & {
    readonly accounts: readonly { readonly id: AccountId; readonly currency: string }[]
    readonly amounts?: StatementFilter['amounts']
    readonly ids: IdRange
  },
): Promise<TotalsRow[]> {
  const { accounts, amounts, ids } = filter
  const conditions = ofTransfer(filter)
  const ofAmount = amounts ? [sql`abs(e.amount) between own.least and own.most`] : []
  // Its transfer is looked up only where something is asked of it.
  const transfer =
    conditions.length > 0
      ? sql`join transfer t on t.id = e.transfer_id and t.created_at = e.created_at`
      : sql``
  const { rows } = await sql<{ currency: string; credits: string; debits: string; entries: number }>`
    select currency, coalesce(sum(net) filter (where net > 0), 0)::text as credits,
      coalesce(sum(net) filter (where net < 0), 0)::text as debits, sum(entries)::integer as entries
    from (
      select own.currency, sum(e.amount) as net, count(*) as entries
      from unnest(${accounts.map(({ id }) => id)}::bigint[], ${accounts.map(({ currency }) => currency)}::text[],
        ${arrayLiteral(amounts ?? [], ([least]) => least)}::bigint[],
        ${arrayLiteral(amounts ?? [], ([, most]) => most)}::bigint[]) own (id, currency, least, most)
      join entry e on e.account_id = own.id and e.transfer_id >= ${ids[0]} and e.transfer_id < ${ids[1]}
      ${transfer}
      where ${sql.join([sql`true`, ...ofAmount, ...conditions], sql` and `)}
      group by own.currency, e.transfer_id
    ) moved
    group by currency order by currency`.execute(db)
  return rows.map(({ credits, debits, ...row }) => ({
    ...row,
    credits: BigInt(credits),
    debits: BigInt(debits),
  }))
}

/** The newest transfer of any of these accounts; 0 where there is none. */
export async function newestTransfer(db: Db, accounts: readonly AccountId[]): Promise<bigint> {
  const { rows } = await sql<{ newest: bigint }>`
    select coalesce(max(last_transfer), 0)::bigint as newest from account
    where id = any(${arrayLiteral(accounts, (id) => id)}::bigint[])`.execute(db)
  return rows[0]!.newest
}

/** Which transfers are of a request: those that refer to one of its references, for one of these reasons. */
export interface RequestReference {
  readonly request: bigint
  readonly reference: bigint
}

/** What one account gained or lost by one request. */
export interface RequestSum {
  readonly request: bigint
  readonly account_id: AccountId
  readonly net: bigint
  readonly entries: number
  /** The newest of its transfers. */
  readonly newest: bigint
}

/** Requests, and how their transfers are found. */
export interface OfRequests {
  readonly accounts: readonly AccountId[]
  readonly references: readonly RequestReference[]
  /** Undefined for transfers that several requests share: these are named by their own ids. */
  readonly reasons: readonly Reason[] | undefined
}

/** The transfers of requests, by the index of what they refer to, and the two accounts of each. */
const transfersOf = ({ accounts, references, reasons }: OfRequests, more: RawBuilder<unknown>[]) => sql`
  unnest(${arrayLiteral(references, ({ request }) => request)}::bigint[],
    ${arrayLiteral(references, ({ reference }) => reference)}::bigint[]) of (request, reference)
  cross join lateral (
    select id, debit, credit, amount, reason, reference, created_at from transfer
    where ${sql.join(
      [
        ...(reasons
          ? [sql`reference = of.reference`, isOneOf('reason', reasons)]
          : [sql`id = of.reference`, sql`reference = ${NO_REQUEST}::bigint`]),
        ...more,
      ],
      sql` and `,
    )} offset 0
  ) t
  cross join lateral (values (t.debit, -t.amount), (t.credit, t.amount)) side (account_id, amount)
  join unnest(${arrayLiteral(accounts, (id) => id)}::bigint[]) own (id) on own.id = side.account_id`

/** Sums by request and account, of the transfers of a time and up to one of them. */
export async function sumRequests(
  db: Db,
  filter: OfRequests & Pick<StatementFilter, 'fromMs' | 'toMs'> & { readonly upTo: bigint },
): Promise<RequestSum[]> {
  if (filter.references.length === 0) return []
  const { rows } = await requestSumsQuery(filter).execute(db)
  return rows.map(({ net, ...row }) => ({ ...row, net: BigInt(net) }))
}

/** The question of `sumRequests`. */
export const requestSumsQuery = (
  filter: OfRequests & Pick<StatementFilter, 'fromMs' | 'toMs'> & { readonly upTo: bigint },
) => sql<Omit<RequestSum, 'net'> & { net: string }>`
  select of.request, side.account_id, sum(side.amount)::text as net, count(*)::integer as entries,
    max(t.id)::bigint as newest
  from ${transfersOf(filter, [sql`id <= ${filter.upTo}::bigint`, ...ofTime(filter, sql`created_at`)])}
  group by of.request, side.account_id
  order by of.request, side.account_id`

/** The entries of one request, oldest first. */
export async function entriesOfRequest(db: Db, filter: OfRequests & PageSlice): Promise<StatementRow[]> {
  const [afterTransfer = 0n, afterAccount = 0n] = filter.after ?? []
  const { rows } = await sql<StatementRow>`
    select side.account_id, t.id as transfer_id, e.amount, e.balance, t.reason, t.reference, t.created_at, t.credit
    from ${transfersOf(filter, [sql`id >= ${afterTransfer}::bigint`])}
    cross join lateral (
      select amount, balance from entry
      where account_id = side.account_id and transfer_id = t.id and created_at = t.created_at limit 1
    ) e
    where (t.id, side.account_id) > (${afterTransfer}::bigint, ${afterAccount}::bigint)
    order by t.id, side.account_id offset ${filter.offset} limit ${filter.limit}`.execute(db)
  return rows
}

/**
 * The entries of some accounts that a number names: of the transfer with this id, and of those that refer to it. Newest first.
 *
 * Cost: as many transfers as refer to the number, by their index.
 */
export async function entriesOfNumber(
  db: Db,
  number: bigint,
  filter: StatementFilter,
): Promise<StatementRow[]> {
  if (filter.accounts.length === 0) return []
  const [beforeTransfer = LAST, beforeAccount = LAST] = filter.after ?? []
  const conditions = [
    sql`(t.id, own.id) < (${beforeTransfer}::bigint, ${beforeAccount}::bigint)`,
    ...ofTransfer(filter),
    ...(filter.amounts ? [sql`abs(e.amount) between own.least and own.most`] : []),
    ...(filter.isPaidByCustomers
      ? [sql`t.credit = own.id and account_owner(t.debit) >= ${FIRST_CUSTOMER}`]
      : []),
  ]
  const { rows } = await sql<StatementRow>`
    select own.id as account_id, t.id as transfer_id, e.amount, e.balance, t.reason, t.reference, t.created_at, t.credit
    from (
      select * from transfer where id = ${number}::bigint
      union select * from transfer where reference = ${number}::bigint
    ) t
    join ${ownAccounts(filter.accounts, filter.amounts)} on own.id in (t.debit, t.credit)
    cross join lateral (
      select account_id, amount, balance, created_at from entry
      where account_id = own.id and transfer_id = t.id and created_at = t.created_at limit 1
    ) e
    where ${sql.join(conditions, sql` and `)}
    order by t.id desc, own.id desc offset ${filter.offset} limit ${filter.limit}`.execute(db)
  return rows
}
