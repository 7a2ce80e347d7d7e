import { type RawBuilder, sql } from 'kysely'
import type { KeyScope } from '#domain/apikey/rules.ts'
import type { CustomerId } from '#domain/ids.ts'
import { arrayLiteral, textArrayLiteral } from '#server/platform/db/array-literal.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The SQL of keys. A secret goes in and out encrypted. */

export interface KeyRow {
  readonly id: bigint
  readonly customerId: CustomerId
  readonly label: string
  readonly accessKey: string
  readonly secret: Uint8Array
  readonly scopes: readonly KeyScope[]
  readonly addresses: readonly string[]
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly lastUsedAtMs: number | null
  readonly lastUsedIp: string | null
  /** What guards the account was changed since it was made, or the account is frozen. */
  readonly hasEnded: boolean
}

const kept = sql<KeyRow>`
  select k.id, k.customer_id as "customerId", k.label, k.access_key as "accessKey", k.secret, k.scopes, k.addresses,
    k.created_at as "createdAtMs", k.expires_at as "expiresAtMs", k.last_used_at as "lastUsedAtMs",
    k.last_used_ip as "lastUsedIp",
    (k.guarded_at is distinct from c.security_changed_at
      or exists (select from account_freeze f where f.customer_id = k.customer_id and f.lifted_at is null)) as "hasEnded"
  from api_key k join customer c on c.id = k.customer_id
  where k.removed_at is null`

/** A customer's keys, newest first; those that were removed are not shown. */
export async function keysOf(db: Db | Tx, customer: CustomerId): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`${kept} and k.customer_id = ${customer} order by k.id desc`.execute(db)
  return rows
}

/** The key that requests name so; undefined once it is removed. */
export async function keyNamed(db: Db | Tx, accessKey: string): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`${kept} and k.access_key = ${accessKey}`.execute(db)
  return rows[0]
}

/** A key by its number; undefined once it is removed. */
export async function keyById(db: Db, id: bigint): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`${kept} and k.id = ${id}`.execute(db)
  return rows[0]
}

/** Which of these keys open anything at a moment. */
export async function activeAmong(db: Db, ids: readonly bigint[], nowMs: number): Promise<bigint[]> {
  const { rows } =
    await sql<KeyRow>`${kept} and k.id = any(${arrayLiteral(ids, (id) => id)}::bigint[])`.execute(db)
  return rows.filter((row) => !row.hasEnded && row.expiresAtMs > nowMs).map(({ id }) => id)
}

/** Keeps a key, tied to what guards the account now. */
export const insertKey = (
  tx: Tx,
  key: Omit<KeyRow, 'lastUsedAtMs' | 'lastUsedIp' | 'hasEnded'>,
): Promise<unknown> =>
  sql`
    insert into api_key (id, customer_id, label, access_key, secret, scopes, addresses, guarded_at, created_at, expires_at)
    select ${key.id}, id, ${key.label}, ${key.accessKey}, ${key.secret}::bytea,
      ${textArrayLiteral(key.scopes, (scope) => scope)}::text[],
      ${textArrayLiteral(key.addresses, (address) => address)}::text[],
      security_changed_at, ${new Date(key.createdAtMs)}, ${new Date(key.expiresAtMs)}
    from customer where id = ${key.customerId}`.execute(tx)

/** Removes a customer's key and erases its secret. Returns: what it was called; undefined where there is none. */
export const removeKey = async (
  tx: Tx,
  customer: CustomerId,
  id: bigint,
  nowMs: number,
): Promise<string | undefined> => (await removeWhere(tx, customer, sql`id = ${id}`, nowMs))[0]

/** Removes all of a customer's keys. Returns: how many there were. */
export const removeKeys = async (tx: Tx, customer: CustomerId, nowMs: number): Promise<number> =>
  (await removeWhere(tx, customer, sql`true`, nowMs)).length

/** Forgets a customer's keys, those that ended too, with what their programs called orders, closed and chose. */
export async function forgetKeys(tx: Tx, customer: CustomerId): Promise<void> {
  for (const table of ['api_key', 'exchange_order', 'exchange_closing', 'exchange_leverage'])
    await sql`delete from ${sql.table(table)} where customer_id = ${customer}`.execute(tx)
}

/** Removes those of a customer's keys that open nothing any more. */
export const removeEndedKeys = (tx: Tx, customer: CustomerId, nowMs: number): Promise<string[]> =>
  removeWhere(
    tx,
    customer,
    sql`(expires_at <= ${new Date(nowMs)} or guarded_at is distinct from
      (select security_changed_at from customer where id = ${customer}))`,
    nowMs,
  )

async function removeWhere(
  db: Db | Tx,
  customer: CustomerId,
  which: RawBuilder<unknown>,
  nowMs: number,
): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    update api_key set removed_at = ${new Date(nowMs)}, secret = null
    where ${which} and customer_id = ${customer} and removed_at is null returning label`.execute(db)
  return rows.map(({ label }) => label)
}

/** Notes a use, unless one was noted since a moment. */
export const noteKeyUse = (
  db: Db,
  id: bigint,
  ip: string,
  nowMs: number,
  sinceMs: number,
): Promise<unknown> =>
  sql`
    update api_key set last_used_at = ${new Date(nowMs)}, last_used_ip = ${ip}
    where id = ${id} and removed_at is null
      and (last_used_at is null or last_used_at <= ${new Date(sinceMs)})`.execute(db)
