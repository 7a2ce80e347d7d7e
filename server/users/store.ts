import { type ColumnType, type Generated, sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Contact } from '#domain/user/contact.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { violatedConstraint } from '#server/platform/db/errors.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    customer: {
      id: import('kysely').GeneratedAlways<CustomerId>
      email: string | null
      mobile: string | null
      password_hash: string | null
      pay_password_hash: string | null
      nickname: string | null
      signature: string | null
      portrait: string | null
      invite_code: string
      invited_by: CustomerId | null
      language: Language
      is_demo: boolean
      tier: Tier
      /** Of the advanced verification. */
      country: ColumnType<string | null, never, string | null>
      created_at: number | Date
      security_changed_at: number | Date | null
    }
    customer_session: {
      id: bigint
      customer_id: CustomerId
      token_hash: string
      device: string
      ip: string
      created_at: number | Date
      last_seen_at: number | Date
      revoked_at: number | Date | null
      /** Whether it ended by signing out in it. */
      signed_out: Generated<boolean>
      /** The device it is on, as `trusted_device` keeps it; null where it is not known. */
      device_hash?: string | null
      /** When its customer last confirmed who they are; null when only by signing in. */
      proven_at?: number | Date | null
    }
    contact_code: {
      contact: string
      purpose: string
      /** Who asked for it: see `requesterOf`. */
      requester: string
      salt: string
      code_hash: string
      tries_left: number
      expires_at: number | Date
      sent_at: number | Date
      day: number | Date
      sent_in_day: number
    }
  }
}

/** A customer as this area reads one. */
export interface CustomerRow {
  readonly id: CustomerId
  readonly email: string | null
  readonly mobile: string | null
  /** Null for who came by wallet and has not set one. */
  readonly password_hash: string | null
  readonly pay_password_hash: string | null
  readonly nickname: string | null
  readonly signature: string | null
  readonly portrait: string | null
  readonly invite_code: string
  readonly language: Language
  readonly is_demo: boolean
  readonly tier: Tier
  readonly created_at: number
  readonly security_changed_at: number | null
}

const columns = [
  'id',
  'email',
  'mobile',
  'password_hash',
  'pay_password_hash',
  'nickname',
  'signature',
  'portrait',
  'invite_code',
  'language',
  'is_demo',
  'tier',
  'created_at',
  'security_changed_at',
] as const

/** A customer by id. */
export const customerById = async (db: Db | Tx, id: CustomerId) =>
  (await db.selectFrom('customer').select(columns).where('id', '=', id).executeTakeFirst()) as
    | CustomerRow
    | undefined

/** Customers by their ids, in no order; those that do not exist are left out. */
export const customersById = async (db: Db | Tx, ids: readonly CustomerId[]) =>
  ids.length === 0
    ? []
    : ((await db
        .selectFrom('customer')
        .select(columns)
        .where('id', 'in', [...ids])
        .execute()) as CustomerRow[])

/** The customer who signs in with this contact. */
export const customerByContact = async (db: Db | Tx, contact: Contact) =>
  (await db
    .selectFrom('customer')
    .select(columns)
    .where(contact.kind, '=', contact.value)
    .executeTakeFirst()) as CustomerRow | undefined

/**
 * Locks a customer against changes by others until the transaction ends, and reads it again: what guarded
 * the account when a password was compared need not guard it any more. Who only reads shares the lock.
 */
export async function lockCustomer(
  tx: Tx,
  id: CustomerId,
  lock: 'to read' | 'to change',
): Promise<CustomerRow> {
  const query = tx.selectFrom('customer').select(columns).where('id', '=', id)
  const locked = lock === 'to read' ? query.forShare() : query.forNoKeyUpdate()
  return (await locked.executeTakeFirstOrThrow()) as CustomerRow
}

export interface NewCustomer {
  readonly email: string | null
  readonly mobile: string | null
  readonly passwordHash: string | null
  readonly payPasswordHash: string | null
  readonly nickname: string | null
  readonly inviteCode: string
  readonly invitedBy: CustomerId | null
  readonly language: Language
  readonly isDemo: boolean
  /** Without it, the demonstration's customer is verified and others are not. */
  readonly tier?: Tier
}

/** Adds a customer; `undefined` when the contact (or, once in a trillion, the invite code) is taken. */
export async function insertCustomer(
  tx: Tx,
  customer: NewCustomer,
  nowMs: number,
): Promise<CustomerId | undefined> {
  const row = await tx
    .insertInto('customer')
    .values({
      email: customer.email,
      mobile: customer.mobile,
      password_hash: customer.passwordHash,
      pay_password_hash: customer.payPasswordHash,
      nickname: customer.nickname,
      signature: null,
      portrait: null,
      invite_code: customer.inviteCode,
      invited_by: customer.invitedBy,
      language: customer.language,
      is_demo: customer.isDemo,
      tier: customer.tier ?? (customer.isDemo ? 'advanced' : 'unverified'),
      created_at: new Date(nowMs),
      security_changed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface CustomerChange {
  email?: string
  mobile?: string
  password_hash?: string
  pay_password_hash?: string
  nickname?: string | null
  signature?: string | null
  portrait?: string | null
}

/** Changes a customer; what guards the account is stamped with the time it changed. */
export async function updateCustomer(
  tx: Db | Tx,
  id: CustomerId,
  change: CustomerChange,
  securityChangedAtMs?: number,
): Promise<void> {
  if (Object.keys(change).length === 0 && securityChangedAtMs === undefined) return
  await tx
    .updateTable('customer')
    .set({
      ...change,
      ...(securityChangedAtMs === undefined ? {} : { security_changed_at: new Date(securityChangedAtMs) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Whose invite code this is. */
export async function customerByInviteCode(db: Db | Tx, code: string): Promise<CustomerId | undefined> {
  const row = await db.selectFrom('customer').select('id').where('invite_code', '=', code).executeTakeFirst()
  return row?.id
}

/** How many customers a customer has invited. */
export async function countInvited(db: Db, id: CustomerId): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from customer where invited_by = ${id}`.execute(db)
  return Number(rows[0]!.count)
}

/** Whether a database error says that somebody else has this contact. */
export function isContactTaken(error: unknown): boolean {
  return /^customer_(email|mobile)_key$/.test(violatedConstraint(error) ?? '')
}

/** The device that a session is on, as `trusted_device` keeps it; null where it is not known. */
export async function sessionDevice(db: Db | Tx, id: bigint): Promise<string | null> {
  const row = await db
    .selectFrom('customer_session')
    .select('device_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.device_hash ?? null
}

/** When the customer of a session last proved who they are: by signing in, or since. */
export async function sessionProvenAtMs(db: Db, id: bigint): Promise<number> {
  const row = await db
    .selectFrom('customer_session')
    .select(['created_at', 'proven_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.max(Number(row.created_at), Number(row.proven_at ?? 0))
}

/** Notes that the customer of a session has proved who they are. */
export async function proveSession(tx: Tx, id: bigint, nowMs: number): Promise<void> {
  await tx
    .updateTable('customer_session')
    .set({ proven_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}
