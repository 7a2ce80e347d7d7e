import type { CustomerId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    passkey: {
      id: bigint
      customer_id: CustomerId
      credential_id: string
      public_key: string
      counter: bigint
      transports: string
      name: string
      added_at: number | Date
      used_at: number | Date | null
    }
  }
}

const columns = [
  'id',
  'customer_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'added_at',
  'used_at',
] as const

/** A passkey as it is kept. */
export interface PasskeyRow {
  readonly id: bigint
  readonly customer_id: CustomerId
  /** As the browser says it, in base64url. */
  readonly credential_id: string
  /** COSE, in base64url. */
  readonly public_key: string
  readonly counter: bigint
  /** How a browser reaches it, with commas between. */
  readonly transports: string
  readonly name: string
  readonly added_at: number
  readonly used_at: number | null
}

/** The passkeys of a customer, the first one first. */
export const passkeysOf = async (db: Db | Tx, customer: CustomerId): Promise<PasskeyRow[]> =>
  (await db
    .selectFrom('passkey')
    .select(columns)
    .where('customer_id', '=', customer)
    .orderBy('id')
    .execute()) as PasskeyRow[]

/** The passkey that a browser names. */
export const passkeyByCredential = async (
  db: Db | Tx,
  credentialId: string,
): Promise<PasskeyRow | undefined> =>
  (await db
    .selectFrom('passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()) as PasskeyRow | undefined

/** Keeps a new passkey; false when it is somebody's already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, 'added_at' | 'used_at'>,
  nowMs: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('passkey')
    .values({ ...passkey, added_at: new Date(nowMs), used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a use; false when the passkey is gone, or its counter has not grown since. */
export async function notePasskeyUse(tx: Tx, id: bigint, counter: bigint, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, used_at: new Date(nowMs) })
    .where('id', '=', id)
    .where((where) => (counter === 0n ? where('counter', '=', 0n) : where('counter', '<', counter)))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a passkey of a customer; false when it is not theirs. */
export async function deletePasskey(tx: Tx, customer: CustomerId, id: bigint): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Removes all passkeys of a customer. */
export async function deletePasskeys(tx: Tx, customer: CustomerId): Promise<void> {
  await tx.deleteFrom('passkey').where('customer_id', '=', customer).execute()
}
