import { sql } from 'kysely'
import { type RefusalCode, refusal } from '#domain/errors.ts'
import type { Units } from '#domain/money/amount.ts'
import type { Reason } from '#domain/reasons.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { isOutOfRange, violatedConstraint } from '#server/platform/db/errors.ts'
import { advanceIdsPast, nextId } from '#server/platform/ids.ts'
import {
  type AccountId,
  type AccountKind,
  accountId,
  accountParts,
  accountRange,
  type OwnerId,
} from './accounts.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    account: { id: AccountId; balance: bigint; version: bigint; last_transfer: bigint }
    transfer: {
      id: TransferId
      debit: AccountId
      credit: AccountId
      amount: bigint
      reason: Reason
      reference: bigint
      created_at: number
    }
    entry: {
      account_id: AccountId
      transfer_id: TransferId
      version: bigint
      amount: bigint
      balance: bigint
      created_at: number
    }
  }
}

export type TransferId = bigint & { readonly [transferIdBrand]: true }
declare const transferIdBrand: unique symbol

/** A transfer between two accounts: `debit` is the source, `credit` the destination. */
export interface Transfer {
  readonly debit: AccountId
  readonly credit: AccountId
  readonly amount: Units
  readonly reason: Reason
  /** The order, deposit or request it belongs to. */
  readonly reference: bigint
}

/**
 * Posts transfers to the ledger in the caller's transaction. Only this and the named holds (holds.ts) write the
 * ledger, by the same function of the database.
 *
 * Locks the accounts in id order, applies the transfers in the order given, and keeps for each account
 * the running balance.
 *
 * Units:   smallest unit of the accounts' currency; both sides must have the same.
 * Refuses: INSUFFICIENT_BALANCE when any account (but the outside world's) would fall below zero at any
 *          step, AMOUNT_INVALID when one would hold more than 2^63 units. The transaction is then to be rolled
 *          back.
 * Returns: the transfers' ids.
 */
export async function post(tx: Tx, transfers: readonly Transfer[], atMs: number): Promise<TransferId[]> {
  if (transfers.length === 0) return []
  return withNewIds(transfers.length, async (ids) => {
    const { rows } = await sql<{ newest: bigint }>`select ledger_post(
      ${ids}::bigint[],
      ${transfers.map((transfer) => transfer.debit)}::bigint[],
      ${transfers.map((transfer) => transfer.credit)}::bigint[],
      ${transfers.map((transfer) => transfer.amount)}::bigint[],
      ${transfers.map((transfer) => transfer.reason)}::text[],
      ${transfers.map((transfer) => transfer.reference)}::bigint[],
      ${new Date(atMs)}::timestamptz) as newest`.execute(tx)
    return rows[0]!.newest
  })
}

/**
 * Draws ids for a posting and draws them again, later ones, when `write` says that its accounts have later
 * transfers already: somebody else drew after us and was first at the accounts. The accounts are locked by
 * then, so the second draw holds.
 */
export async function withNewIds(
  count: number,
  write: (ids: readonly TransferId[]) => Promise<bigint>,
): Promise<TransferId[]> {
  for (;;) {
    const ids = Array.from({ length: count }, () => nextId() as TransferId)
    try {
      const newest = await write(ids)
      if (newest === 0n) return ids
      advanceIdsPast(newest)
    } catch (error) {
      const code = isOutOfRange(error) ? 'AMOUNT_INVALID' : refusalsOf[violatedConstraint(error) ?? '']
      throw code ? refusal(code, {}, error) : error
    }
  }
}

/** What the ledger's constraints refuse, by their names. */
const refusalsOf: Readonly<Record<string, RefusalCode>> = {
  account_not_below_zero: 'INSUFFICIENT_BALANCE',
  entry_not_below_zero: 'INSUFFICIENT_BALANCE',
}

/**
 * Sets money aside in the held side of an account; `release` gives it back. For the engine, whose orders are
 * their own record of what they hold; everything else names its hold: see holds.ts.
 */
export const hold = (
  owner: OwnerId,
  kind: AccountKind,
  currency: string,
  amount: Units,
  reason: Reason,
  reference: bigint,
): Transfer => ({
  debit: accountId(owner, kind, 'available', currency),
  credit: accountId(owner, kind, 'held', currency),
  amount,
  reason,
  reference,
})

/** Gives back what `hold` set aside. */
export const release = (
  owner: OwnerId,
  kind: AccountKind,
  currency: string,
  amount: Units,
  reason: Reason,
  reference: bigint,
): Transfer => ({
  debit: accountId(owner, kind, 'held', currency),
  credit: accountId(owner, kind, 'available', currency),
  amount,
  reason,
  reference,
})

/** The balances of accounts, locked against others until the transaction ends. Missing ones are 0. */
export async function lockBalances(tx: Tx, accounts: readonly AccountId[]): Promise<Map<AccountId, bigint>> {
  const { rows } = await sql<{ id: AccountId; balance: bigint }>`
    select id, balance from ledger_lock(${[...accounts]}::bigint[])`.execute(tx)
  const balances = new Map(accounts.map((account) => [account, 0n]))
  for (const row of rows) balances.set(row.id, row.balance)
  return balances
}

/** One account's balance now; 0 if it was never used. */
export async function balanceOf(db: Db | Tx, account: AccountId): Promise<Units> {
  return (await balancesOfAccounts(db, [account])).get(account)!
}

/** Where an account stands: its balance, and how many entries made it. */
export interface AccountState {
  readonly id: AccountId
  readonly balance: bigint
  readonly version: bigint
}

/** Where accounts stand, all of one moment; without those that were never used. */
export const statesOfAccounts = (db: Db | Tx, accounts: readonly AccountId[]): Promise<AccountState[]> =>
  db
    .selectFrom('account')
    .select(['id', 'balance', 'version'])
    .where('id', 'in', [...accounts])
    .execute()

/** The balances of accounts, all of one moment. Missing ones are 0. */
export async function balancesOfAccounts(
  db: Db | Tx,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Units>> {
  const balances = new Map(accounts.map((account) => [account, 0n as Units]))
  for (const { id, balance } of await statesOfAccounts(db, accounts)) balances.set(id, balance as Units)
  return balances
}

/** Every account of an owner that was ever used, by id. */
export async function listAccounts(db: Db, owner: OwnerId): Promise<AccountId[]> {
  const [first, last] = accountRange(owner)
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', '>=', first)
    .where('id', '<=', last)
    .execute()
  return rows.map(({ id }) => id)
}

export interface KindBalance {
  readonly currency: string
  /** The kind's number. */
  readonly kind: number
  readonly available: Units
  readonly held: Units
  /** How many entries the two sides have. */
  readonly entries: bigint
}

/** Every balance an owner has, one line per currency and kind that was ever used, all of one moment. */
export async function balancesOf(db: Db | Tx, owner: OwnerId): Promise<KindBalance[]> {
  const [first, last] = accountRange(owner)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balance', 'version'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .execute()
  const lines = new Map<string, KindBalance>()
  for (const { id, balance, version } of rows) {
    const { currency, kind, state } = accountParts(id)
    const key = `${currency} ${kind}`
    const line = lines.get(key) ?? { currency, kind, available: 0n as Units, held: 0n as Units, entries: 0n }
    lines.set(key, { ...line, [state]: balance, entries: line.entries + version })
  }
  return [...lines.values()]
}
