import { sql } from 'kysely'
import { assert } from '#domain/errors.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Units } from '#domain/money/amount.ts'
import type { Reason } from '#domain/reasons.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import {
  type AccountId,
  type AccountKind,
  accountId,
  accountParts,
  accountRange,
  type OwnerId,
} from './accounts.ts'
import { type TransferId, withNewIds } from './ledger.ts'

/**
 * Money set aside under a name: for a withdrawal, an escrow, a bid. What is taken from a hold or given back
 * is counted against it, and the database lets neither exceed it.
 *
 * The engine's orders hold money without these: each says itself what it holds.
 */

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    hold: {
      id: HoldId
      /** The available side of the account that it was taken from; the money is in the held side. */
      account_id: AccountId
      purpose: string
      reference: bigint
      amount: Units
      remaining: Units
      created_at: number
    }
  }
}

export type HoldId = bigint & { readonly [holdIdBrand]: true }
declare const holdIdBrand: unique symbol

export interface NewHold {
  readonly owner: OwnerId
  readonly kind: AccountKind
  readonly currency: string
  readonly amount: Units
  /** What it is for, for the page to name and link. @example 'withdrawal' */
  readonly purpose: string
  readonly reason: Reason
  /** The request it belongs to. */
  readonly reference: bigint
}

/** Sets money aside. Refuses: INSUFFICIENT_BALANCE. */
export async function createHold(tx: Tx, hold: NewHold, atMs: number): Promise<HoldId> {
  const id = nextId() as HoldId
  const account = accountId(hold.owner, hold.kind, 'available', hold.currency)
  await withNewIds(1, async ([transfer]) => {
    const { rows } = await sql<{ newest: bigint }>`select ledger_hold(${id}::bigint, ${transfer!}::bigint,
      ${account}::bigint, ${hold.amount}::bigint, ${hold.purpose}, ${hold.reason}, ${hold.reference}::bigint,
      ${new Date(atMs)}::timestamptz) as newest`.execute(tx)
    return rows[0]!.newest
  })
  return id
}

/**
 * Pays from a hold: all that remains of it, or a part.
 *
 * Refuses: (the database, as a broken assumption) more than remains, and a hold that does not exist.
 */
export const postHold = (
  tx: Tx,
  id: HoldId,
  payment: { readonly credit: AccountId; readonly amount: Units; readonly reason: Reason },
  atMs: number,
): Promise<TransferId> => settle(tx, id, payment, atMs)

/** Gives a hold back to whom it was taken from: all that remains, or a part. Refuses: as `postHold`. */
export const voidHold = (
  tx: Tx,
  id: HoldId,
  given: { readonly amount: Units; readonly reason: Reason },
  atMs: number,
): Promise<TransferId> => settle(tx, id, { ...given, credit: null }, atMs)

async function settle(
  tx: Tx,
  id: HoldId,
  { credit, amount, reason }: { credit: AccountId | null; amount: Units; reason: Reason },
  atMs: number,
): Promise<TransferId> {
  const [transfer] = await withNewIds(1, async ([transfer]) => {
    const { rows } = await sql<{ newest: bigint | null }>`select ledger_settle_hold(${id}::bigint,
      ${transfer!}::bigint, ${credit}::bigint, ${amount}::bigint, ${reason},
      ${new Date(atMs)}::timestamptz) as newest`.execute(tx)
    const { newest } = rows[0]!
    assert(newest !== null, `hold ${id} exists`)
    return newest
  })
  return transfer!
}

/** One hold on a customer's money. */
export interface Hold {
  /** @example 'spot-order' */
  readonly purpose: string
  readonly reference: bigint
  readonly currency: string
  /** The kind of account it is held in, by its number. */
  readonly kind: number
  readonly amount: Units
  readonly sinceMs: number
}

/** Lists what holds an owner's money. Named holds are one list, the engine's open orders another. */
export type ListHolds = (db: Db | Tx, owner: CustomerId) => Promise<readonly Hold[]>

/** The named holds of an owner of which something remains, oldest first. */
export const listNamedHolds: ListHolds = async (db, owner) => {
  const [first, last] = accountRange(owner)
  const rows = await db
    .selectFrom('hold')
    .selectAll()
    .where('account_id', '>=', first)
    .where('account_id', '<=', last)
    .where(sql<boolean>`remaining > 0`)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { currency, kind } = accountParts(row.account_id)
    const { purpose, reference } = row
    return { purpose, reference, currency, kind, amount: row.remaining, sinceMs: row.created_at }
  })
}

/** A held side that is not what its holds say: named ones, or the engine's open orders. */
export interface HoldDifference {
  readonly account: AccountId
  readonly held: bigint
  readonly needed: bigint
}

/**
 * Compares every held side with its named holds, but for kinds whose holds are orders of the engine, by
 * their numbers. Empty when consistent.
 */
export async function auditNamedHolds(
  db: Db | Tx,
  engineKinds: readonly number[],
): Promise<HoldDifference[]> {
  const { rows } = await sql<HoldDifference>`
    select coalesce(a.id, h.account) as account, coalesce(a.balance, 0)::bigint as held,
      coalesce(h.remaining, 0)::bigint as needed
    from (select id, balance from account
          where account_is_held(id) and account_kind(id) <> all (${[...engineKinds]}::int[])) a
    full join (select account_id | 1 as account, sum(remaining) as remaining from hold group by 1) h
      on h.account = a.id
    where coalesce(a.balance, 0) <> coalesce(h.remaining, 0)`.execute(db)
  return rows
}
