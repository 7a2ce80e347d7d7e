import { sql } from 'kysely'
import { canReviewVerification, hasRole, type Role } from '#domain/console/roles.ts'
import type { CaseId, CustomerId } from '#domain/ids.ts'
import type { PictureHints } from '#domain/verification/picture-hints.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { PhotoState } from './store.ts'

/** Photos of documents, and which reviewers looked at them. */

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

/** Photos whose files are to be removed. */
export async function droppedPhotos(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('verification_photo')
    .select('id')
    .where('state', '=', 'deleting')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes a photo whose file is gone. */
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

/** An operator who has a case. */
export interface Holder {
  readonly id: bigint
  readonly name: string
}

/** Of each case who opened it since a moment and may review still, whoever opened it first first. */
export async function holdersOf(
  db: Db | Tx,
  cases: readonly CaseId[],
  sinceMs: number,
): Promise<Map<CaseId, Holder[]>> {
  if (cases.length === 0) return new Map()
  const { rows } = await sql<Holder & { row: CaseId; roles: Role[] }>`
    select case_id as row, operator.id, name, roles
    from verification_opening opening join operator on operator.id = operator_id
    where case_id in (${sql.join(cases)}) and opened_at > ${new Date(sinceMs)} and is_active
    group by case_id, operator.id order by min(opening.id)`.execute(db)
  return Map.groupBy(
    rows.filter(({ roles }) => hasRole(roles, canReviewVerification)),
    ({ row }) => row,
  )
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

/** The most looks at documents that one operator has had since a moment. */
export async function mostLooks(db: Db | Tx, sinceMs: number): Promise<number> {
  const since = new Date(sinceMs)
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(looks), 0)::int as most from (
      select count(*) as looks from (
        select operator_id from verification_view where viewed_at > ${since}
        union all
        select operator_id from verification_opening where opened_at > ${since}
      ) look group by operator_id
    ) each_operator`.execute(db)
  return rows[0]!.most
}

/** Which photos of a case an operator has been shown; a look that failed shows nothing. */
export async function seenPhotos(db: Db | Tx, row: CaseId, operator: bigint): Promise<Set<string>> {
  const { rows } = await sql<{ photo: string }>`
    select distinct photo from verification_view join verification_seen on view_id = id
    where case_id = ${row} and operator_id = ${operator}`.execute(db)
  return new Set(rows.map(({ photo }) => photo))
}

/** The photos of a case that an operator asked for, also those whose picture could not be made. */
export async function askedPhotos(db: Db | Tx, row: CaseId, operator: bigint): Promise<Set<string>> {
  const { rows } = await sql<{ photo: string }>`
    select distinct photo from verification_view where case_id = ${row} and operator_id = ${operator}`.execute(
    db,
  )
  return new Set(rows.map(({ photo }) => photo))
}

/** Lets one look of an operator past at a time, so that no two are counted as one. */
export async function lockViewer(tx: Tx, operator: bigint): Promise<void> {
  await sql`
    insert into verification_viewer as viewer (operator_id, views) values (${operator}, 1)
    on conflict (operator_id) do update set views = viewer.views + 1`.execute(tx)
}

/** Writes that a reviewer asked for a photo. */
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
