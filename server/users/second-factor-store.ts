import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    second_factor: {
      customer_id: CustomerId
      totp_sealed: string
      totp_step: bigint
      created_at: number | Date
      enabled_at: number | Date | null
      failures: number
      blocked_until: number | Date | null
    }
    recovery_code: {
      customer_id: CustomerId
      code_hash: string
      used_at: number | Date | null
    }
    trusted_device: {
      customer_id: CustomerId
      device_hash: string
      trusted_at: number | Date
    }
  }
}

/** How many wrong codes in a row are free; each further one doubles the wait from a minute to a day. */
export const MAX_FREE_TRIES = 5
const MAX_DOUBLINGS = 11

/** A customer's authenticator as it is kept. */
export interface FactorRow {
  readonly sealed: string
  readonly isOn: boolean
  readonly blockedUntilMs: number
}

/** The authenticator of a customer, also one that was not confirmed yet. */
export async function factorOf(db: Db | Tx, customer: CustomerId): Promise<FactorRow | undefined> {
  const row = await db
    .selectFrom('second_factor')
    .select(['totp_sealed', 'enabled_at', 'blocked_until'])
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  return (
    row && {
      sealed: row.totp_sealed,
      isOn: row.enabled_at !== null,
      blockedUntilMs: Number(row.blocked_until ?? 0),
    }
  )
}

/** Keeps a new secret that is not confirmed yet; false where one is confirmed already. */
export async function keepSecret(
  tx: Tx,
  customer: CustomerId,
  sealed: string,
  nowMs: number,
): Promise<boolean> {
  const kept = await tx
    .insertInto('second_factor')
    .values({
      customer_id: customer,
      totp_sealed: sealed,
      totp_step: 0n,
      created_at: new Date(nowMs),
      enabled_at: null,
      failures: 0,
      blocked_until: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ totp_sealed: sealed, totp_step: 0n, created_at: new Date(nowMs) })
        .where('second_factor.enabled_at', 'is', null),
    )
    .returning('customer_id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Spends a try before the code is looked at; false while the customer has to wait. */
export async function spendTry(db: Db, customer: CustomerId, nowMs: number): Promise<boolean> {
  const { rows } = await sql`
    update second_factor set failures = failures + 1,
      blocked_until = case when failures + 1 < ${MAX_FREE_TRIES} then null else
        ${new Date(nowMs)}::timestamptz + least(${DAY_MS},
          ${MINUTE_MS} * power(2, least(failures + 1 - ${MAX_FREE_TRIES}, ${MAX_DOUBLINGS})))
          * interval '1 millisecond' end
    where customer_id = ${customer} and (blocked_until is null or blocked_until <= ${new Date(nowMs)})
    returning 1`.execute(db)
  return rows.length === 1
}

const noFailures = { failures: 0, blocked_until: null }

/** Uses up a step of an authenticator; false when it or a later one was used, or the secret is another by now. */
export async function consumeStep(
  tx: Tx,
  customer: CustomerId,
  { sealed, step }: { sealed: string; step: bigint },
): Promise<boolean> {
  const used = await tx
    .updateTable('second_factor')
    .set({ totp_step: step, ...noFailures })
    .where('customer_id', '=', customer)
    .where('totp_sealed', '=', sealed)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Forgets wrong codes; with an authenticator's step, only while that and the secret are still good. */
export async function clearFailures(
  db: Db,
  customer: CustomerId,
  unused?: { sealed: string; step: bigint },
): Promise<void> {
  await db
    .updateTable('second_factor')
    .set(noFailures)
    .where('customer_id', '=', customer)
    .$if(unused !== undefined, (query) =>
      query.where('totp_sealed', '=', unused!.sealed).where('totp_step', '<', unused!.step),
    )
    .execute()
}

/** Uses up a recovery code; false when it was used before. */
export async function consumeRecoveryCode(
  tx: Tx,
  customer: CustomerId,
  codeHash: string,
  nowMs: number,
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used_at: new Date(nowMs) })
    .where('customer_id', '=', customer)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n) return false
  await tx.updateTable('second_factor').set(noFailures).where('customer_id', '=', customer).execute()
  return true
}

