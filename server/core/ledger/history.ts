import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import type { Reason } from '#domain/reasons.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { arrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { firstIdsSince } from '#server/platform/db/first-ids.ts'
import { type AccountId, accountParts, accountRange, type OwnerId } from './accounts.ts'

/**
 * What the ledger said at a moment of the past, without reading what lies between then and now.
 *
 * A moment is the first transfer made since then: ids of transfers grow with time, and within an account the balance
 * after each entry is kept, so the balance of then is one look-up by the index. What was under way at the moment itself
 * counts as before or after it by its id, for balances and for transfers alike: between two moments nothing is lost and
 * nothing counts twice.
 */

/** Ids of transfers grow with time, but for what was under way together: that is never a day. */
export const UNDER_WAY_MS = DAY_MS

/** From which id on transfers were made at or after each of some moments. */
export const firstTransfersSince = (db: Db | Tx, moments: readonly number[]): Promise<bigint[]> =>
  firstIdsSince(db, 'transfer', moments)

/** The same of one moment. */
export const firstTransferSince = async (db: Db | Tx, atMs: number): Promise<bigint> =>
  (await firstTransfersSince(db, [atMs]))[0]!

/** As many moments as a few hundred customers' lines have in common. */
const MAX_KEPT = 2_000
/** What was under way at a moment has been written by then. */
const SETTLED_MS = MINUTE_MS

/** A moment of the past, and the first transfer made since then. */
export interface PastMoment {
  readonly id: bigint
  readonly atMs: number
}

/** `firstTransfersSince`, asked once for each moment: of one that is over it stays what it is. */
export function transferMoments() {
  const kept = new Map<number, bigint>()
  return async (db: Db | Tx, moments: readonly number[], nowMs: number): Promise<PastMoment[]> => {
    const asked = moments.filter((atMs) => !kept.has(atMs))
    const found = asked.length === 0 ? [] : await firstTransfersSince(db, asked)
    const ids = new Map(asked.map((atMs, index) => [atMs, found[index]!]))
    const all = moments.map((atMs) => ({ atMs, id: (kept.get(atMs) ?? ids.get(atMs))! }))
    for (const [atMs, id] of ids) if (nowMs - atMs >= SETTLED_MS) kept.set(atMs, id)
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest)
    return all
  }
}

export type TransferMoments = ReturnType<typeof transferMoments>

/** An account as it stands, with what it is of. */
export interface AccountState {
  readonly id: AccountId
  readonly currency: string
  /** The kind's number. */
  readonly kind: number
  readonly isHeld: boolean
  readonly balance: bigint
  /** How many entries it has. */
  readonly version: bigint
  readonly lastTransfer: bigint
}

/** Every account of an owner that was ever used, in the order of the ids. */
export async function accountStates(db: Db | Tx, owner: OwnerId): Promise<AccountState[]> {
  const [first, last] = accountRange(owner)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balance', 'version', 'last_transfer'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .execute()
  return rows.map(({ last_transfer: lastTransfer, ...row }) => {
    const { currency, kind, state } = accountParts(row.id)
    return { ...row, lastTransfer, currency, kind, isHeld: state === 'held' }
  })
}

/** A balance of then, and how many entries there were. */
export interface PastBalance {
  readonly balance: bigint
  readonly version: bigint
}

const movedAccounts = (accounts: readonly AccountState[], since: PastMoment): AccountId[] =>
  accounts.filter(({ lastTransfer }) => lastTransfer >= since.id).map(({ id }) => id)

/** The balances of accounts at a moment, from all months. */
export const balancesAtQuery = (accounts: readonly AccountId[], { id }: Pick<PastMoment, 'id'>) =>
  sql<PastBalance & { account_id: AccountId }>`
    select own.id as account_id,
      coalesce(e.balance, (select balance from ledger_base where account_id = own.id), 0)::bigint as balance,
      coalesce(e.version, (select version from ledger_base where account_id = own.id), 0)::bigint as version
    from unnest(${[...accounts]}::bigint[]) own (id)
    left join lateral (
      select balance, version from entry where account_id = own.id and transfer_id < ${id}
      order by transfer_id desc limit 1
    ) e on true`

/** The same at later moments, of those that moved between the first moment and each of these. */
export const balancesSinceQuery = (
  accounts: readonly AccountId[],
  first: PastMoment,
  later: readonly PastMoment[],
) => sql<PastBalance & { account_id: AccountId; n: bigint }>`
    select own.id as account_id, m.n, e.balance, e.version
    from unnest(${[...accounts]}::bigint[]) own (id)
    cross join unnest(${later.map(({ id }) => id)}::bigint[]) with ordinality m (id, n)
    cross join lateral (
      select balance, version from entry
      where account_id = own.id and transfer_id < m.id and transfer_id >= ${first.id}
        and created_at >= ${new Date(first.atMs - UNDER_WAY_MS)}
      order by transfer_id desc limit 1
    ) e`

/**
 * The balances of accounts before some transfers, in the order of their ids.
 *
 * Cost: one look-up by the index for each account that moved since, and one for each further moment in the months since
 * the first one. How many entries an account has does not matter.
 */
