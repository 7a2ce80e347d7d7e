import { type RawBuilder, sql } from 'kysely'
import type { CardKind } from '#domain/card/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The SQL of bank cards. What customers say of them goes in and out encrypted. */

export interface CardRow {
  readonly id: bigint
  readonly customerId: CustomerId
  readonly kind: CardKind
  readonly lastDigits: string
  /** Encrypted. */
  readonly details: Uint8Array
  readonly savedAtMs: number
}

const columns = sql`id, customer_id as "customerId", kind, last_digits as "lastDigits", details, saved_at as "savedAtMs"`

/** A customer's cards, newest first; those that were removed have nothing left to show. */
export async function cardsOf(db: Db | Tx, customer: CustomerId): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${columns} from card where customer_id = ${customer} and removed_at is null order by id desc`.execute(
    db,
  )
  return rows
}

/** Adds a card; false where the customer has one with its fingerprint. */
export async function insertCard(tx: Tx, card: CardRow & { readonly fingerprint: string }): Promise<boolean> {
  const { id, customerId, kind, lastDigits, details, fingerprint, savedAtMs } = card
  const { rows } = await sql`
    insert into card (id, customer_id, kind, last_digits, details, fingerprint, saved_at)
    values (${id}, ${customerId}, ${kind}, ${lastDigits}, ${details}::bytea, ${fingerprint}, ${new Date(savedAtMs)})
    on conflict (customer_id, fingerprint) where removed_at is null do nothing returning 1`.execute(tx)
  return rows.length === 1
}

/** Removes a customer's card and erases what it says; false where there is none. */
export const eraseCard = async (
  db: Db | Tx,
  customer: CustomerId,
  id: bigint,
  nowMs: number,
): Promise<boolean> => (await eraseWhere(db, customer, sql`id = ${id}`, nowMs)) === 1

/** Removes all of a customer's cards and erases what they say. Returns: how many there were. */
export const eraseCards = (tx: Tx, customer: CustomerId, nowMs: number): Promise<number> =>
  eraseWhere(tx, customer, sql`true`, nowMs)

async function eraseWhere(
  db: Db | Tx,
  customer: CustomerId,
  which: RawBuilder<unknown>,
  nowMs: number,
): Promise<number> {
  const { rows } = await sql`
    update card set removed_at = ${new Date(nowMs)}, details = null, fingerprint = null
    where ${which} and customer_id = ${customer} and removed_at is null returning 1`.execute(db)
  return rows.length
}
