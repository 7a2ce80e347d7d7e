import { sql } from 'kysely'
import { refusal } from '#domain/errors.ts'
import type { Units } from '#domain/money/amount.ts'
import type { Purse } from '#domain/wallet/purses.ts'
import type { Reason } from '#domain/wallet/reasons.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { type AccountId, accountId, accountParts, accountRange } from './accounts.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    account: { id: bigint; balance: bigint; version: bigint }
    transfer: {
      id: bigint
      debit: bigint
      credit: bigint
      amount: bigint
      reason: Reason
      reference: bigint
      created_at: number
    }
    entry: { account_id: bigint; transfer_id: bigint; version: bigint; amount: bigint; balance: bigint }
  }
}

/** Money going from one account to another: `debit` is what it leaves, `credit` what it reaches. */
export interface Transfer {
  readonly debit: AccountId
  readonly credit: AccountId
  readonly amount: Units
  readonly reason: Reason
  /** The order, deposit or request it belongs to. */
  readonly reference: bigint
}

/**
 * Moves money: the one function that does, inside the caller's transaction.
 *
 * Locks the accounts in id order, applies the transfers in the order given, and keeps for each account
 * the running balance.
 *
 * Units:   smallest unit of the accounts' currency; both sides must have the same.
 * Refuses: INSUFFICIENT_BALANCE when any account (but the outside world's) would fall below zero at any
 *          step. The transaction is then to be rolled back.
 * Returns: the transfers' ids.
 */
export async function post(tx: Tx, transfers: readonly Transfer[], atMs: number): Promise<bigint[]> {
  if (transfers.length === 0) return []
  try {
    const { rows } = await sql<{ ids: bigint[] }>`select ledger_post(
      ${transfers.map((transfer) => transfer.debit)}::bigint[],
      ${transfers.map((transfer) => transfer.credit)}::bigint[],
      ${transfers.map((transfer) => transfer.amount)}::bigint[],
      ${transfers.map((transfer) => transfer.reason)}::text[],
      ${transfers.map((transfer) => transfer.reference)}::bigint[],
      ${new Date(atMs)}::timestamptz) as ids`.execute(tx)
    return rows[0]!.ids.map(BigInt)
  } catch (error) {
    if (isBelowZero(error)) throw refusal('INSUFFICIENT_BALANCE')
    throw error
  }
}

/** Whether a database error says that an account would fall below zero. */
export function isBelowZero(error: unknown): boolean {
  const { constraint, message } = error as { constraint?: string; message?: string }
  return /(account|entry)_not_below_zero/.test(constraint ?? message ?? '')
}

/** Sets money aside for an order or a request; `release` gives it back. */
export const hold = (
  owner: bigint,
  purse: Purse,
  currency: string,
  amount: Units,
  reason: Reason,
  reference: bigint,
): Transfer => ({
  debit: accountId(owner, purse, 'available', currency),
  credit: accountId(owner, purse, 'held', currency),
  amount,
  reason,
  reference,
})

export const release = (
  owner: bigint,
  purse: Purse,
  currency: string,
  amount: Units,
  reason: Reason,
  reference: bigint,
): Transfer => ({
  debit: accountId(owner, purse, 'held', currency),
  credit: accountId(owner, purse, 'available', currency),
  amount,
  reason,
  reference,
})

/** The balances of accounts, locked against others until the transaction ends. Missing ones are 0. */
export async function lockBalances(tx: Tx, accounts: readonly AccountId[]): Promise<Map<AccountId, bigint>> {
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_lock(${[...accounts]}::bigint[])`.execute(tx)
  const balances = new Map(accounts.map((account) => [account, 0n]))
  for (const row of rows) balances.set(row.id, row.balance)
  return balances
}

/** One account's balance now; 0 if it was never used. */
export async function balanceOf(db: Db | Tx, account: AccountId): Promise<Units> {
  const row = await db.selectFrom('account').select('balance').where('id', '=', account).executeTakeFirst()
  return (row?.balance ?? 0n) as Units
}

export interface PurseBalance {
  readonly currency: string
  readonly purse: Purse
  readonly available: Units
  readonly held: Units
}

/** Every balance an owner has, one line per currency and purse that was ever used. */
export async function balancesOf(db: Db | Tx, owner: bigint): Promise<PurseBalance[]> {
  const [first, last] = accountRange(owner)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'balance'])
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .execute()
  const lines = new Map<string, PurseBalance>()
  for (const { id, balance } of rows) {
    const { currency, purse, state } = accountParts(id)
    const key = `${currency} ${purse}`
    const line = lines.get(key) ?? { currency, purse, available: 0n as Units, held: 0n as Units }
    lines.set(key, { ...line, [state]: balance })
  }
  return [...lines.values()]
}