export async function balancesBefore(
  db: Db | Tx,
  accounts: readonly AccountState[],
  moments: readonly PastMoment[],
): Promise<ReadonlyMap<AccountId, readonly PastBalance[]>> {
  const [first, ...later] = moments
  assert(first, 'there is a first moment')
  const moved = movedAccounts(accounts, first)
  const start = await balancesAtQuery(moved, first).execute(db)
  const since = await balancesSinceQuery(moved, first, later).execute(db)
  const balances = new Map<AccountId, PastBalance[]>(
    accounts.map(({ id, balance, version }) => [id, moments.map(() => ({ balance, version }))]),
  )
  for (const { account_id, ...before } of start.rows) balances.get(account_id)!.fill(before)
  for (const { account_id, n, balance, version } of since.rows)
    balances.get(account_id)![Number(n)] = { balance, version }
  return balances
}

/** What came to an account, or left it, in one minute. */
export interface MovedAmount {
  readonly currency: string
  readonly reason: Reason
  /** Signed: below zero when it left. */
  readonly amount: bigint
  readonly entries: number
  /** The minute's begin. */
  readonly minuteMs: number
}

const minuteOf = (atMs: number) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS

/**
 * What moved for some rare reasons since a transfer, by currency, reason and minute.
 *
 * Cost: as many rows as moved for these reasons, by the index of reasons (migration 13); those of trading have none.
 */
export async function movedForReasons(
  db: Db | Tx,
  accounts: readonly AccountState[],
  reasons: readonly Reason[],
  since: PastMoment,
): Promise<MovedAmount[]> {
  const moved = movedAccounts(accounts, since)
  if (moved.length === 0 || reasons.length === 0) return []
  const from = new Date(since.atMs - UNDER_WAY_MS)
  const sides = reasons.flatMap((reason) =>
    (['credit', 'debit'] as const).map(
      (side) => sql`
        select reason, ${sql.raw(side === 'credit' ? 'amount' : '-amount')} as amount, created_at from transfer
        where ${sql.ref(side)} = own.id and reason = ${sql.lit(reason)} and (-id) <= ${-since.id}::bigint
          and created_at >= ${from}`,
    ),
  )
  const { rows } = await sql<{ id: AccountId; reason: Reason; amount: bigint; created_at: number }>`
    select own.id, t.reason, t.amount, t.created_at from unnest(${moved}::bigint[]) own (id)
    cross join lateral (${sql.join(sides, sql` union all `)}) t`.execute(db)
  return summed(
    rows.map(({ id, reason, amount, created_at }) => ({
      ...{ currency: accountParts(id).currency, reason, amount, entries: 1, minuteMs: minuteOf(created_at) },
    })),
  )
}

/**
 * Everything that moved since a transfer, by currency, reason and minute; what only moved between the accounts given is left
 * out.
 *
 * Cost: every entry since then is read.
 */
export async function movedSince(
  db: Db | Tx,
  accounts: readonly AccountState[],
  since: PastMoment,
): Promise<MovedAmount[]> {
  const moved = movedAccounts(accounts, since)
  const { rows } = await sql<{
    id: AccountId
    reason: Reason
    amount: string
    entries: number
    minute: string
  }>`
    select own.id, t.reason, sum(e.amount)::text as amount, count(*)::integer as entries,
      (floor(extract(epoch from e.created_at) / 60) * ${MINUTE_MS})::text as minute
    from unnest(${moved}::bigint[]) own (id)
    join entry e on e.account_id = own.id and e.transfer_id >= ${since.id}
      and e.created_at >= ${new Date(since.atMs - UNDER_WAY_MS)}
    join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
    group by own.id, t.reason, minute`.execute(db)
  return summed(
    rows.map(({ id, reason, amount, entries, minute }) => ({
      ...{ currency: accountParts(id).currency, reason, amount: BigInt(amount), entries },
      minuteMs: Number(minute),
    })),
  )
}

/**
 * What came to each of some accounts for some reasons since a transfer, less what left them; of those that did not move
 * nothing. One query, however many accounts.
 *
 * Cost: every entry of these accounts since then is read.
 */
export async function sumsSince(
  db: Db | Tx,
  accounts: readonly AccountId[],
  reasons: readonly Reason[],
  since: PastMoment,
): Promise<Map<AccountId, bigint>> {
  const { rows } = await sql<{ id: AccountId; amount: string }>`
    select own.id, sum(e.amount)::text as amount
    from account own
    join entry e on e.account_id = own.id and e.transfer_id >= ${since.id}
      and e.created_at >= ${new Date(since.atMs - UNDER_WAY_MS)}
    join transfer t on t.id = e.transfer_id and t.created_at = e.created_at
    where own.id = any(${arrayLiteral(accounts, (id) => id)}::bigint[]) and own.last_transfer >= ${since.id}
      and t.reason = any(${arrayLiteral(reasons, (reason) => reason)}::text[])
    group by own.id`.execute(db)
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]))
}

/** One line for each currency, reason and minute in which the amounts do not cancel out. */
function summed(lines: readonly MovedAmount[]): MovedAmount[] {
  const sums = new Map<string, MovedAmount>()
  for (const line of lines) {
    const key = `${line.currency} ${line.reason} ${line.minuteMs}`
    const before = sums.get(key)
    sums.set(
      key,
      before
        ? { ...line, amount: before.amount + line.amount, entries: before.entries + line.entries }
        : line,
    )
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}
