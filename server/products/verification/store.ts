import { type ColumnType, sql } from 'kysely'
import type { CaseId, CustomerId } from '#domain/ids.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { CaseStatus } from '#domain/verification/console.ts'
import type { PictureHints } from '#domain/verification/picture-hints.ts'
import type { Item, Refusals, VerificationTier } from '#domain/verification/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The SQL of verification. What customers say of themselves goes in and out encrypted. */

type Time = ColumnType<number, Date, Date>
export type PhotoState = 'loose' | 'kept' | 'sealed' | 'deleting'
type NullableTime = ColumnType<number | null, Date | null, Date | null>

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    verification_case: {
      id: CaseId
      customer_id: CustomerId
      tier: VerificationTier
      submission: number
      status: CaseStatus
      details: Uint8Array | null
      refusals: ColumnType<Refusals, string, string>
      accepted_before: ColumnType<readonly Item[], string, never>
      submitted_at: Time
      decided_at: NullableTime
      maker: bigint | null
      checker: bigint | null
      sealed_until: NullableTime
    }
    verification_draft: {
      customer_id: CustomerId
      tier: VerificationTier
      details: Uint8Array
      saved_at: Time
    }
    verification_identity: { fingerprint: string; customer_id: CustomerId }
    verification_photo: {
      id: string
      customer_id: CustomerId
      upload: string
      sha256: string
      width: number
      height: number
      hints: ColumnType<PictureHints, string, never>
      created_at: Time
      state: ColumnType<PhotoState, never, PhotoState>
    }
  }
}

export interface CaseRow {
  readonly id: CaseId
  readonly customer_id: CustomerId
  readonly tier: VerificationTier
  readonly submission: number
  readonly status: CaseStatus
  readonly details: Uint8Array | null
  readonly refusals: Refusals
  readonly accepted_before: readonly Item[]
  readonly submitted_at: number
  readonly decided_at: number | null
  readonly maker: bigint | null
  readonly checker: bigint | null
  readonly sealed_until: number | null
}

// ── Cases

/** A customer's cases that are not sealed, newest first. */
export const casesOf = (db: Db | Tx, customer: CustomerId, tier?: VerificationTier): Promise<CaseRow[]> =>
  db
    .selectFrom('verification_case')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('sealed_until', 'is', null)
    .$if(tier !== undefined, (query) => query.where('tier', '=', tier!))
    .orderBy('id', 'desc')
    .execute()

/** A customer's cases that still say something, sealed or not. */
export const keptCasesOf = (tx: Tx, customer: CustomerId): Promise<CaseRow[]> =>
  tx
    .selectFrom('verification_case')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('details', 'is not', null)
    .execute()

/** A case by its id. */
export const findCase = (db: Db | Tx, id: CaseId): Promise<CaseRow | undefined> =>
  db.selectFrom('verification_case').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held so that nobody else decides it before the transaction ends. */