const unused = (db: Db | Tx, customer: CustomerId) =>
  db.selectFrom('recovery_code').where('customer_id', '=', customer).where('used_at', 'is', null)

/** Whether a recovery code is one of a customer's that was not used. */
export const hasRecoveryCode = async (db: Db, customer: CustomerId, codeHash: string): Promise<boolean> =>
  (await unused(db, customer).select('code_hash').where('code_hash', '=', codeHash).executeTakeFirst()) !==
  undefined

/** How many recovery codes a customer has left. */
export const countRecoveryCodes = async (db: Db, customer: CustomerId): Promise<number> =>
  (await unused(db, customer).select('code_hash').execute()).length

/** Replaces all recovery codes of a customer. */
export async function replaceRecoveryCodes(
  tx: Tx,
  customer: CustomerId,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_code').where('customer_id', '=', customer).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ customer_id: customer, code_hash, used_at: null })))
    .execute()
}

/** Asks for the authenticator from now on. */
export async function turnOn(tx: Tx, customer: CustomerId, nowMs: number): Promise<void> {
  await tx
    .updateTable('second_factor')
    .set({ enabled_at: new Date(nowMs) })
    .where('customer_id', '=', customer)
    .execute()
}

/** Removes the authenticator, its recovery codes and the devices that are known by it. */
export async function removeFactor(tx: Tx, customer: CustomerId): Promise<void> {
  await tx.deleteFrom('second_factor').where('customer_id', '=', customer).execute()
  await tx.deleteFrom('trusted_device').where('customer_id', '=', customer).execute()
}

/** Forgets a secret that is not confirmed yet. */
export async function forgetUnconfirmed(tx: Tx, customer: CustomerId): Promise<void> {
  await tx
    .deleteFrom('second_factor')
    .where('customer_id', '=', customer)
    .where('enabled_at', 'is', null)
    .execute()
}

/** Remembers a device on which the second factor was given. */
export async function trustDevice(
  tx: Tx,
  customer: CustomerId,
  deviceHash: string,
  nowMs: number,
): Promise<void> {
  const trusted_at = new Date(nowMs)
  await tx
    .insertInto('trusted_device')
    .values({ customer_id: customer, device_hash: deviceHash, trusted_at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'device_hash']).doUpdateSet({ trusted_at }))
    .execute()
}

/** Forgets the devices on which it was last given before a moment. */
export async function forgetDevices(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('trusted_device').where('trusted_at', '<=', new Date(beforeMs)).execute()
}

/** Forgets a customer's device, or all but one, all where that is null: there it is asked for at the next sign-in. */
export async function forgetDevicesOf(
  db: Db | Tx,
  customer: CustomerId,
  which: { readonly only: string } | { readonly except: string | null },
): Promise<void> {
  let query = db.deleteFrom('trusted_device').where('customer_id', '=', customer)
  if ('only' in which) query = query.where('device_hash', '=', which.only)
  else if (which.except !== null) query = query.where('device_hash', '<>', which.except)
  await query.execute()
}

/** Whether the second factor was given on a device since a moment, and since the account's guards last changed. */
export async function isTrusted(
  db: Db,
  customer: CustomerId,
  deviceHash: string,
  sinceMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('trusted_device')
    .innerJoin('customer', 'customer.id', 'trusted_device.customer_id')
    .select('device_hash')
    .where('trusted_device.customer_id', '=', customer)
    .where('device_hash', '=', deviceHash)
    .where('trusted_at', '>', new Date(sinceMs))
    .where((where) =>
      where.or([
        where('customer.security_changed_at', 'is', null),
        where('trusted_at', '>=', where.ref('customer.security_changed_at')),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
