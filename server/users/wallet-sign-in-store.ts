import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    sign_in_wallet: {
      /** In small letters. */
      address: string
      customer_id: CustomerId
      linked_at: number | Date
    }
    sign_in_message: {
      /** Of all that the message was given out for. */
      fingerprint: string
      expires_at: number | Date
    }
  }
}

/** Keeps a message that was given out. */
export async function insertMessage(db: Db, fingerprint: string, expiresAtMs: number): Promise<void> {
  await db
    .insertInto('sign_in_message')
    .values({ fingerprint, expires_at: new Date(expiresAtMs) })
    .execute()
}

/** Whether a message was given out, is not used and not over. */
export async function isMessageGood(db: Db, fingerprint: string, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_message')
    .select('fingerprint')
    .where('fingerprint', '=', fingerprint)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a message up; false when it was used already or is over. */
export async function takeMessage(tx: Tx, fingerprint: string, nowMs: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_message')
    .where('fingerprint', '=', fingerprint)
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the messages whose time is over. */
export async function sweepMessages(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('sign_in_message').where('expires_at', '<=', new Date(nowMs)).execute()
}

/** Whose wallet this is. */
export async function walletOwner(db: Db | Tx, address: string): Promise<CustomerId | undefined> {
  const row = await db
    .selectFrom('sign_in_wallet')
    .select('customer_id')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.customer_id
}

/** The wallets of a customer, the first one first. */
export const walletsOf = (db: Db | Tx, customer: CustomerId) =>
  db
    .selectFrom('sign_in_wallet')
    .select(['address', 'linked_at'])
    .where('customer_id', '=', customer)
    .orderBy('linked_at')
    .orderBy('address')
    .execute()

/** Links a wallet; false when it is somebody's. */
export async function insertWallet(
  tx: Tx,
  wallet: { address: string; customer: CustomerId },
  nowMs: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('sign_in_wallet')
    .values({ address: wallet.address, customer_id: wallet.customer, linked_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('address')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a wallet of a customer; false when it is not theirs. */
export async function deleteWallet(tx: Tx, customer: CustomerId, address: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_wallet')
    .where('address', '=', address)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
