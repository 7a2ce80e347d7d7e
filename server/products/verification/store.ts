import { type ColumnType, sql } from 'kysely'
import type { CaseId, CustomerId } from '#domain/ids.ts'
import type { Tier } from '#domain/user/tiers.ts'
import type { CaseStatus } from '#domain/verification/console.ts'
import type { PictureHints } from '#domain/verification/picture-hints.ts'
import type { Item, Refusals, VerificationTier } from '#domain/verification/rules.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The SQL of verification. What customers say of themselves goes in and out encrypted. */

type Time = ColumnType<number, Date, Date>
type PhotoState = 'loose' | 'kept' | 'sealed' | 'deleting'
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

export const findCase = (db: Db | Tx, id: CaseId): Promise<CaseRow | undefined> =>
  db.selectFrom('verification_case').selectAll().where('id', '=', id).executeTakeFirst()

/** The same, held so that nobody else decides it before the transaction ends. */
export const lockCase = (tx: Tx, id: CaseId): Promise<CaseRow | undefined> =>
  tx.selectFrom('verification_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

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

export const setTier = async (
  tx: Tx,
  customer: CustomerId,
  change: { readonly tier: Tier; readonly country?: string | null },
): Promise<void> => {
  await tx.updateTable('customer').set(change).where('id', '=', customer).execute()
}

/** Makes a document the customer's own; false when it is another's. Nobody else can have it before the transaction ends. */
export async function claimIdentity(tx: Tx, customer: CustomerId, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    insert into verification_identity (fingerprint, customer_id) values (${fingerprint}, ${customer})
    on conflict (fingerprint) do nothing returning 1`.execute(tx)
  if (rows.length === 1) return true
  const found = await tx
    .selectFrom('verification_identity')
    .select('customer_id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return found?.customer_id === customer
}

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

export const findDraft = (db: Db | Tx, customer: CustomerId, tier: VerificationTier) =>
  db
    .selectFrom('verification_draft')
    .select(['details', 'saved_at'])
    .where('customer_id', '=', customer)
    .where('tier', '=', tier)
    .executeTakeFirst()

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

export async function deleteDrafts(tx: Tx, customer: CustomerId, tier?: VerificationTier): Promise<void> {
  await tx
    .deleteFrom('verification_draft')
    .where('customer_id', '=', customer)
    .$if(tier !== undefined, (query) => query.where('tier', '=', tier!))
    .execute()
}

// ── Photos

export interface PhotoRow {
  readonly id: string
  readonly customer_id: CustomerId
  readonly width: number
  readonly height: number
  readonly sha256: string
  readonly hints: PictureHints
}

const photoColumns = ['id', 'customer_id', 'width', 'height', 'sha256', 'hints'] as const

/** Those that a customer may see and send. */
const ownStates = ['loose', 'kept'] as const

/** A customer's photo by its id, or by that of the upload that it was made of; none that is sealed or being removed. */
export const findPhoto = (db: Db | Tx, customer: CustomerId, id: string): Promise<PhotoRow | undefined> =>
  db
    .selectFrom('verification_photo')
    .select(photoColumns)
    .where('customer_id', '=', customer)
    .where((on) => on.or([on('id', '=', id), on('upload', '=', id)]))
    .where('state', 'in', ownStates)
    .executeTakeFirst()

/** Records a photo; false when one was made of the same upload already. */
export async function insertPhoto(
  db: Db | Tx,
  photo: PhotoRow & { readonly upload: string },
  nowMs: number,
): Promise<boolean> {
  const { hints, ...row } = photo
  const inserted = await db
    .insertInto('verification_photo')
    .values({ ...row, hints: JSON.stringify(hints), created_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Keeps photos that something says from now on; returns how many of them there were. */
export async function keepPhotos(tx: Tx, customer: CustomerId, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('verification_photo')
    .set({ state: 'kept' })
    .where('customer_id', '=', customer)
    .where('id', 'in', ids)
    .where('state', 'in', ownStates)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Nobody sees these photos any more. */
export async function sealPhotos(tx: Tx, customer: CustomerId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('verification_photo')
    .set({ state: 'sealed' })
    .where('customer_id', '=', customer)
    .where('id', 'in', ids)
    .where('state', '<>', 'deleting')
    .execute()
}

/** Marks a customer's photos of some states to be removed, but for those that are named; returns which. */
export async function dropPhotos(
  tx: Tx,
  customer: CustomerId,
  states: readonly PhotoState[],
  kept: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .updateTable('verification_photo')
    .set({ state: 'deleting' })
    .where('customer_id', '=', customer)
    .where('state', 'in', states)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks photos that came before a moment and that nothing says. */
export async function dropLoosePhotos(db: Db, beforeMs: number): Promise<void> {
  await db
    .updateTable('verification_photo')
    .set({ state: 'deleting' })
    .where('state', '=', 'loose')
    .where('created_at', '<', new Date(beforeMs) as never)
    .execute()
}

export async function droppedPhotos(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('verification_photo')
    .select('id')
    .where('state', '=', 'deleting')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deletePhoto(db: Db, id: string): Promise<void> {
  await db.deleteFrom('verification_photo').where('id', '=', id).where('state', '=', 'deleting').execute()
}

/** Which of these photos another customer sent too. */
export async function knownPhotos(
  db: Db,
  customer: CustomerId,
  photos: readonly PhotoRow[],
): Promise<Set<string>> {
  if (photos.length === 0) return new Set()
  const rows = await db
    .selectFrom('verification_photo')
    .select('sha256')
    .distinct()
    .where('customer_id', '<>', customer)
    .where(
      'sha256',
      'in',
      photos.map(({ sha256 }) => sha256),
    )
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

// ── Who looked

/** Opens a case for an operator. */
export async function insertOpening(
  tx: Tx,
  opening: { readonly id: bigint; readonly row: CaseId; readonly operator: bigint; readonly untilMs: number },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into verification_opening (id, case_id, operator_id, opened_at, closes_at)
    values (${opening.id}, ${opening.row}, ${opening.operator}, ${new Date(nowMs)}, ${new Date(opening.untilMs)})`.execute(
    tx,
  )
}

/** Until when an operator has or had a case open; null where they never opened it. */
export async function openUntil(db: Db | Tx, row: CaseId, operator: bigint): Promise<number | null> {
  const { rows } = await sql<{ until: number | null }>`
    select max(closes_at) as until from verification_opening
    where case_id = ${row} and operator_id = ${operator}`.execute(db)
  return rows[0]!.until
}

/** How many documents an operator saw since a moment: photos, and cases by opening them. */
export async function countViews(db: Db | Tx, operator: bigint, sinceMs: number): Promise<number> {
  const since = new Date(sinceMs)
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from verification_view where operator_id = ${operator} and viewed_at > ${since}) +
      (select count(*) from verification_opening where operator_id = ${operator} and opened_at > ${since}))::int
      as count`.execute(db)
  return rows[0]!.count
}

/** Which photos of a case an operator has been shown; a look that failed shows nothing. */
export async function seenPhotos(db: Db | Tx, row: CaseId, operator: bigint): Promise<Set<string>> {
  const { rows } = await sql<{ photo: string }>`
    select distinct photo from verification_view join verification_seen on view_id = id
    where case_id = ${row} and operator_id = ${operator}`.execute(db)
  return new Set(rows.map(({ photo }) => photo))
}

/** Lets one look of an operator past at a time, so that no two are counted as one. */
export async function lockViewer(tx: Tx, operator: bigint): Promise<void> {
  await sql`
    insert into verification_viewer as viewer (operator_id, views) values (${operator}, 1)
    on conflict (operator_id) do update set views = viewer.views + 1`.execute(tx)
}

export async function insertView(
  tx: Tx,
  view: { readonly id: bigint; readonly row: CaseId; readonly operator: bigint; readonly photo: string },
  nowMs: number,
): Promise<void> {
  await sql`
    insert into verification_view (id, case_id, operator_id, photo, viewed_at)
    values (${view.id}, ${view.row}, ${view.operator}, ${view.photo}, ${new Date(nowMs)})`.execute(tx)
}

/** The picture of a look was made. */
export async function insertSeen(db: Db, view: bigint, nowMs: number): Promise<void> {
  await sql`insert into verification_seen (view_id, seen_at) values (${view}, ${new Date(nowMs)})`.execute(db)
}