export const lockCase = (tx: Tx, id: CaseId): Promise<CaseRow | undefined> =>
  tx.selectFrom('verification_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Writes a case that was sent. */
export async function insertCase(
  tx: Tx,
  row: Pick<CaseRow, 'id' | 'customer_id' | 'tier' | 'details' | 'accepted_before'>,
  nowMs: number,
): Promise<void> {
  await sql`
    insert into verification_case (id, customer_id, tier, submission, status, details, refusals, accepted_before,
      submitted_at)
    select ${row.id}::bigint, ${row.customer_id}::bigint, ${row.tier}::text,
      1 + coalesce((select max(submission) from verification_case
        where customer_id = ${row.customer_id} and tier = ${row.tier}), 0),
      'under-review', ${row.details}::bytea, '{}'::jsonb, ${JSON.stringify(row.accepted_before)}::jsonb,
      ${new Date(nowMs)}::timestamptz`.execute(tx)
}

/** Decides a case that waits; false when it was decided already. */
export async function decideCase(
  tx: Tx,
  decided: {
    readonly id: CaseId
    readonly status: 'verified' | 'rejected' | 'withdrawn'
    readonly refusals?: Refusals
    readonly maker: bigint | null
    readonly checker?: bigint
  },
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verification_case')
    .set({
      status: decided.status,
      refusals: JSON.stringify(decided.refusals ?? {}),
      decided_at: new Date(nowMs),
      maker: decided.maker,
      checker: decided.checker ?? null,
    })
    .where('id', '=', decided.id)
    .where('status', '=', 'under-review')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What waits, whoever has waited longest first. */
export const waitingCases = (db: Db, limit: number): Promise<CaseRow[]> =>
  db
    .selectFrom('verification_case')
    .selectAll()
    .where('status', '=', 'under-review')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Of some customers the cases that verified them and are not sealed. */
export const verifiedCasesOf = async (db: Db, customers: readonly CustomerId[]): Promise<CaseRow[]> =>
  customers.length === 0
    ? []
    : db
        .selectFrom('verification_case')
        .selectAll()
        .where('customer_id', 'in', customers)
        .where('status', '=', 'verified')
        .where('sealed_until', 'is', null)
        .execute()

/** How many wait, and since when. */
export async function waitingCaseCount(db: Db): Promise<{ waiting: number; oldestAtMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldest: number | null }>`
    select count(*)::int as waiting, min(submitted_at) as oldest
    from verification_case where status = 'under-review'`.execute(db)
  return { waiting: rows[0]!.waiting, oldestAtMs: rows[0]!.oldest }
}

/** Removes what cases say, and a reviewer of them; they themselves stay, as what was decided. */
export async function removeDetails(tx: Tx, ids: readonly CaseId[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('verification_case')
    .set({ details: null, refusals: '{}' })
    .where('id', 'in', ids)
    .execute()
}

/** Nobody sees these cases any more; what they say is removed when that time is over. */
export async function sealCases(tx: Tx, ids: readonly CaseId[], untilMs: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('verification_case')
    .set({ sealed_until: new Date(untilMs) })
    .where('id', 'in', ids)
    .execute()
}

/** Sealed cases whose time is over. */
export const sealedBefore = (db: Db, nowMs: number, limit: number): Promise<CaseRow[]> =>
  db
    .selectFrom('verification_case')
    .selectAll()
    .where('sealed_until', '<=', new Date(nowMs) as never)
    .where('details', 'is not', null)
    .limit(limit)
    .execute()

// ── Who is verified

/** A customer’s tier and contacts. */
export async function verificationOfCustomer(
  db: Db | Tx,
  customer: CustomerId,
): Promise<{ tier: Tier; email: string | null; mobile: string | null }> {
  return db
    .selectFrom('customer')
    .select(['tier', 'email', 'mobile'])
    .where('id', '=', customer)
    .executeTakeFirstOrThrow()
}

/** Sets what a customer is verified as. */
export const setTier = async (
  tx: Tx,
  customer: CustomerId,
  change: { readonly tier: Tier; readonly country?: string | null },
): Promise<void> => {
  await tx.updateTable('customer').set(change).where('id', '=', customer).execute()
}

/**
 * Makes what stands for a document the customer's own; false where any of it is another's. Nobody else can have it before
 * the transaction ends.
 */
export async function claimIdentities(
  tx: Tx,
  customer: CustomerId,
  fingerprints: readonly string[],
): Promise<boolean> {
  // Each claim waits for one that is not committed yet, always in the same order: no two wait for each other.
  for (const fingerprint of fingerprints.toSorted())
    await sql`
      insert into verification_identity (fingerprint, customer_id) values (${fingerprint}, ${customer})
      on conflict (fingerprint) do nothing`.execute(tx)
  return !(await isOthersIdentity(tx, customer, fingerprints))
}

/** Whether any of these is another customer's. */
export const isOthersIdentity = async (
  db: Db | Tx,
  customer: CustomerId,
  fingerprints: readonly string[],
): Promise<boolean> =>
  (await db
    .selectFrom('verification_identity')
    .select('fingerprint')
    .where('fingerprint', 'in', fingerprints)
    .where('customer_id', '<>', customer)
    .executeTakeFirst()) !== undefined

/** Whether any document is the customer's own. */
export const hasIdentity = async (db: Db, customer: CustomerId): Promise<boolean> =>
  (await db
    .selectFrom('verification_identity')
    .select('fingerprint')
    .where('customer_id', '=', customer)
    .executeTakeFirst()) !== undefined

/** Whether one of these documents is the customer's own. */
export const ownsIdentity = async (
  db: Db,
  customer: CustomerId,
  fingerprints: readonly string[],
): Promise<boolean> =>
  (await db
    .selectFrom('verification_identity')
    .select('fingerprint')
    .where('customer_id', '=', customer)
    .where('fingerprint', 'in', fingerprints)
    .executeTakeFirst()) !== undefined

/** Gives the customer's documents free, but for those that are named. */
export async function releaseIdentities(
  tx: Tx,
  customer: CustomerId,
  kept: readonly string[] = [],
): Promise<void> {
  await tx
    .deleteFrom('verification_identity')
    .where('customer_id', '=', customer)
    .$if(kept.length > 0, (query) => query.where('fingerprint', 'not in', kept))
    .execute()
}

// ── Drafts

/** What a customer has typed of a tier and not sent. */
export const findDraft = (db: Db | Tx, customer: CustomerId, tier: VerificationTier) =>
  db
    .selectFrom('verification_draft')
    .select(['details', 'saved_at'])
    .where('customer_id', '=', customer)
    .where('tier', '=', tier)
    .executeTakeFirst()

/** Keeps what a customer has typed of a tier. */
export async function saveDraft(
  tx: Tx,
  customer: CustomerId,
  tier: VerificationTier,
  details: Uint8Array,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs)
  await sql`
    insert into verification_draft (customer_id, tier, details, saved_at)
    values (${customer}, ${tier}, ${details}::bytea, ${at})
    on conflict (customer_id, tier) do update set details = excluded.details, saved_at = excluded.saved_at`.execute(
    tx,
  )
}

/** Removes what a customer has typed and not sent. */
export async function deleteDrafts(tx: Tx, customer: CustomerId, tier?: VerificationTier): Promise<void> {
  await tx
    .deleteFrom('verification_draft')
    .where('customer_id', '=', customer)
    .$if(tier !== undefined, (query) => query.where('tier', '=', tier!))
    .execute()
}
